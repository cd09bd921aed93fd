import { picksOf } from './state/entry-picks.ts'
import type { Participant } from './standing/season-table.ts'
import type { Game, SettledResult } from './values/game.ts'
import type { WeekId } from './values/ids.ts'
import type { Instant } from './values/instant.ts'
import { participantsOf, seasonOutcome } from './standing/participation.ts'
import { seasonResults, weekResults } from './standing/season-results.ts'
import { enteredWeekAlive, isInWeek } from './standing/standing.ts'
import { type Entry, type PoolState, type Round, roundsOf } from './state/state.ts'
import type { TeamAbbr } from './values/teams.ts'

// What a complete week was about, for its summary (docs/rules.md §16.4). It follows from the log alone: picks, results and corrections.

/** A side of a final game, as the entries on it saw it. */
export interface PickedSide {
  readonly team: TeamAbbr
  readonly opponent: TeamAbbr
  readonly score: number
  readonly opponentScore: number
  /** The names of the entries that picked the team, in the order of the entries' ids. Of a team that won, without those that another pick put out. */
  readonly entryNames: readonly string[]
}

export interface WeekSummaryFacts {
  readonly seasonYear: number
  readonly weekNumber: number
  /** How many entries went into the week alive. */
  readonly entered: number
  /** The names of the entries that went out in this week. */
  readonly out: readonly string[]
  readonly alive: number
  /** How many entries fell together and came back, because all that were left fell. */
  readonly cameBack: number
  /** The picked team with the smallest margin, of those whose picks won. */
  readonly closestEscape: PickedSide | null
  /** The team, of those whose picks won, that the fewest entries picked; null if all entries that survived picked the same team. */
  readonly loneliestSurvivor: PickedSide | null
  /** The team with a loss, or with a tie that counts as one, that the most entries picked. */
  readonly biggestUpset: PickedSide | null
  /** How many final scores of the week were corrected. */
  readonly corrections: number
  /** The lock of the season's next week; null if there is none, or if it has passed. */
  readonly nextLock: { readonly weekNumber: number; readonly lockTime: Instant } | null
  /** The champions, if this week decided the season. */
  readonly champions: readonly string[]
}

/**
 * Returns what a week was about; undefined unless it is complete. Its cost grows with the entries.
 */
export function summarizeWeek(
  pool: PoolState,
  id: WeekId,
  labelOf: (entry: Entry) => string = ({ name }) => name,
): WeekSummaryFacts | undefined {
  const week = pool.rounds.get(id)
  if (week === undefined) return undefined
  const { games = [], corrections = 0 } = pool.schedule.get(week.scheduleId) ?? {}
  const results = weekResults(pool, week, games)
  if (!results.complete) return undefined
  const season = seasonResults(pool, week.contestId)
  const contenders = participantsOf(pool, season).filter(
    (participant) => isInWeek(participant, results) && enteredWeekAlive(participant.standing, week.weekNumber),
  )
  const out = contenders.filter(({ standing }) => standing.status === 'out' && standing.eliminatedWeek === week.weekNumber)
  // An entry did not survive on a team that won if another of its picks put it out.
  const fallen = new Set(out.filter(({ standing }) => standing.status === 'out' && standing.cause !== 'hand'))
  const sidesWith = (result: SettledResult, of: readonly Participant[]) => {
    const names = namesByTeam(of, id, labelOf)
    return games.flatMap((game) => pickedSides(game, names)).filter(({ team }) => results.results.get(team) === result)
  }
  const winners = sidesWith(
    'win',
    contenders.filter((each) => !fallen.has(each)),
  )
  const losers = sidesWith('loss', contenders)
  const outcome = seasonOutcome(pool, season)
  const decides = outcome.status === 'finished' && outcome.weekNumber === week.weekNumber
  return {
    seasonYear: week.seasonYear,
    weekNumber: week.weekNumber,
    entered: contenders.length,
    out: out.map(({ entry }) => labelOf(entry)),
    alive: contenders.length - out.length,
    cameBack: season.wipeOuts.includes(id) ? contenders.length - out.length : 0,
    closestEscape: first(winners, (a, b) => margin(a) - margin(b) || popularity(b) - popularity(a)),
    loneliestSurvivor: winners.length < 2 ? null : first(winners, (a, b) => popularity(a) - popularity(b)),
    biggestUpset: first(losers, (a, b) => popularity(b) - popularity(a)),
    corrections,
    nextLock: nextLock(pool, week),
    champions: decides ? outcome.champions.flatMap((entryId) => entryOf(pool, entryId).map(labelOf)) : [],
  }
}

function namesByTeam(
  participants: readonly Participant[],
  id: WeekId,
  labelOf: (entry: Entry) => string,
): ReadonlyMap<TeamAbbr, string[]> {
  const names = new Map<TeamAbbr, string[]>()
  for (const { entry } of participants) {
    for (const { team } of picksOf(entry, id)) names.set(team, [...(names.get(team) ?? []), labelOf(entry)])
  }
  return names
}

function pickedSides(
  { home, away, homeScore, awayScore, status }: Game,
  names: ReadonlyMap<TeamAbbr, readonly string[]>,
): PickedSide[] {
  if (status !== 'final' || homeScore === null || awayScore === null) return []
  const sides = [
    { team: home, opponent: away, score: homeScore, opponentScore: awayScore },
    { team: away, opponent: home, score: awayScore, opponentScore: homeScore },
  ]
  return sides.flatMap((side) => {
    const entryNames = names.get(side.team)
    return entryNames === undefined ? [] : [{ ...side, entryNames }]
  })
}

const margin = ({ score, opponentScore }: PickedSide): number => Math.abs(score - opponentScore)
const popularity = ({ entryNames }: PickedSide): number => entryNames.length

/** The team's name decides between equals, so that the summary does not depend on the order of the games. */
function first(sides: readonly PickedSide[], compare: (a: PickedSide, b: PickedSide) => number): PickedSide | null {
  return sides.toSorted((a, b) => compare(a, b) || (a.team < b.team ? -1 : 1))[0] ?? null
}

function nextLock(pool: PoolState, { contestId, weekNumber }: Round): WeekSummaryFacts['nextLock'] {
  const next = roundsOf(pool, contestId).find((week) => week.weekNumber > weekNumber)
  return next === undefined || next.locked !== null ? null : { weekNumber: next.weekNumber, lockTime: next.lockTime }
}

function entryOf(pool: PoolState, id: number): Entry[] {
  for (const entry of pool.entries.values()) if (entry.id === id) return [entry]
  return []
}
