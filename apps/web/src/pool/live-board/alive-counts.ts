import type { SeasonView, WeekView } from '@outlast/contract/live'
import { dangersOf, pickedTeams, resultsOf, stakesOf, weekCountOf, weekSurvivorsOf } from '@outlast/views'
import { countedAs } from './board-text.ts'

/** The entries of a revealed week by what became of their picks. All but `out` are alive. */
export interface AliveCounts {
  readonly alive: number
  readonly out: number
  readonly won: number
  /** Those whose team tied, where a tie is not a loss. */
  readonly tied: number
  readonly playing: number
  /** Those without a pick that survive the week. */
  readonly noPick: number
  /** Those without a pick that go out once every game is final. */
  readonly missed: number
  /** Those that joined after the lock. */
  readonly later: number
}

/** Counts the entries of a revealed week by what became of their picks. */
export function aliveCountsOf(view: WeekView, season: SeasonView): AliveCounts {
  const results = resultsOf(view)
  const { alive } = weekSurvivorsOf(view, season)
  const stakes = stakesOf(season, view.week.week_number)
  const { alive: all, total, later } = weekCountOf(view, season)
  const counts = { alive: all, out: total - all, later, won: 0, tied: 0, playing: 0, noPick: 0, missed: 0 }
  const dangerOf = dangersOf(view, season)
  for (const entry of view.entries) {
    if (!alive.has(entry.id)) continue
    const { teams, missing, lossesToGoOut } = dangerOf(entry)
    const lost = teams.filter((team) => results.get(team) === 'loss').length
    const isMissed = missing > 0 && lost + missing >= lossesToGoOut && stakes?.get(entry.id) === 'at_risk'
    const as = isMissed ? 'missed' : countedAs(pickedTeams(entry).map((team) => results.get(team)))
    if (as !== null) counts[as] += 1
  }
  return counts
}
