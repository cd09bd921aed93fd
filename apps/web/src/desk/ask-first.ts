import { ApiError, type CallInput, type Consequences } from '@outlast/contract'
import { canRetry as mayAnswerLater, type Confirmed } from '../api/client.ts'

/** The calls of a preview. */
export type PreviewedCalls = CallInput<'previewCalls'>['body']['calls']

/** The token of no preview. A call with it never changes anything: the server says why it refuses the call. */
const NO_PREVIEW: Confirmed = seen('0'.repeat(32))

/** This cast is the only one, so every call that has a preview comes through this file. */
function seen(token: string): Confirmed {
  return { expectedConsequences: token as Confirmed['expectedConsequences'] }
}

interface AskFirst {
  readonly preview: () => Promise<Consequences>
  /** Asks whether to do what the admin now sees. Resolves to what the admin saw last and agreed to; undefined if the admin declined. */
  readonly ask: (found: Consequences) => Promise<Consequences | undefined>
  /** Says that the preview failed, and asks whether to try again. */
  readonly askToRetry: (error: unknown) => Promise<boolean>
  /** Asks only if it holds for what would change. */
  readonly onlyIf?: ((found: Consequences) => boolean) | undefined
}

/**
 * Finds out what calls would change, and asks. Without a preview nothing is done: an admin must not reveal picks or put somebody out
 * because a request got lost.
 * @returns what the admin confirmed; undefined if the admin declined
 * @throws ApiError if the calls would be refused
 */
export async function askFirst({ preview, ask, askToRetry, onlyIf }: AskFirst): Promise<Consequences | undefined> {
  for (;;) {
    const found = await preview().catch(async (error: unknown) => {
      if (!canRetry(error)) throw error
      return (await askToRetry(error)) ? ('again' as const) : undefined
    })
    if (found === 'again') continue
    if (found === undefined || onlyIf?.(found) === false) return found
    return ask(found)
  }
}

/** The call itself says what is wrong with a feed that does not answer, and puts it on record. */
function canRetry(error: unknown): boolean {
  return mayAnswerLater(error) && !(error instanceof ApiError && error.code === 'feed_failed')
}

/** Returns what to send with one call. A call that would be refused is sent without a question, to be refused where its error is shown. */
export async function confirmedBy(answer: Promise<Consequences | undefined>): Promise<Confirmed | undefined> {
  try {
    const found = await answer
    return found && seen(found.token)
  } catch {
    return NO_PREVIEW
  }
}

/** Adds up what parts of a bulk action would change. */
export function mergeConsequences(parts: readonly Consequences[]): Consequences | undefined {
  return parts.length === 0 ? undefined : parts.reduce(addTo)
}

function addTo(sum: Consequences, part: Consequences): Consequences {
  const changesTitle = namesIn(part.champions_after) !== namesIn(part.champions_before)
  return {
    ...sum,
    out: [...sum.out, ...part.out],
    returned: [...sum.returned, ...part.returned],
    losing_lives: [...sum.losing_lives, ...part.losing_lives],
    regaining_lives: [...sum.regaining_lives, ...part.regaining_lives],
    removed: [...sum.removed, ...part.removed],
    alive_after: sum.alive_after + part.alive_after - part.alive_before,
    champions_after: changesTitle ? part.champions_after : sum.champions_after,
    former_titles: [...sum.former_titles, ...part.former_titles],
    members: sum.members + part.members,
    refused: sum.refused + part.refused,
    messages: sum.messages && part.messages && add(sum.messages, part.messages),
  }
}

const add = (one: NonNullable<Consequences['messages']>, other: NonNullable<Consequences['messages']>) => ({
  mails: one.mails + other.mails,
  pushes: one.pushes + other.pushes,
})

const namesIn = (champions: Consequences['champions_after']): string => JSON.stringify(champions)

/** Returns what to send with a call of a bulk action, if it changes no more than what the admin confirmed for all of them. */
export function confirmedWithin(found: Consequences, confirmed: Consequences): Confirmed | undefined {
  return isWithin(found, confirmed) ? seen(found.token) : undefined
}

function isWithin(found: Consequences, confirmed: Consequences): boolean {
  const lists = ['out', 'returned', 'losing_lives', 'regaining_lives', 'removed'] as const
  const isKnown = lists.every((list) => {
    const ids = new Set(confirmed[list].map(({ id }) => id))
    return found[list].every(({ id }) => ids.has(id))
  })
  const changesTitle = ({ champions_before, champions_after, former_titles: former }: Consequences) =>
    former.length > 0 || namesIn(champions_before) !== namesIn(champions_after)
  const changesWeeks = ({ locks, near_locks: near, reopens, deleted_weeks }: Consequences) =>
    locks.length + near.length + reopens.length + deleted_weeks.length > 0
  return isKnown && (!changesTitle(found) || changesTitle(confirmed)) && (!changesWeeks(found) || changesWeeks(confirmed))
}
