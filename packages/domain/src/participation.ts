import type { Payment } from './payment.ts'
import type { Position } from './ids.ts'
import { joinedAt } from './rules.ts'
import {
  deriveSeasonOutcome,
  entryStanding,
  lastJoiningPosition,
  type SeasonOutcome,
  type SeasonResults,
  type Standing,
} from './standing.ts'
import { currentWeek, type Entry, type PoolState } from './state.ts'

// Who takes part in a season (docs/rules.md §16): a started season has only renewed and new entries, and a decided one none that
// joined after its deciding week.

/** An entry that takes part in a season, and how it does. */
export interface Participant {
  readonly entry: Entry
  readonly joinedPosition: Position
  readonly standing: Standing
}

/** Returns the position at which an entry joined a season, even if that was too late; undefined if it did not join. */
export function joinedSeasonAt(state: PoolState, entry: Entry, seasonYear: number): Position | undefined {
  return joinedAt(entry, state.seasonStarts, seasonYear) as Position | undefined
}

/** Returns the season that members join now: the last one that an admin started, or the current one if that is later. */
export function joiningSeason(state: PoolState): number | undefined {
  const latest = Math.max(currentWeek(state)?.seasonYear ?? 0, ...state.seasonStarts.map(({ seasonYear }) => seasonYear))
  return latest === 0 ? undefined : latest
}

/** Returns the entries that take part in a season, in the order of their ids. Its cost grows with the entries. */
export function participantsOf(state: PoolState, season: SeasonResults): readonly Participant[] {
  const joined = joinedEntries(state, season)
  const last = lastJoiningPosition(outcomeOf(joined, season), season.weeks)
  const participants = last === Infinity ? joined : joined.filter(({ joinedPosition }) => joinedPosition < last)
  return participants.sort((a, b) => a.entry.id - b.entry.id)
}

/** Returns whether a season is running, or who won it. */
export function seasonOutcome(state: PoolState, season: SeasonResults): SeasonOutcome {
  return outcomeOf(joinedEntries(state, season), season)
}

/** Why an entry takes no part in a season: it did not join, or it joined after the deciding week. */
export type Absence = 'not_in_season' | 'season_decided'

/** Returns a function that tells why an entry takes no part in a season; undefined if it does. It derives the outcome at most once. */
export function absencesFrom(state: PoolState, season: SeasonResults): (entry: Entry) => Absence | undefined {
  const locks = season.weeks.flatMap(({ complete, lockPosition }) => (complete && lockPosition !== null ? [lockPosition] : []))
  const firstLock = Math.min(...locks)
  let known: number | undefined
  const last = (): number => {
    known ??= isClearlyRunning(state, season, firstLock)
      ? Infinity
      : lastJoiningPosition(seasonOutcome(state, season), season.weeks)
    return known
  }
  return (entry) => {
    const joinedPosition = joinedSeasonAt(state, entry, season.seasonYear)
    if (joinedPosition === undefined) return 'not_in_season'
    return joinedPosition < firstLock || joinedPosition < last() ? undefined : 'season_decided'
  }
}

/** Returns the season for which an entry can be renewed: one that an admin started and that it has not joined. */
export function renewableSeason(state: PoolState, entry: Entry): number | undefined {
  const season = joiningSeason(state)
  const isStarted = state.seasonStarts.some((start) => start.seasonYear === season)
  if (season === undefined || !isStarted || joinedSeasonAt(state, entry, season) !== undefined) return undefined
  return season
}

/** Returns the payment of an entry for a season. Renewing starts a new one (docs/rules.md §16.2). */
export function paymentFor({ payment, renewals }: Entry, seasonYear: number): Payment | null {
  const later = renewals.find((renewal) => renewal.seasonYear > seasonYear)
  return later === undefined ? payment : later.earlierPayment
}

/**
 * Whether two entries that joined before all complete weeks are alive, so that no week has decided the season. In a running season it
 * looks at a few entries only.
 */
function isClearlyRunning(state: PoolState, season: SeasonResults, firstLock: number): boolean {
  let alive = 0
  for (const entry of state.entries.values()) {
    const joined = joinedAt(entry, state.seasonStarts, season.seasonYear)
    if (joined === undefined || joined > firstLock || entryStanding(state, entry, season).status === 'out') continue
    alive += 1
    if (alive > 1) return true
  }
  return false
}

function joinedEntries(state: PoolState, season: SeasonResults): Participant[] {
  const joined: Participant[] = []
  for (const entry of state.entries.values()) {
    const joinedPosition = joinedAt(entry, state.seasonStarts, season.seasonYear) as Position | undefined
    if (joinedPosition !== undefined) joined.push({ entry, joinedPosition, standing: entryStanding(state, entry, season) })
  }
  return joined
}

function outcomeOf(joined: readonly Participant[], season: SeasonResults): SeasonOutcome {
  const standings = joined.map(({ entry, joinedPosition, standing }) => ({ entryId: entry.id, joinedPosition, standing }))
  return deriveSeasonOutcome(standings, season.weeks)
}
