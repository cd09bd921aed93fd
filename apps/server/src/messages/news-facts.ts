import {
  type ContestId,
  currentRound,
  type Entry,
  picksOf,
  type PoolState,
  type Round,
  roundsOf,
  seasonResults,
  seasonTable,
  type Standing,
  standingsIn,
  type TeamAbbr,
  type WeekId,
  weekResults,
} from '@outlast/domain'

/** The public facts about the current season that can become news. Nothing in them depends on a hidden pick. */
export interface PublicFacts {
  readonly contestId: ContestId
  readonly seasonYear: number
  /** The locked weeks by id. */
  readonly weeks: ReadonlyMap<WeekId, LockedWeek>
  /** The entries that are out. */
  readonly out: ReadonlyMap<number, OutEntry>
  readonly alive: number
  readonly standingOf: (entry: Entry) => Standing
  /** The champions; empty while the season runs. */
  readonly champions: readonly Entry[]
  readonly decidedWeek: number | null
}

export interface LockedWeek {
  readonly week: Round
  readonly lockPosition: number
  readonly isComplete: boolean
}

export interface OutEntry {
  readonly entry: Entry
  readonly weekNumber: number
  readonly weekId: WeekId | undefined
  readonly byHand: boolean
}

/** Returns the facts of the current week's season; undefined without one. Its cost grows with the number of entries. */
export function publicFacts(pool: PoolState): PublicFacts | undefined {
  const current = currentRound(pool)
  if (current === undefined) return undefined
  const { contestId, seasonYear } = current
  const all = roundsOf(pool, contestId)
  const weeks = new Map<WeekId, LockedWeek>()
  for (const week of all) {
    if (week.locked === null) continue
    weeks.set(week.id, { week, lockPosition: week.locked.position, isComplete: weekResults(pool, week).complete })
  }
  const season = seasonResults(pool, contestId)
  const weekIds = new Map(all.map(({ id, weekNumber }) => [weekNumber, id]))
  const { participants, outcome } = seasonTable(pool, season)
  const out = new Map<number, OutEntry>()
  for (const { entry, standing } of participants) {
    if (standing.status === 'out') out.set(entry.id, outEntry(entry, standing, weekIds))
  }
  const isFinished = outcome.status === 'finished'
  const winners: ReadonlySet<number> = new Set(isFinished ? outcome.champions : [])
  return {
    contestId,
    seasonYear,
    weeks,
    out,
    alive: participants.length - out.size,
    standingOf: standingsIn(pool, season),
    champions: [...pool.entries.values()].filter(({ id }) => winners.has(id)),
    decidedWeek: isFinished ? outcome.weekNumber : null,
  }
}

function outEntry(
  entry: Entry,
  { eliminatedWeek, cause }: Extract<Standing, { status: 'out' }>,
  weekIds: ReadonlyMap<number, WeekId>,
): OutEntry {
  return { entry, weekNumber: eliminatedWeek, weekId: weekIds.get(eliminatedWeek), byHand: cause === 'hand' }
}

/** Returns how many entries picked each team of a locked week, the most popular first. */
export function pickShares(pool: PoolState, weekId: WeekId): readonly (readonly [TeamAbbr, number])[] {
  const counts = new Map<TeamAbbr, number>()
  for (const entry of pool.entries.values()) {
    for (const { team } of picksOf(entry, weekId)) counts.set(team, (counts.get(team) ?? 0) + 1)
  }
  return [...counts].toSorted(([a, many], [b, more]) => more - many || (a < b ? -1 : 1))
}
