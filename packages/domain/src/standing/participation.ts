import type { Payment } from '../values/payment.ts'
import type { Position } from '../values/ids.ts'
import { joinedAt } from '../values/season.ts'
import { teamsIn } from './season-results.ts'
import { type Participant, seasonTable, standingsIn } from './season-table.ts'
import { type JoinedEntry, participationIn, type SeasonOutcome, type SeasonResults } from './standing.ts'
import { currentRound, type Entry, type PoolState } from '../state/state.ts'

// Who takes part in a season (docs/rules.md §16): a started season has only renewed and new entries, and a decided one none that
// joined after its deciding week.

/** Returns the position at which an entry joined a season, even if that was too late; undefined if it did not join. */
export function joinedSeasonAt(state: PoolState, entry: Entry, seasonYear: number): Position | undefined {
  return joinedAt(entry, state.seasonStarts, seasonYear) as Position | undefined
}

/** Returns when an entry joined a season and what it picked, even if that was too late; undefined if it did not join. */
export function joinedEntry(state: PoolState, entry: Entry, seasonYear: number): JoinedEntry | undefined {
  const joinedPosition = joinedSeasonAt(state, entry, seasonYear)
  return joinedPosition === undefined ? undefined : { joinedPosition, teamsOf: (weekId) => teamsIn(entry, weekId) }
}

/** Returns the season that members join now: the last one that an admin started, or the current one if that is later. */
export function joiningSeason(state: PoolState): number | undefined {
  const latest = Math.max(currentRound(state)?.seasonYear ?? 0, ...state.seasonStarts.map(({ seasonYear }) => seasonYear))
  return latest === 0 ? undefined : latest
}

/** Returns the entries that take part in a season, in the order of their ids. */
export function participantsOf(state: PoolState, season: SeasonResults): readonly Participant[] {
  return seasonTable(state, season).participants
}

/** Returns whether a season is running, or who won it. */
export function seasonOutcome(state: PoolState, season: SeasonResults): SeasonOutcome {
  return seasonTable(state, season).outcome
}

/** Whether a season has its champions. In a running season it looks at a few entries only. */
export function isSeasonDecided(state: PoolState, season: SeasonResults): boolean {
  const firstLock = firstDecision(season)
  return (
    firstLock !== Infinity && !isClearlyRunning(state, season, firstLock) && seasonOutcome(state, season).status === 'finished'
  )
}

/** Returns the first position from which on entries may have joined too late: of the lock of a complete week, or of an agreement. */
export function firstDecision({ weeks }: SeasonResults): number {
  return Math.min(
    ...weeks.flatMap(({ complete, firstLockPosition, agreement }) => [
      ...(complete ? [firstLockPosition ?? Infinity] : []),
      ...(agreement === null ? [] : [agreement.position]),
    ]),
  )
}

/** Why an entry takes no part in a season: it did not join, or it joined after the deciding week. */
export type Absence = 'not_in_season' | 'season_decided'

/** Returns a function that tells why an entry takes no part in a season; undefined if it does. It derives the outcome at most once. */
export function absencesFrom(state: PoolState, season: SeasonResults): (entry: Entry) => Absence | undefined {
  const firstLock = firstDecision(season)
  let known: ((entry: JoinedEntry) => boolean) | undefined
  const takesPart = (entry: JoinedEntry): boolean => {
    known ??= isClearlyRunning(state, season, firstLock)
      ? () => true
      : participationIn(seasonOutcome(state, season), season.weeks)
    return known(entry)
  }
  return (entry) => {
    const joined = joinedEntry(state, entry, season.seasonYear)
    if (joined === undefined) return 'not_in_season'
    return joined.joinedPosition < firstLock || takesPart(joined) ? undefined : 'season_decided'
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
 * Whether two entries that joined before all complete weeks are alive, and none agreed to share, so that no week has decided the season.
 * In a running season it looks at a few entries only.
 */
function isClearlyRunning(state: PoolState, season: SeasonResults, firstLock: number): boolean {
  if (season.weeks.some(({ agreement }) => agreement !== null)) return false
  const standingOf = standingsIn(state, season)
  let alive = 0
  for (const entry of state.entries.values()) {
    const joined = joinedAt(entry, state.seasonStarts, season.seasonYear)
    if (joined === undefined || joined > firstLock || standingOf(entry).status === 'out') continue
    alive += 1
    if (alive > 1) return true
  }
  return false
}
