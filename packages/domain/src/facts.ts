import { isComplete, settledResults } from './results.ts'
import { type EntryFacts, type SeasonFacts, type Standing, standingOf, type WeekFacts } from './standing.ts'
import { currentWeek, type Entry, type PoolState, rulesOf, type Week, weeksOfSeason } from './state.ts'

/** Weeks are replaced, never changed, so what was derived from one stays true for it. */
const derived = new WeakMap<Week, WeekFacts>()

/** A week as standing needs it. A week that is open is never complete: nothing of it is decided but by the admin. */
export function weekFacts(week: Week): WeekFacts {
  const known = derived.get(week)
  if (known !== undefined) return known
  const facts = deriveWeekFacts(week)
  derived.set(week, facts)
  return facts
}

function deriveWeekFacts(week: Week): WeekFacts {
  const isLocked = week.locked !== null
  return {
    id: week.id,
    weekNumber: week.weekNumber,
    results: settledResults(week.games, isLocked),
    complete: isLocked && isComplete(week.games),
  }
}

/**
 * A season as standing needs it. Compute once per command, not per entry.
 * @param instead a week to take in place of the one with its id: "what if"
 */
export function seasonFacts(state: PoolState, seasonYear: number, instead?: Week): SeasonFacts {
  const weeks = weeksOfSeason(state, seasonYear).map((week) => (week.id === instead?.id ? instead : week))
  return { seasonYear, missedPick: rulesOf(state, seasonYear).missedPick, weeks: weeks.map(weekFacts) }
}

/** An entry as its standing in a season needs it. */
export function entryFacts(state: PoolState, entry: Entry, seasonYear: number): EntryFacts {
  return {
    teamOf: (weekId) => entry.picks.find((pick) => pick.weekId === weekId)?.team,
    missed: (weekId) => {
      const lock = state.weeks.get(weekId)?.locked?.position
      return lock !== undefined && entry.missed.some((miss) => miss.weekId === weekId && miss.lock === lock)
    },
    forgiven: entry.forgiven,
    eliminatedByHand: entry.eliminatedByHand.find((elimination) => elimination.seasonYear === seasonYear) ?? null,
  }
}

/** An entry's standing in a season (its own cost only: a season has at most 22 weeks). */
export function entryStanding(state: PoolState, entry: Entry, season: SeasonFacts): Standing {
  return standingOf(entryFacts(state, entry, season.seasonYear), season)
}

/** The standing everybody sees: in the current week's season; alive when there is none. */
export function currentStanding(state: PoolState, entry: Entry): Standing {
  const week = currentWeek(state)
  if (week === undefined) return { status: 'alive' }
  return entryStanding(state, entry, seasonFacts(state, week.seasonYear))
}
