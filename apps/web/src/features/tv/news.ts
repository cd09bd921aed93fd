import type { GameInfo } from '@outlast/contract/live'
import { parseClock } from '@outlast/domain/rules'
import { type Fall, type Falls, isPicked, type ScreenFacts } from './facts.ts'

/** Something that everybody in the room should see at once. */
export type News =
  | { readonly kind: 'reveal' }
  /** Many entries go out, or somebody comes back. `falls`: why each is out, or was out. */
  | { readonly kind: 'out' | 'back'; readonly falls: Falls }
  /** A lead changed late. `lead`: see {@link leadOf}. */
  | { readonly kind: 'lead'; readonly gameId: number; readonly lead: number }

/** An elimination of more than this share of the pool is news. */
const MANY = 0.05
const LAST_SECONDS = 120

/** Returns what is news between two states of the screen, the most dramatic first. */
export function newsBetween(before: ScreenFacts, after: ScreenFacts): readonly News[] {
  if (before.weekId === null || before.weekId !== after.weekId) return []
  if (!before.isLocked && after.isLocked) return [{ kind: 'reveal' }]
  const out = difference(after.gone, before.gone)
  const back = difference(before.gone, after.gone, after.entryIds)
  const leads = after.games.filter((game) => isPicked(game, after) && isLateLead(gameIn(before, game.id), game))
  return [
    ...(out.size > after.total * MANY ? [{ kind: 'out', falls: out } as const] : []),
    ...(back.size > 0 ? [{ kind: 'back', falls: back } as const] : []),
    ...leads.map((game) => ({ kind: 'lead', gameId: game.id, lead: leadOf(game) }) as const),
  ]
}

/** Returns the part of news that is still true, without entries that have come back or gone out since. Null when none of it is. */
export function stillTrue(news: News, facts: ScreenFacts): News | null {
  switch (news.kind) {
    case 'reveal':
      return facts.isLocked ? news : null
    case 'out':
    case 'back': {
      const isOut = news.kind === 'out'
      const rows = [...news.falls].flatMap(([id, fall]) =>
        facts.entryIds.has(id) && facts.gone.has(id) === isOut ? [[id, facts.gone.get(id) ?? fall] as const] : [],
      )
      return rows.length === 0 ? null : { ...news, falls: new Map(rows) }
    }
    case 'lead': {
      const game = gameIn(facts, news.gameId)
      return game !== undefined && leadOf(game) === news.lead ? news : null
    }
    default:
      return news satisfies never
  }
}

/** Returns the falls of entries that have none in `others`; with `among`, only of these entries. */
function difference(falls: Falls, others: Falls, among?: ReadonlySet<number>): Falls {
  return new Map([...falls].filter(([id]) => !others.has(id) && among?.has(id) !== false))
}

/** Entries that went out for the same reason, as many as fit on the screen. */
export interface FallPage {
  readonly fall: Fall
  readonly entryIds: readonly number[]
}

/** Up to this many entries share a page. */
const PAGE_SIZE = 12

/** Splits entries into pages of one reason each, in their order. */
export function pagesOf(falls: Falls): readonly FallPage[] {
  const groups = Map.groupBy(falls, ([, { weekNumber, cause, team, gameId }]) => [weekNumber, cause, team, gameId].join())
  return [...groups.values()].flatMap((rows) =>
    Array.from({ length: Math.ceil(rows.length / PAGE_SIZE) }, (_, page) =>
      rows.slice(page * PAGE_SIZE, (page + 1) * PAGE_SIZE),
    ).flatMap((shown) => (shown[0] === undefined ? [] : [{ fall: shown[0][1], entryIds: shown.map(([id]) => id) }])),
  )
}

const gameIn = ({ games }: ScreenFacts, id: number): GameInfo | undefined => games.find((game) => game.id === id)

/** Who leads: 1 for the home team, −1 for the away team, 0 while the score is level. */
export const leadOf = ({ home_score: home, away_score: away }: GameInfo): number => Math.sign((home ?? 0) - (away ?? 0))

/** Whether the lead changed in the last two minutes, in overtime, or with the last play. A correction of a final score is another matter. */
function isLateLead(before: GameInfo | undefined, after: GameInfo): boolean {
  if (before?.status !== 'in_progress' || leadOf(before) === leadOf(after)) return false
  if (after.status !== 'in_progress' && after.status !== 'final') return false
  return isLate(after.status === 'in_progress' ? after : before)
}

function isLate({ detail }: GameInfo): boolean {
  const clock = parseClock(detail)
  return clock !== undefined && (clock.period === 'overtime' || clock.secondsLeft <= LAST_SECONDS)
}
