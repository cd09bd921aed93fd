import { eliminationOf } from '@outlast/contract/elimination'
import { isAutoPick } from '@outlast/contract/live/season-picks'
import type { SeasonEntry, SeasonView } from '@outlast/contract/live/wire'
import type { PickResult, SettledResult } from '@outlast/domain/rules'
import { participantsOf, seasonOutcomeOf, standingsOf, teamsOf } from './standings.ts'

/** An entry of a season with its standing. */
export interface SeasonRow {
  readonly entry: SeasonEntry
  /** The results of all weeks, by week number. All rows share them. */
  readonly results: ReadonlyMap<number, Readonly<Record<string, SettledResult>>>
  /** Null while the entry is alive. */
  readonly eliminatedWeek: number | null
  readonly livesLeft: number | null
  readonly isChampion: boolean
}

/** A team of an entry in a week, with its result. */
interface RowPick {
  readonly team: string
  readonly result: PickResult
  readonly isAuto: boolean
}

/** Returns the entries of a season, in the order of the view. */
export function seasonRowsOf(view: SeasonView): readonly SeasonRow[] {
  const outcome = seasonOutcomeOf(view)
  const champions = new Set<number>(outcome.status === 'finished' ? outcome.champions : [])
  const standings = standingsOf(view)
  const results = new Map(view.weeks.map((week) => [week.week_number, week.results]))
  return participantsOf(view).map((entry) => {
    const { eliminated_week: eliminatedWeek, lives_left: livesLeft } = eliminationOf(standings.get(entry.id))
    return { entry, results, eliminatedWeek, livesLeft, isChampion: champions.has(entry.id) }
  })
}

/** Returns a row's picks of a week. Derived when a cell is shown: most of the 180,000 cells of a large pool never are. */
export function picksOf({ entry, results }: SeasonRow, week: number): readonly RowPick[] {
  return teamsOf(entry, week).map((team) => ({
    team,
    result: results.get(week)?.[team] ?? 'tbd',
    isAuto: isAutoPick(entry, week, team),
  }))
}
