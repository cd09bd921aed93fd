import {
  type EntryRecord,
  type SeasonOutcome,
  deriveSeasonOutcome,
  type SeasonResults,
  type SettledResult,
  type Standing,
  deriveStanding,
  type TeamAbbr,
  weekId,
} from '@outlast/domain'
import type { SeasonEntry, SeasonView } from '../wire.ts'

/** Stands for the team of a settled loss that is not revealed yet. */
const UNTOLD = '?' as TeamAbbr

const standings = new WeakMap<SeasonView, ReadonlyMap<number, Standing>>()
const finishes = new WeakMap<SeasonView, SeasonOutcome>()

/**
 * Every entry's standing, by the rules of the domain (decisions.md §Rules 6). Computed once per view object: views are
 * replaced, never changed.
 */
export function standingsOf(view: SeasonView): ReadonlyMap<number, Standing> {
  const known = standings.get(view)
  if (known !== undefined) return known
  const season = seasonOf(view)
  const derived = new Map(view.entries.map((entry) => [entry.id, deriveStanding(factsOf(entry, view.season_year), season)]))
  standings.set(view, derived)
  return derived
}

/** Returns the fields that show a standing: whether the entry is out, and since which week. */
export function eliminationOf(standing: Standing | undefined): { is_eliminated: boolean; eliminated_week: number | null } {
  return standing?.status === 'out'
    ? { is_eliminated: true, eliminated_week: standing.eliminatedWeek }
    : { is_eliminated: false, eliminated_week: null }
}

/** How the season stands: still running, or who won (decisions.md §Rules 11). */
export function finishOfSeason(view: SeasonView): SeasonOutcome {
  const known = finishes.get(view)
  if (known !== undefined) return known
  const all = [...standingsOf(view)].map(([entryId, standing]) => ({ entryId, standing }))
  const complete = view.weeks.filter((week) => week.is_complete).map((week) => week.week_number)
  const finish = deriveSeasonOutcome(all, new Set(complete))
  finishes.set(view, finish)
  return finish
}

/** A view names weeks by their number, which is unique in its season: here the number is the week's id. */
function seasonOf(view: SeasonView): SeasonResults {
  const weeks = view.weeks.map((week) => ({
    id: weekId(week.week_number),
    weekNumber: week.week_number,
    results: new Map([...(Object.entries(week.results) as [TeamAbbr, SettledResult][]), [UNTOLD, 'loss'] as const]),
    complete: week.is_complete,
  }))
  return { seasonYear: view.season_year, missedPick: view.missed_pick, weeks }
}

function factsOf(entry: SeasonEntry, seasonYear: number): EntryRecord {
  const { picks, missed, hidden_losses, eliminated_by_hand } = entry
  return {
    teamOf: (week) => (picks[week] as TeamAbbr | undefined) ?? (hidden_losses.includes(week) ? UNTOLD : undefined),
    hasMissed: (week) => missed.includes(week),
    waivedLosses: entry.forgiven.map(({ week, team }) => ({ weekId: weekId(week), team: team as TeamAbbr | null })),
    eliminatedByHand: eliminated_by_hand === null ? null : { seasonYear, weekNumber: eliminated_by_hand },
  }
}
