import type { WeekId } from './ids.ts'
import type { PoolRules } from './pool-rules.ts'
import type { Loss } from './events.ts'
import type { SettledResult } from './results.ts'
import type { TeamAbbr } from './teams.ts'

/** What standing needs of a week. */
export interface WeekResults {
  readonly id: WeekId
  readonly weekNumber: number
  /** Results that count, by team; a team that is absent is still to be decided. */
  readonly results: ReadonlyMap<TeamAbbr, SettledResult>
  /** Every game of the week is final. */
  readonly complete: boolean
}

/** A season, as far as it decides who is alive. `weeks` is ordered by number. */
export interface SeasonResults {
  readonly seasonYear: number
  readonly missedPick: PoolRules['missedPick']
  readonly weeks: readonly WeekResults[]
}

/** What standing needs of an entry. */
export interface EntryRecord {
  readonly teamOf: (week: WeekId) => TeamAbbr | undefined
  /** Whether the week's standing lock found it alive without a pick. */
  readonly hasMissed: (week: WeekId) => boolean
  readonly waivedLosses: readonly Loss[]
  readonly eliminatedByHand: { readonly seasonYear: number; readonly weekNumber: number } | null
}

/** Alive, or out since a week and why. */
export type Standing =
  | { readonly status: 'alive' }
  | {
      readonly status: 'out'
      readonly eliminatedWeek: number
      readonly cause: 'loss' | 'missed' | 'hand'
      readonly team: TeamAbbr | null
    }

const ALIVE: Standing = { status: 'alive' }

interface SeasonLoss extends Loss {
  readonly weekNumber: number
}

/** Every loss of an entry in a season that no admin forgave, in the order of the weeks. */
export function unwaivedLosses(entry: EntryRecord, season: SeasonResults): readonly SeasonLoss[] {
  const losses: SeasonLoss[] = []
  for (const week of season.weeks) {
    const team = entry.teamOf(week.id) ?? null
    const lost =
      team === null
        ? season.missedPick === 'eliminated' && week.complete && entry.hasMissed(week.id)
        : week.results.get(team) === 'loss'
    if (!lost) continue
    const forgiven = entry.waivedLosses.some((loss) => loss.weekId === week.id && loss.team === team)
    if (!forgiven) losses.push({ weekId: week.id, team, weekNumber: week.weekNumber })
  }
  return losses
}

/**
 * Whether an entry is alive in a season. Derived, never stored, so that a corrected score brings an entry back or
 * takes it out by itself (decisions.md §Rules 6).
 */
export function deriveStanding(entry: EntryRecord, season: SeasonResults): Standing {
  const loss = unwaivedLosses(entry, season)[0]
  const hand = entry.eliminatedByHand?.seasonYear === season.seasonYear ? entry.eliminatedByHand : null
  if (hand !== null && (loss === undefined || hand.weekNumber < loss.weekNumber)) {
    return { status: 'out', eliminatedWeek: hand.weekNumber, cause: 'hand', team: null }
  }
  if (loss === undefined) return ALIVE
  const cause = loss.team === null ? 'missed' : 'loss'
  return { status: 'out', eliminatedWeek: loss.weekNumber, cause, team: loss.team }
}

/** Whether an entry with this standing went into a week alive: the rows of the reveal (decisions.md §Settled further). */
export function enteredWeekAlive(standing: Standing, weekNumber: number): boolean {
  return standing.status === 'alive' || standing.eliminatedWeek >= weekNumber
}

/** How a season stands as a whole (decisions.md §Rules 11). */
export type SeasonOutcome =
  | { readonly status: 'running' }
  /** One champion, or several who fell together. */
  | { readonly status: 'finished'; readonly weekNumber: number; readonly champions: readonly number[] }

/**
 * Who won: decided by the first week with all games final that left at most one entry alive. It is the one left, or
 * those who fell last and together; losing later takes nothing away. A pool in which nobody fell has not begun to end,
 * so that a single entry is no champion.
 * @param standings of every entry of the season
 * @param completeWeeks numbers of the weeks whose games are all final and settled
 */
export function deriveSeasonOutcome(standings: readonly EntryStanding[], completeWeeks: ReadonlySet<number>): SeasonOutcome {
  for (const weekNumber of [...completeWeeks].sort((a, b) => a - b)) {
    const left = standings.filter(({ standing }) => fallOf(standing) > weekNumber)
    const falls = standings.map(({ standing }) => fallOf(standing)).filter((fall) => fall <= weekNumber)
    const lastFall = falls.reduce((last, fall) => Math.max(last, fall), 0)
    if (left.length > 1 || lastFall === 0) continue
    const champions = left.length === 1 ? left : standings.filter(({ standing }) => fallOf(standing) === lastFall)
    return { status: 'finished', weekNumber, champions: champions.map(({ entryId }) => entryId) }
  }
  return { status: 'running' }
}

interface EntryStanding {
  readonly entryId: number
  readonly standing: Standing
}

/** The week after which an entry is not alive. */
function fallOf(standing: Standing): number {
  return standing.status === 'out' ? standing.eliminatedWeek : Infinity
}
