import type { NameLines } from '@outlast/contract/entry-label'
import type { GameInfo } from '@outlast/contract/live'
import { parseClock } from '@outlast/domain/rules'
import { type Fall, type Falls, isPicked, type ScreenFacts } from './facts.ts'

/** Something that everybody in the room should see at once. */
export type News =
  | { readonly kind: 'reveal' }
  /** Many entries go out, or somebody comes back. `falls`: why each is out, or was out. With how many were alive before it and after it. */
  | { readonly kind: 'out' | 'back'; readonly falls: Falls; readonly before: number; readonly after: number }
  /** A lead changed late. */
  | { readonly kind: 'lead'; readonly gameId: number }

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
  // Who comes back is told after who goes out, and the numbers follow one another.
  const { alive } = after.count
  const low = alive - back.size
  return [
    ...(out.size > after.total * MANY ? [{ kind: 'out', falls: out, before: low + out.size, after: low } as const] : []),
    ...(back.size > 0 ? [{ kind: 'back', falls: back, before: low, after: alive } as const] : []),
    ...leads.map((game) => ({ kind: 'lead', gameId: game.id }) as const),
  ]
}

/** Returns the falls of entries that have none in `others`; with `among`, only of these entries. */
function difference(falls: Falls, others: Falls, among?: ReadonlySet<number>): Falls {
  return new Map([...falls].filter(([id]) => !others.has(id) && among?.has(id) !== false))
}

/** Entries that went out for the same reason, as many as fit on the screen. */
export interface FallPage {
  readonly fall: Fall
  readonly entries: readonly (NameLines & { readonly id: number })[]
}

/** How many characters of names fit in one line and in two, and how many entries have room then, or with more lines. */
const PAGE_SIZES = [
  { longest: 28, size: 12 },
  { longest: 56, size: 6 },
  { longest: Infinity, size: 4 },
] as const

export const nameLength = ({ main, detail }: NameLines): number => main.length + (detail?.length ?? 0)

/** Splits entries into pages of one reason each, in their order. All pages have room for the longest name. */
export function pagesOf(falls: Falls): readonly FallPage[] {
  const longest = Math.max(0, ...Array.from(falls.values(), nameLength))
  const size = PAGE_SIZES.find((fitting) => longest <= fitting.longest)?.size ?? 1
  const groups = Map.groupBy(falls, ([, { weekNumber, cause, team, gameId }]) => [weekNumber, cause, team, gameId].join())
  return [...groups.values()].flatMap((rows) =>
    Array.from({ length: Math.ceil(rows.length / size) }, (_, page) => rows.slice(page * size, (page + 1) * size)).flatMap(
      (shown) =>
        shown[0] === undefined
          ? []
          : [{ fall: shown[0][1], entries: shown.map(([id, { main, detail }]) => ({ id, main, detail })) }],
    ),
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
