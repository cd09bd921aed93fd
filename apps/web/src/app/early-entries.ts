import type { PoolView, UserView } from '@outlast/contract/live/wire'

/**
 * Writes the viewer's own entries, with what they picked for the current week, below the pool that the server wrote into the page. They
 * stay until the app shows its own. Nothing without an answer.
 */
export async function showOwnEntries(poolAnswer: Promise<Response>, userAnswer: Promise<Response>): Promise<void> {
  const [pool, user] = await Promise.all([viewIn<PoolView>(poolAnswer), viewIn<UserView>(userAnswer)])
  const above = document.querySelector('.first-view-pool')
  if (pool === null || user === null || user.entries.length === 0 || above === null) return
  const own = document.createElement('section')
  own.className = OWN
  own.append(elementWith('h2', 'Your Entries'))
  for (const { name, picks } of user.entries) {
    const teams = picks.filter(({ week_id }) => week_id === pool.current_week_id).flatMap(({ team_abbr }) => team_abbr ?? [])
    const article = elementWith('article', '')
    article.setAttribute('aria-label', name)
    article.append(elementWith('span', name), elementWith('strong', teams.join(', ')))
    own.append(article)
  }
  // In the place of the games, so that nothing moves.
  while (above.nextSibling !== null) above.nextSibling.remove()
  above.after(own)
}

const OWN = 'first-view-own'

/** Whether the page shows what `showOwnEntries` wrote. */
export const showsOwnEntries = (): boolean => document.querySelector(`.${OWN}`) !== null

function elementWith(tag: string, text: string): HTMLElement {
  const element = document.createElement(tag)
  element.textContent = text
  return element
}

/** The app reads the answer, too. */
async function viewIn<V>(answer: Promise<Response>): Promise<V | null> {
  try {
    const response = await answer
    return response.ok ? ((await response.clone().json()) as { readonly view: V }).view : null
  } catch {
    return null
  }
}
