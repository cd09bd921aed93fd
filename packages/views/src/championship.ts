import { isAutoPick } from '@outlast/contract/live/season-picks'
import type { ChampionRoad as RestRoad } from '@outlast/contract/rest/hall-of-fame'
import type { Immutable, SeasonEntry, SeasonView } from '@outlast/contract/live/wire'
import { memoize } from './memoize.ts'
import { participantsOf, seasonOutcomeOf, standingsOf, takesPartInWeek, teamsOf } from './standings.ts'

export type ChampionRoad = Immutable<RestRoad>

/** How a season was decided. */
export interface Championship {
  readonly seasonYear: number
  /** The week that decided it. */
  readonly weekNumber: number
  /** How many entries took part. */
  readonly entries: number
  /** Whether entries were left: one, or several that agreed to share the title. Otherwise the last ones fell together (docs/rules.md §6). */
  readonly hasSurvivor: boolean
  readonly champions: readonly ChampionRoad[]
}

/** Derives who won a season and how; null while it runs. */
export const championshipOf = memoize((view: SeasonView): Championship | null => {
  const outcome = seasonOutcomeOf(view)
  if (outcome.status === 'running') return null
  const { weekNumber } = outcome
  const winners = new Set(outcome.champions)
  const entries = view.entries.filter(({ id }) => winners.has(id))
  return {
    seasonYear: view.season_year,
    weekNumber,
    entries: participantsOf(view).length,
    hasSurvivor: entries.some(({ id }) => lastWeek(view, id) > weekNumber),
    champions: entries.map((entry) => roadOf(view, entry, weekNumber)),
  }
})

/**
 * Returns what a champion did in every locked week up to the one that decided the season.
 * @param view may hold only some of the season's entries
 */
export function roadOf(view: SeasonView, entry: SeasonEntry, decidedWeek: number): ChampionRoad {
  const last = lastWeek(view, entry.id)
  const weeks = view.weeks.filter(
    (week) => week.is_locked && week.week_number <= Math.min(decidedWeek, last) && takesPartInWeek(entry, week),
  )
  return {
    entry_id: entry.id,
    entry_name: entry.name,
    user_name: entry.user_name,
    weeks_survived: weeks.filter(({ week_number }) => week_number < last).length,
    picks: weeks.map(({ week_number, results }) => {
      const [first, ...more] = teamsOf(entry, week_number).map((team) => ({
        team_abbr: team,
        result: results[team] ?? ('tbd' as const),
        ...(isAutoPick(entry, week_number, team) && { is_auto: true as const }),
      }))
      return { week_number, ...(first ?? { team_abbr: null, result: null }), ...(more.length > 0 && { more }) }
    }),
  }
}

/** The last week that an entry entered alive. */
function lastWeek(view: SeasonView, entryId: number): number {
  const standing = standingsOf(view).get(entryId)
  return standing?.status === 'out' ? standing.eliminatedWeek : Infinity
}
