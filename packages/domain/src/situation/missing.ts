import { deriveStanding, type EntryRecord, type SeasonResults, unwaivedLosses } from '../standing/standing.ts'
import type { Time } from '../values/game-life.ts'
import type { WeekId } from '../values/ids.ts'
import type { TeamAbbr } from '../values/teams.ts'
import { unpaidIn } from '../values/unpaid.ts'
import type { OutlookFacts } from './facts.ts'

/** The picks that an entry lacks in a week. */
export interface Missing {
  /** How many. A plan that cannot stand is lacking, a sealed pick isn't. */
  readonly count: number
  /** How many of them the lock fills with automatic picks. A lock that finds no team for one fills fewer. */
  readonly autoPicks: number
  /** What the others cost once the week is complete; null when they have cost it, which the standing says. */
  readonly costs: MissingCost | null
}

export interface MissingCost {
  readonly livesLost: number
  /** Whether it has no life left then. */
  readonly isOut: boolean
}

const NOTHING: MissingCost = { livesLost: 0, isOut: false }

/**
 * What picks cost that a lock does not find, or has not found: the difference that they make to the standing.
 * @param isMissed whether the entry misses the week by them
 */
export function costOfMissing(
  record: EntryRecord,
  season: SeasonResults,
  weekId: WeekId,
  missing: number,
  isMissed: boolean,
): MissingCost | null {
  const week = season.weeks.find(({ id }) => id === weekId)
  const before = unwaivedLosses(record, season)
  if (missing <= 0 || week === undefined || deriveStanding(record, season).status === 'out') return NOTHING
  if (week.complete) return before.some((loss) => loss.weekId === weekId) ? null : NOTHING
  const teams = record.teamsOf(weekId)
  const over = { ...week, lockPosition: week.lockPosition ?? Infinity, slots: teams.length + missing, complete: true }
  const after = { ...season, weeks: season.weeks.map((other) => (other === week ? over : other)) }
  const missed = { ...record, hasMissed: (id: WeekId) => (id === weekId ? isMissed : record.hasMissed(id)) }
  const livesLost = unwaivedLosses(missed, after).length - before.length
  return { livesLost, isOut: deriveStanding(missed, after).status === 'out' }
}

/** The automatic picks of the season that an entry has left, where the rules give any; null when unknown. */
export function autoPicksLeft({ rules, autoPicks }: Pick<OutlookFacts<Time>, 'rules' | 'autoPicks'>): number | null {
  return autoPicks === null ? null : Math.max(0, rules.maxAutoPicks - autoPicks)
}

/** Says what an entry lacks in a week, and what follows. */
export function missingOf<T extends Time>(facts: OutlookFacts<T>, hasTeamLeft: boolean): Missing {
  const { record, season, weekId, slots, picks, isLocked } = facts
  const standing = picks.filter(({ voidBy }) => voidBy === null)
  const count = Math.max(0, slots - standing.length)
  const autoPicks = !isLocked && hasTeamLeft ? Math.min(count, givenAtLock(facts)) : 0
  const isMissed = isLocked ? record.hasMissed(weekId) : facts.mayMiss
  const teams: readonly string[] = standing.flatMap(({ team }) => team ?? [])
  const own = isLocked
    ? record
    : { ...record, teamsOf: (id: WeekId) => (id === weekId ? (teams as readonly TeamAbbr[]) : record.teamsOf(id)) }
  return { count, autoPicks, costs: costOfMissing(own, season, weekId, count - autoPicks, isMissed) }
}

/** How many automatic picks an open week's lock has for an entry (docs/rules.md §14.2). */
function givenAtLock<T extends Time>(facts: OutlookFacts<T>): number {
  const { season, rules, weekNumber, isPaid, mayMiss, ranking, used, picks } = facts
  if (season.missedPick !== 'auto' || !mayMiss || unpaidIn(rules.unpaidAfterWeek, weekNumber, isPaid) === 'refused') return 0
  const left = autoPicksLeft(facts) ?? rules.maxAutoPicks
  if (ranking === null || rules.autoPick.some((step) => step !== 'my_list')) return left
  const free = ranking.filter((team) => !used.has(team) && picks.every((pick) => pick.team !== team))
  return Math.min(left, free.length)
}
