import { costsEach, stillApplies } from '@outlast/domain'
import type { SeasonView, SeasonWeek, WeekEntry, WeekView } from '@outlast/contract/live/wire'
import { areGamesOver, pickedTeams, resultsOf } from './reveal.ts'
import { isWipedOut, type Standing, standingsOf, teamsOf, withoutMoreWipeOuts } from './standings.ts'

/**
 * What a loss in a revealed week means for an entry. `at_risk`: it goes out. `safe`: it stays in, because it has a life left, an admin
 * waived the loss, or the pool's rules let it survive without a pick. `out`: it is out however the games end.
 */
type Stake = 'at_risk' | 'safe' | 'out'

/** What hangs on a week's games, by entry. Does not depend on the week's scores. */
type WeekStakes = ReadonlyMap<number, Stake>

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
  const picked = new Set(season.entries.flatMap((entry) => teamsOf(entry, weekNumber)))
  const lost = Object.fromEntries([...picked].map((team) => [team, 'loss' as const]))
  const unplayed = beforeWeek(season, weekNumber)
  const before = standingsOf(unplayed)
  // When all go out, the rules may bring all back. Each of them was at risk nevertheless.
  const worst = standingsOf(withWeek(withoutMoreWipeOuts(unplayed), weekNumber, { results: lost, is_complete: true }))
  const isOut = (standing: ReturnType<typeof before.get>): boolean =>
    standing?.status === 'out' && standing.eliminatedWeek <= weekNumber
  return new Map(
    season.entries.map(({ id }) => [id, isOut(before.get(id)) ? 'out' : isOut(worst.get(id)) ? 'at_risk' : 'safe'] as const),
  )
}

/** A season before the games of a week. */
function beforeWeek(season: SeasonView, weekNumber: number): SeasonView {
  return withWeek(season, weekNumber, { results: {}, is_complete: false })
}

/** Replaces the outcome of a week, and drops the weeks after it. */
function withWeek(season: SeasonView, weekNumber: number, over: Partial<SeasonWeek>): SeasonView {
  const weeks = season.weeks.filter(({ week_number }) => week_number <= weekNumber)
  return { ...season, weeks: weeks.map((week) => (week.week_number === weekNumber ? { ...week, ...over } : week)) }
}

/** Until the season's view knows an entry, its pick decides alone. */
export function stakeOf(stakes: WeekStakes | null, id: number, team: string | null): Stake {
  return stakes?.get(id) ?? (team === null ? 'safe' : 'at_risk')
}

/** What an entry can lose in a revealed week. */
export interface Danger {
  /** Its teams whose losses cost it something. */
  readonly teams: readonly string[]
  /** How many picks it lacks, which costs as much once the week is over. */
  readonly missing: number
  /** How many of these losses put it out. */
  readonly lossesToGoOut: number
}

/** Returns a function that tells what an entry of a week can lose. Ask it only about entries that are at risk. */
export function dangersOf({ week, entries }: WeekView, season: SeasonView | undefined): (entry: WeekEntry) => Danger {
  const { picks } = week
  if (picks === undefined) return ({ team }) => (team === null ? NO_PICK : { teams: [team], missing: 0, lossesToGoOut: 1 })
  const known = new Map(season?.entries.map((entry) => [entry.id, entry]))
  const isEach = costsEach(season?.slot_loss)
  const before = season !== undefined && isEach ? standingsOf(beforeWeek(season, week.week_number)) : undefined
  const dangers = new Map(
    entries.map((entry): [number, Danger] => {
      const own = known.get(entry.id)
      const waived = own?.forgiven.filter((loss) => loss.week === week.week_number).map(({ team }) => team) ?? []
      const teams = pickedTeams(entry)
      const isMissed =
        own?.missed.includes(week.week_number) === true && season?.missed_pick !== 'survives' && !waived.includes(null)
      const isWaived = !isEach && waived.some((team) => stillApplies({ team }, teams, picks))
      const standing = before?.get(entry.id)
      return [
        entry.id,
        {
          teams: isWaived ? [] : teams.filter((team) => !waived.includes(team)),
          missing: isMissed && !isWaived ? picks - teams.length : 0,
          lossesToGoOut: standing === undefined ? 1 : Math.max(1, standing.livesLeft),
        },
      ]
    }),
  )
  return (entry) => dangers.get(entry.id) ?? { teams: pickedTeams(entry), missing: 0, lossesToGoOut: 1 }
}

const NO_PICK: Danger = { teams: [], missing: 1, lossesToGoOut: 1 }

/** Why an entry is out: its pick lost, it had no pick, or an admin put it out. */
export type OutCause = Extract<Standing, { status: 'out' }>['cause']

/**
 * The entries that are alive, and those that are out and why, after the results of a revealed week that count so far. Who survived the last
 * week that has locked, and was put out by hand since, is neither: it is not alive, and did not go out in that week.
 */
interface WeekSurvivors {
  readonly alive: ReadonlySet<number>
  readonly out: ReadonlyMap<number, OutCause>
}

/** Derives who is alive after the results of a revealed week so far, among the entries that began it. */
export function weekSurvivorsOf(view: WeekView, season: SeasonView | undefined): WeekSurvivors {
  const results = resultsOf(view)
  const stakes = season === undefined ? null : stakesOf(season, view.week.week_number)
  const isComplete = areGamesOver(view.games)
  const dangerOf = dangersOf(view, season)
  const haveComeBack = season !== undefined && isWipedOut(season, view.week.week_number)
  const outSince = season !== undefined && isLastLocked(view, season) ? standingsOf(season) : null
  const alive = new Set<number>()
  const out = new Map<number, OutCause>()
  for (const entry of view.entries) {
    const { id, team } = entry
    const stake = stakeOf(stakes, id, team)
    const { teams, missing, lossesToGoOut } = dangerOf(entry)
    const lost = teams.filter((other) => results.get(other) === 'loss').length
    if (stake === 'out') out.set(id, causeOf(season, id))
    else if (stake === 'at_risk' && lost >= lossesToGoOut && !haveComeBack) out.set(id, 'loss')
    else if (stake === 'at_risk' && isComplete && lost + missing >= lossesToGoOut && !haveComeBack) out.set(id, 'missed')
    else if (!wasPutOutSince(outSince?.get(id), view.week.week_number)) alive.add(id)
  }
  return { alive, out }
}

/** Whether a week is the last of its season that has locked, so that those who survive it are those who are alive. */
export function isLastLocked({ week }: WeekView, season: SeasonView): boolean {
  return !season.weeks.some(({ is_locked, week_number }) => is_locked && week_number > week.week_number)
}

const wasPutOutSince = (standing: Standing | undefined, weekNumber: number): boolean =>
  standing?.status === 'out' && standing.cause === 'hand' && standing.eliminatedWeek > weekNumber

/** Why an entry is out that no result of the week can save. A decisive loss counts before an admin's elimination in the same week. */
function causeOf(season: SeasonView | undefined, id: number): OutCause {
  const standing = season === undefined ? undefined : standingsOf(season).get(id)
  return standing?.status === 'out' ? standing.cause : 'hand'
}
