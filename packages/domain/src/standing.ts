import { isSameLoss, type Loss } from './events.ts'
import { allGamesFinal, settledResults, type SettledResult } from './game.ts'
import type { WeekId } from './ids.ts'
import type { PoolRules } from './pool-rules.ts'
import { currentWeek, type Entry, type PoolState, rulesForSeason, type Week, weeksOfSeason } from './state.ts'
import type { TeamAbbr } from './teams.ts'

// Elimination is derived from results and never stored, so a corrected score brings an entry back or eliminates it
// automatically (docs/rules.md §5.1). The server derives it from its state, clients from the live views; both build the
// records below and pass them to the same functions.

/** The results of a week, as far as they decide standings. */
export interface WeekResults {
  readonly id: WeekId
  readonly weekNumber: number
  /** Results that count, by team. A team without an entry is undecided. */
  readonly results: ReadonlyMap<TeamAbbr, SettledResult>
  /** Whether the week is locked and all its games are final (docs/rules.md §4.6). */
  readonly complete: boolean
  /** The position of the lock that applies; null while the week is open. */
  readonly lockPosition: number | null
}

/** The results of a season. `weeks` is ordered by number. */
export interface SeasonResults {
  readonly seasonYear: number
  readonly missedPick: PoolRules['missedPick']
  readonly lives: PoolRules['lives']
  readonly weeks: readonly WeekResults[]
}

/** What an entry did in a season, as far as it decides its standing. */
export interface EntryRecord {
  readonly teamOf: (week: WeekId) => TeamAbbr | undefined
  /** Whether the week's current lock found the entry alive without a pick (docs/rules.md §5.2). */
  readonly hasMissed: (week: WeekId) => boolean
  readonly waivedLosses: readonly Loss[]
  readonly eliminatedByHand: { readonly seasonYear: number; readonly weekNumber: number } | null
}

/**
 * Whether an entry is alive in a season, or since which week it is out and why. `losses`: the lives that it lost, without those
 * that an admin gave back by waiving a loss. An entry that is out has no lives left.
 */
export type Standing =
  | { readonly status: 'alive'; readonly losses: number; readonly livesLeft: number }
  | {
      readonly status: 'out'
      readonly losses: number
      readonly livesLeft: 0
      readonly eliminatedWeek: number
      readonly cause: 'loss' | 'missed' | 'hand'
      readonly team: TeamAbbr | null
    }

interface SeasonLoss extends Loss {
  readonly weekNumber: number
}

/** Returns the losses of an entry in a season that no admin waived, in the order of the weeks. */
export function unwaivedLosses(entry: EntryRecord, season: SeasonResults): readonly SeasonLoss[] {
  const losses: SeasonLoss[] = []
  for (const week of season.weeks) {
    const team = entry.teamOf(week.id) ?? null
    const isLost =
      team === null
        ? season.missedPick !== 'survives' && week.complete && entry.hasMissed(week.id)
        : week.results.get(team) === 'loss'
    if (!isLost) continue
    const isWaived = entry.waivedLosses.some((loss) => isSameLoss(loss, { weekId: week.id, team }))
    if (!isWaived) losses.push({ weekId: week.id, team, weekNumber: week.weekNumber })
  }
  return losses
}

/** Derives the standing of an entry in a season: it is out with the loss of its last life (docs/rules.md §5.1, §14.1). */
export function deriveStanding(entry: EntryRecord, season: SeasonResults): Standing {
  const losses = unwaivedLosses(entry, season)
  const last = losses[season.lives - 1]
  const byHand = entry.eliminatedByHand?.seasonYear === season.seasonYear ? entry.eliminatedByHand : null
  if (byHand !== null && (last === undefined || byHand.weekNumber < last.weekNumber)) {
    const before = losses.filter((loss) => loss.weekNumber <= byHand.weekNumber).length
    return { status: 'out', losses: before, livesLeft: 0, eliminatedWeek: byHand.weekNumber, cause: 'hand', team: null }
  }
  if (last === undefined) return { status: 'alive', losses: losses.length, livesLeft: season.lives - losses.length }
  const cause = last.team === null ? 'missed' : 'loss'
  return { status: 'out', losses: season.lives, livesLeft: 0, eliminatedWeek: last.weekNumber, cause, team: last.team }
}

/** Whether an entry with this standing entered a week alive: these entries are the rows of the reveal. */
export function enteredWeekAlive(standing: Standing, weekNumber: number): boolean {
  return standing.status === 'alive' || standing.eliminatedWeek >= weekNumber
}

