import { TEAMS, type TeamAbbr } from '@outlast/domain'
import { shuffled, type Random } from './random.ts'

export interface Pairing {
  readonly home: TeamAbbr
  readonly away: TeamAbbr
}

const WEEKS = 18
const FIRST_BYE_WEEK = 5
const LAST_BYE_WEEK = 14
/** At most two games fewer per week, so that four teams have a bye. */
const MAX_GAMES_OFF = 2

/**
 * Generates 18 weeks in which every team plays 17 different teams and has one bye between weeks 5 and 14: eighteen rounds of
 * a round robin, without sixteen games that together contain every team once.
 */
export function generateSchedule(random: Random): readonly (readonly Pairing[])[] {
  const teams = shuffled(
    random,
    TEAMS.map((team) => team.abbr),
  )
  const rounds = roundRobin(teams).slice(0, WEEKS)
  const removed = new Set(gamesToRemove(teams, rounds))
  return rounds.map((round) =>
    shuffled(
      random,
      round.filter((pairing) => !removed.has(pairing)),
    ),
  )
}

/**
 * The circle method: one team stays in place, the others rotate, and in each round teams at opposite places play. Teams at odd
 * places play at home: opposite places are odd and even, and a rotation moves each team by one, so that teams alternate
 * between home and away.
 */
function roundRobin(teams: readonly TeamAbbr[]): Pairing[][] {
  const [fixed, ...others] = teams
  return others.map((_, round) => {
    const circle = [fixed, ...others.slice(round), ...others.slice(0, round)].filter((team) => team !== undefined)
    return circle.slice(0, circle.length / 2).flatMap((team, place): Pairing[] => {
      const opponent = circle[circle.length - 1 - place]
      if (opponent === undefined) return []
      const isHome = place === 0 ? round % 2 === 0 : place % 2 === 1
      return [isHome ? { home: team, away: opponent } : { home: opponent, away: team }]
    })
  })
}

/**
 * Finds games to remove so that every team has exactly one bye, by backtracking. Teams are tried in the order of the circle,
 * so that the search takes the same time for every seed (by name it sometimes took seconds).
 */
function gamesToRemove(teams: readonly TeamAbbr[], rounds: readonly (readonly Pairing[])[]): Pairing[] {
  const candidates = rounds.slice(FIRST_BYE_WEEK - 1, LAST_BYE_WEEK)
  const found = searchByes(teams, candidates, new Map(), new Set())
  if (found === undefined) throw new Error('found no byes for this schedule')
  return found
}

function searchByes(
  teams: readonly TeamAbbr[],
  candidates: readonly (readonly Pairing[])[],
  off: Map<number, number>,
  withBye: Set<TeamAbbr>,
): Pairing[] | undefined {
  const next = teams.find((team) => !withBye.has(team))
  if (next === undefined) return []
  for (const [week, pairings] of candidates.entries()) {
    const count = off.get(week) ?? 0
    const pairing = pairings.find(({ home, away }) => home === next || away === next)
    if (count >= MAX_GAMES_OFF || pairing === undefined || withBye.has(pairing.home) || withBye.has(pairing.away)) continue
    off.set(week, count + 1)
    withBye.add(pairing.home).add(pairing.away)
    const rest = searchByes(teams, candidates, off, withBye)
    if (rest !== undefined) return [pairing, ...rest]
    off.set(week, count)
    for (const team of [pairing.home, pairing.away]) withBye.delete(team)
  }
  return undefined
}
