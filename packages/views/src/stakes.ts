import type { SeasonView, SeasonWeek, WeekView } from '@outlast/contract/live/wire'
import { areGamesOver, resultsOf } from './reveal.ts'
import { type Standing, standingsOf } from './standings.ts'

/**
 * What a loss in a revealed week means for an entry. `hangs`: it goes out. `safe`: it stays in, because it has a life left, an admin
 * waived the loss, or the pool's rules let it survive without a pick. `out`: it is out however the games end.
 */
type Stake = 'hangs' | 'safe' | 'out'

/** What hangs on a week's games, by entry. Does not depend on the week's scores. */
export type WeekStakes = ReadonlyMap<number, Stake>

const cache = new WeakMap<SeasonView, Map<number, WeekStakes>>()

/** Derives what hangs on the games of a week by the rules of standings. Null until the season's view has revealed the week. */
export function stakesOf(season: SeasonView, weekNumber: number): WeekStakes | null {
  if (season.weeks.find(({ week_number }) => week_number === weekNumber)?.is_locked !== true) return null
  const known = cache.get(season)?.get(weekNumber)
  if (known !== undefined) return known
  const stakes = deriveStakes(season, weekNumber)
  cache.set(season, (cache.get(season) ?? new Map<number, WeekStakes>()).set(weekNumber, stakes))
  return stakes
}

/** Compares the standings before the week's games with those after a week in which every pick lost. */
function deriveStakes(season: SeasonView, weekNumber: number): WeekStakes {
  const picked = new Set(season.entries.map(({ picks }) => picks[weekNumber]).filter((team) => team !== undefined))
  const lost = Object.fromEntries([...picked].map((team) => [team, 'loss' as const]))
  const before = standingsOf(withWeek(season, weekNumber, { results: {}, is_complete: false }))
  const worst = standingsOf(withWeek(season, weekNumber, { results: lost, is_complete: true }))
  const isOut = (standing: ReturnType<typeof before.get>): boolean =>
    standing?.status === 'out' && standing.eliminatedWeek <= weekNumber
  return new Map(
    season.entries.map(({ id }) => [id, isOut(before.get(id)) ? 'out' : isOut(worst.get(id)) ? 'hangs' : 'safe'] as const),
  )
}

/** Replaces the outcome of a week, and drops the weeks after it. */
function withWeek(season: SeasonView, weekNumber: number, over: Partial<SeasonWeek>): SeasonView {
  const weeks = season.weeks.filter(({ week_number }) => week_number <= weekNumber)
  return { ...season, weeks: weeks.map((week) => (week.week_number === weekNumber ? { ...week, ...over } : week)) }
}

/** Until the season's view knows an entry, its pick decides alone. */
export function stakeOf(stakes: WeekStakes | null, id: number, team: string | null): Stake {
  return stakes?.get(id) ?? (team === null ? 'safe' : 'hangs')
}

/** Why an entry is out: its pick lost, it had no pick, or an admin put it out. */
export type OutCause = Extract<Standing, { status: 'out' }>['cause']

/** The entries that are alive, and those that are out and why, after the results of a revealed week that count so far. */
export interface WeekSurvivors {
  readonly alive: ReadonlySet<number>
  readonly out: ReadonlyMap<number, OutCause>
}

/** Derives who is alive after the results of a revealed week so far, among the entries that began it. */
export function weekSurvivorsOf(view: WeekView, season: SeasonView | undefined): WeekSurvivors {
  const results = resultsOf(view)
  const stakes = season === undefined ? null : stakesOf(season, view.week.week_number)
  const isComplete = areGamesOver(view.games)
  const alive = new Set<number>()
  const out = new Map<number, OutCause>()
  for (const { id, team } of view.entries) {
    const stake = stakeOf(stakes, id, team)
    const hasLost = team === null ? isComplete : results.get(team) === 'loss'
    if (stake === 'out') out.set(id, causeOf(season, id))
    else if (stake === 'hangs' && hasLost) out.set(id, team === null ? 'missed' : 'loss')
    else alive.add(id)
  }
  return { alive, out }
}

/** Why an entry is out that no result of the week can save. A decisive loss counts before an admin's elimination in the same week. */
function causeOf(season: SeasonView | undefined, id: number): OutCause {
  const standing = season === undefined ? undefined : standingsOf(season).get(id)
  return standing?.status === 'out' ? standing.cause : 'hand'
}
