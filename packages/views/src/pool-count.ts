import type { SeasonView, WeekView } from '@outlast/contract/live/wire'
import { memoize } from './memoize.ts'
import { isLastLocked, weekSurvivorsOf } from './stakes.ts'
import { participantsOf, seasonOutcomeOf, standingsOf } from './standings.ts'

/** How many entries are alive. Every part of every screen takes these numbers from here, so that no two contradict each other. */
export interface PoolCount {
  readonly alive: number
  /** Of how many. */
  readonly total: number
  /** Of those alive: how many joined after the week's lock and play from the next one on. */
  readonly later: number
}

/** Counts the entries that are alive in a season, of all that take part in it. */
export const seasonCountOf = memoize((season: SeasonView): Omit<PoolCount, 'later'> => ({
  alive: aliveOf(season).length,
  total: participantsOf(season).length,
}))

/** Counts the entries of a revealed week that are alive, with those that joined after its lock if it is the last that locked. */
export function weekCountOf(view: WeekView, season: SeasonView | undefined): PoolCount {
  const { alive } = weekSurvivorsOf(view, season)
  const later = laterIn(view, season).length
  return { alive: alive.size + later, total: view.entries.length + later, later }
}

/** Returns the entries that {@link weekCountOf} counts as alive. */
export function aliveInWeek(
  view: WeekView,
  season: SeasonView | undefined,
): readonly { readonly id: number; readonly name: string }[] {
  const { alive } = weekSurvivorsOf(view, season)
  return [...view.entries.filter(({ id }) => alive.has(id)), ...laterIn(view, season)]
}

function laterIn(view: WeekView, season: SeasonView | undefined): SeasonView['entries'] {
  if (season === undefined || !isLastLocked(view, season)) return []
  const began = new Set(view.entries.map(({ id }) => id))
  return aliveOf(season).filter(({ id }) => !began.has(id))
}

function aliveOf(season: SeasonView): SeasonView['entries'] {
  const standings = standingsOf(season)
  return participantsOf(season).filter(({ id }) => standings.get(id)?.status === 'alive')
}

/** Counts the entries that share the pot: those alive, or the champions of a decided season (docs/rules.md §14.6). */
export function sharersOf(season: SeasonView): { readonly sharers: number; readonly isDecided: boolean } {
  const outcome = seasonOutcomeOf(season)
  return outcome.status === 'finished'
    ? { sharers: outcome.champions.length, isDecided: true }
    : { sharers: seasonCountOf(season).alive, isDecided: false }
}

/** Counts by team how many entries that are alive have used it in the revealed weeks of a season. */
export function usageAlive(season: SeasonView): ReadonlyMap<string, number> {
  const usage = new Map<string, number>()
  for (const { picks, more = {} } of aliveOf(season)) {
    for (const team of [...Object.values(picks), ...Object.values(more).flat()]) usage.set(team, (usage.get(team) ?? 0) + 1)
  }
  return usage
}
