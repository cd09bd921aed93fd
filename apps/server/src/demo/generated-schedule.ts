import { TEAMS, type TeamAbbr } from '@outlast/domain'
import { shuffled, type Random } from './random.ts'

/** Two teams that meet. */
export interface Pairing {
  readonly home: TeamAbbr
  readonly away: TeamAbbr
}

const WEEKS = 18
const FIRST_BYE_WEEK = 5
const LAST_BYE_WEEK = 14
/** Two games fewer in a week: four teams rest. */
const MOST_GAMES_OFF = 2

/**
 * Who meets whom in 18 weeks: every team plays 17 different ones and rests once between weeks 5 and 14.
 * Eighteen rounds of a round robin, of which sixteen games are struck that together hold every team once.
 */
export function madeUpSchedule(random: Random): readonly (readonly Pairing[])[] {
  const teams = shuffled(
    random,
    TEAMS.map((team) => team.abbr),
  )
  const rounds = roundRobin(teams).slice(0, WEEKS)
  const struck = new Set(gamesOff(teams, rounds))
  return rounds.map((round) =>
    shuffled(
      random,
      round.filter((pairing) => !struck.has(pairing)),
    ),
  )
}

/**
 * The circle method: one team stays, the others turn around it, and after each turn those facing each other meet.
 * Whoever stands on an odd place is at home: facing places are odd and even, and a turn moves everybody by one, so
 * that teams are at home every other week.
 */
function roundRobin(teams: readonly TeamAbbr[]): Pairing[][] {
  const [fixed, ...others] = teams
  return others.map((_, turn) => {
    const turned = [fixed, ...others.slice(turn), ...others.slice(0, turn)].filter((team) => team !== undefined)
    return turned.slice(0, turned.length / 2).flatMap((team, place): Pairing[] => {
      const facing = turned[turned.length - 1 - place]
      if (facing === undefined) return []
      const isHome = place === 0 ? turn % 2 === 0 : place % 2 === 1
      return [isHome ? { home: team, away: facing } : { home: facing, away: team }]
    })
  })
}

/**
 * Games to strike so that every team rests exactly once: found by trying. Teams are taken by their places in the
 * circle, so that the search is the same for every seed (by name it sometimes took seconds).
 */
function gamesOff(teams: readonly TeamAbbr[], rounds: readonly (readonly Pairing[])[]): Pairing[] {
  const candidates = rounds.slice(FIRST_BYE_WEEK - 1, LAST_BYE_WEEK)
  const found = strike(teams, candidates, new Map(), new Set())
  if (found === undefined) throw new Error('no byes could be found for this schedule')
  return found
}

function strike(
  teams: readonly TeamAbbr[],
  candidates: readonly (readonly Pairing[])[],
  off: Map<number, number>,
  rested: Set<TeamAbbr>,
): Pairing[] | undefined {
  const next = teams.find((team) => !rested.has(team))
  if (next === undefined) return []
  for (const [week, pairings] of candidates.entries()) {
    const count = off.get(week) ?? 0
    const pairing = pairings.find(({ home, away }) => home === next || away === next)
    if (count >= MOST_GAMES_OFF || pairing === undefined || rested.has(pairing.home) || rested.has(pairing.away)) continue
    off.set(week, count + 1)
    rested.add(pairing.home).add(pairing.away)
    const rest = strike(teams, candidates, off, rested)
    if (rest !== undefined) return [pairing, ...rest]
    off.set(week, count)
    for (const team of [pairing.home, pairing.away]) rested.delete(team)
  }
  return undefined
}
