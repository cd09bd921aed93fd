import { askEarly } from '../api/early-answers.ts'
import { getToken, userIdIn } from '../api/token.ts'
import { addFonts } from '../styles/fonts.ts'

// The page loads this small file first. It asks for what the first screen needs while the app's code is on its way, so that a slow
// connection waits once and not three times.

const token = getToken()
const parts: Promise<unknown>[] = []

if (token !== null) {
  askEarly('/api/auth/me', token)
  document.documentElement.dataset['member'] = ''
}
if (location.pathname === '/' && token !== null) {
  askEarly('/api/live/pool', token)
  const id = userIdIn(token)
  if (id !== undefined) askEarly(`/api/live/${encodeURIComponent(`user:${id}`)}`, token)
  parts.push(import('./screens/dashboard-screen.tsx'))
} else if (token === null && /^\/(auth|join\/.+)?$/.test(location.pathname)) {
  askEarly('/api/live/pool', token)
  // What the server wrote into the page names the week and the season.
  const topics = document.querySelector<HTMLElement>('[data-topics]')?.dataset['topics'] ?? ''
  for (const topic of topics.split(' ').filter(Boolean)) askEarly(`/api/live/${encodeURIComponent(topic)}`, token)
} else if (location.pathname.startsWith('/reveal')) {
  askEarly('/api/live/pool', token)
  parts.push(import('../features/reveal/reveal-screen.tsx'))
}

/** How long the fonts leave a slow connection to the data after the code has arrived, in milliseconds. */
const FONT_DELAY_MS = 1_000

// The fonts are a third of all bytes. A slow connection shows the entries first.
if (isSlow()) void Promise.allSettled(parts).then(() => setTimeout(addFonts, FONT_DELAY_MS))
else addFonts()

for (const part of parts) part.catch(() => {})

/** Whether the browser knows that the connection is slow. Not all browsers tell. */
function isSlow(): boolean {
  const { connection } = navigator as { readonly connection?: { readonly effectiveType?: string; readonly saveData?: boolean } }
  return connection?.saveData === true || (connection?.effectiveType ?? '4g') !== '4g'
}