/** Whether a season is still running, or who won it. */
export type SeasonOutcome =
  | { readonly status: 'running' }
  /** One champion, or several entries that were eliminated in the same week. */
  | { readonly status: 'finished'; readonly weekNumber: number; readonly champions: readonly number[] }

/** How an entry does in a season, and since when it takes part. */
export interface EntryStanding {
  readonly entryId: number
  /** The position of the event with which the entry joined the season (docs/rules.md §16.2). */
  readonly joinedPosition: number
  readonly standing: Standing
}

/**
 * Derives the outcome of a season: the first complete week that leaves at most one of its entries alive decides it, provided one of
 * them is out. Entries that joined after the lock of that week change nothing (docs/rules.md §6).
 * @param entries the standings of all entries of the season
 */
export function deriveSeasonOutcome(
  entries: readonly EntryStanding[],
  weeks: readonly Pick<WeekResults, 'weekNumber' | 'complete' | 'lockPosition'>[],
): SeasonOutcome {
  for (const { weekNumber, complete, lockPosition } of [...weeks].sort((a, b) => a.weekNumber - b.weekNumber)) {
    if (!complete || lockPosition === null) continue
    const contenders = entries.filter(({ joinedPosition }) => joinedPosition < lockPosition)
    const survivors = contenders.filter(({ standing }) => lastWeek(standing) > weekNumber)
    if (survivors.length > 1 || survivors.length === contenders.length) continue
    const longest = contenders.reduce((last, { standing }) => Math.max(last, lastWeek(standing)), 0)
    const champions = contenders.filter(({ standing }) => lastWeek(standing) === longest)
    return { status: 'finished', weekNumber, champions: champions.map(({ entryId }) => entryId).sort((a, b) => a - b) }
  }
  return { status: 'running' }
}

/** Entries that join a season at this position or later take no part in it, because it is decided (docs/rules.md §6). */
export function lastJoiningPosition(
  outcome: SeasonOutcome,
  weeks: readonly Pick<WeekResults, 'weekNumber' | 'lockPosition'>[],
): number {
  if (outcome.status === 'running') return Infinity
  return weeks.find((week) => week.weekNumber === outcome.weekNumber)?.lockPosition ?? Infinity
}

/** The last week that an entry entered alive. */
function lastWeek(standing: Standing): number {
  return standing.status === 'out' ? standing.eliminatedWeek : Infinity
}

/** Weeks are replaced and never mutated, so the results of a week object can be cached. */
const cachedResults = new WeakMap<Week, WeekResults>()

/** Returns the results of a week of the pool. A week that is not locked is never complete. */
export function weekResults(week: Week): WeekResults {
  const cached = cachedResults.get(week)
  if (cached !== undefined) return cached
  const isLocked = week.locked !== null
  const derived: WeekResults = {
    id: week.id,
    weekNumber: week.weekNumber,
    results: settledResults(week.games, isLocked),
    complete: isLocked && allGamesFinal(week.games),
    lockPosition: week.locked?.position ?? null,
  }
  cachedResults.set(week, derived)
  return derived
}

/** Returns the results of a season of the pool. Call it once per command, not once per entry. */
export function seasonResults(state: PoolState, seasonYear: number): SeasonResults {
  const { missedPick, lives } = rulesForSeason(state, seasonYear)
  return { seasonYear, missedPick, lives, weeks: weeksOfSeason(state, seasonYear).map(weekResults) }
}

/** Returns the record of an entry of the pool in a season. */
export function entryRecord(state: PoolState, entry: Entry, seasonYear: number): EntryRecord {
  return {
    teamOf: (weekId) => entry.picks.find((pick) => pick.weekId === weekId)?.team,
    hasMissed: (weekId) => {
      const lock = state.weeks.get(weekId)?.locked?.position
      return lock !== undefined && entry.missedWeeks.some((missed) => missed.weekId === weekId && missed.lock === lock)
    },
    waivedLosses: entry.waivedLosses,
    eliminatedByHand: entry.eliminatedByHand.find((elimination) => elimination.seasonYear === seasonYear) ?? null,
  }
}

/** Returns the standing of an entry of the pool in a season. The cost grows with the weeks only, of which there are at most 22. */
export function entryStanding(state: PoolState, entry: Entry, season: SeasonResults): Standing {
  return deriveStanding(entryRecord(state, entry, season.seasonYear), season)
}

/** Returns the standing that everybody sees: the one in the current week's season, or alive without a current week. */
export function currentStanding(state: PoolState, entry: Entry): Standing {
  const week = currentWeek(state)
  if (week === undefined) return { status: 'alive', losses: 0, livesLeft: state.rules.lives }
  return entryStanding(state, entry, seasonResults(state, week.seasonYear))
}
