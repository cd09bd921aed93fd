import { allGamesFinal, settledResults } from './results.ts'
import { type EntryRecord, type SeasonResults, type Standing, deriveStanding, type WeekResults } from './standing.ts'
import { currentWeek, type Entry, type PoolState, rulesForSeason, type Week, weeksOfSeason } from './state.ts'

/** Weeks are replaced, never changed, so what was derived from one stays true for it. */
const derived = new WeakMap<Week, WeekResults>()

/** A week as standing needs it. A week that is open is never complete: nothing of it is decided but by the admin. */
export function weekResults(week: Week): WeekResults {
  const known = derived.get(week)
  if (known !== undefined) return known
  const facts = deriveWeekResults(week)
  derived.set(week, facts)
  return facts
}

function deriveWeekResults(week: Week): WeekResults {
  const isLocked = week.locked !== null
  return {
    id: week.id,
    weekNumber: week.weekNumber,
    results: settledResults(week.games, isLocked),
    complete: isLocked && allGamesFinal(week.games),
  }
}

/**
 * A season as standing needs it. Compute once per command, not per entry.
 * @param instead a week to take in place of the one with its id: "what if"
 */
export function seasonResults(state: PoolState, seasonYear: number, instead?: Week): SeasonResults {
  const weeks = weeksOfSeason(state, seasonYear).map((week) => (week.id === instead?.id ? instead : week))
  return { seasonYear, missedPick: rulesForSeason(state, seasonYear).missedPick, weeks: weeks.map(weekResults) }
}

/** An entry as its standing in a season needs it. */
export function entryRecord(state: PoolState, entry: Entry, seasonYear: number): EntryRecord {
  return {
    teamOf: (weekId) => entry.picks.find((pick) => pick.weekId === weekId)?.team,
    hasMissed: (weekId) => {
      const lock = state.weeks.get(weekId)?.locked?.position
      return lock !== undefined && entry.missedWeeks.some((miss) => miss.weekId === weekId && miss.lock === lock)
    },
    waivedLosses: entry.waivedLosses,
    eliminatedByHand: entry.eliminatedByHand.find((elimination) => elimination.seasonYear === seasonYear) ?? null,
  }
}

/** An entry's standing in a season (its own cost only: a season has at most 22 weeks). */
export function entryStanding(state: PoolState, entry: Entry, season: SeasonResults): Standing {
  return deriveStanding(entryRecord(state, entry, season.seasonYear), season)
}

/** The standing everybody sees: in the current week's season; alive when there is none. */
export function currentStanding(state: PoolState, entry: Entry): Standing {
  const week = currentWeek(state)
  if (week === undefined) return { status: 'alive' }
  return entryStanding(state, entry, seasonResults(state, week.seasonYear))
}
