import { createEvent, type EventOfType } from '../events.ts'
import type { AutoPickStep } from '../pool-rules.ts'
import { type Hashing, toHex } from '../proof.ts'
import { gameOfTeam, hasKickedOff, isCalledOff, isOnBye } from '../rules.ts'
import type { Participant } from '../participation.ts'
import { type Entry, type PoolState, rulesForSeason, type Week } from '../state.ts'
import { TEAMS, type TeamAbbr } from '../teams.ts'
import { isUnpaidFor, pickData, pickIn, usedTeamsOf } from './picks.ts'

/**
 * Returns the automatic picks of a week that is about to lock, in the order of the entries' ids (docs/rules.md §14.2). Games count
 * as of the lock time, so that a lock that is recorded late, after an outage, costs nobody a life.
 */
export function assignPicks(
  state: PoolState,
  week: Week,
  participants: readonly Participant[],
  hashing: Hashing,
): EventOfType<'PickAssigned'>[] {
  const rules = rulesForSeason(state, week.seasonYear)
  if (rules.missedPick !== 'auto') return []
  const alive = participants.flatMap(({ entry, standing }) => (standing.status === 'alive' ? [entry] : []))
  const eligible = eligibleTeams(week)
  const candidates = poolCandidates(alive, week)
  const assigned: EventOfType<'PickAssigned'>[] = []
  for (const entry of alive) {
    if (pickIn(entry, week) !== undefined || isUnpaidFor(rules, entry, week)) continue
    if (countAssigned(state, entry, week.seasonYear) >= rules.maxAutoPicks) continue
    const used = usedTeamsOf(state, entry, week)
    for (const rule of rules.autoPick) {
      const team = (rule === 'my_list' ? entry.ranking : candidates[rule]).find(
        (other) => eligible.has(other) && !used.has(other),
      )
      if (team === undefined) continue
      const data = pickData(entry, week, team, assignedNonce(state, entry, week, hashing), { hashing })
      assigned.push(createEvent('PickAssigned', { ...data, rule }))
      break
    }
  }
  return assigned
}

/** The teams that play in a week, are not ineligible, and have not kicked off, whatever the pool's team lock is. */
function eligibleTeams(week: Week): ReadonlySet<TeamAbbr> {
  const abbrs = TEAMS.map((team) => team.abbr)
  return new Set(
    abbrs.filter((team) => {
      const game = gameOfTeam(week.games, team)
      const hasStarted = game !== undefined && hasKickedOff(game, week.lockTime)
      return !isOnBye(week.games, team) && !week.ineligibleTeams.includes(team) && !hasStarted
    }),
  )
}

/** The teams in the order of each step that is the same for all entries. */
function poolCandidates(
  alive: readonly Entry[],
  week: Week,
): { readonly [S in Exclude<AutoPickStep, 'my_list'>]: readonly TeamAbbr[] } {
  const alphabetical = TEAMS.map((team) => team.abbr).sort()
  return { most_picked: mostPicked(alive, week, alphabetical), last_visitor: lastVisitors(week), alphabetical }
}

/** The picked teams, most picked first. Of equally picked teams the one that plays first comes first, then by abbreviation. */
function mostPicked(alive: readonly Entry[], week: Week, alphabetical: readonly TeamAbbr[]): readonly TeamAbbr[] {
  const counts = new Map<TeamAbbr, number>()
  for (const entry of alive) {
    const team = pickIn(entry, week)?.team
    if (team !== undefined) counts.set(team, (counts.get(team) ?? 0) + 1)
  }
  const kickoff = (team: TeamAbbr): string => gameOfTeam(week.games, team)?.kickoff ?? ''
  const byKickoff = (a: TeamAbbr, b: TeamAbbr): number => (kickoff(a) < kickoff(b) ? -1 : kickoff(a) > kickoff(b) ? 1 : 0)
  return alphabetical
    .filter((team) => counts.has(team))
    .sort((a, b) => (counts.get(b) ?? 0) - (counts.get(a) ?? 0) || byKickoff(a, b))
}

/** The visitors of the week's games from the last game to the first. Games that start together are ordered by visitor. */
function lastVisitors(week: Week): readonly TeamAbbr[] {
  return week.games
    .filter((game) => !isCalledOff(game))
    .sort((a, b) => (a.kickoff === b.kickoff ? (a.away < b.away ? -1 : 1) : a.kickoff > b.kickoff ? -1 : 1))
    .map((game) => game.away)
}

function countAssigned(state: PoolState, entry: Entry, seasonYear: number): number {
  return entry.picks.filter((pick) => pick.assignedBy !== null && state.weeks.get(pick.weekId)?.seasonYear === seasonYear).length
}

/**
 * The nonce of an automatic pick. It needs no randomness, because the pick is revealed in the same transaction
 * (docs/rules.md §14.2).
 */
function assignedNonce(state: PoolState, entry: Entry, week: Week, hashing: Hashing): string {
  const text = `outlast-assigned-pick:v1:${state.position}:${entry.id}:${week.id}`
  return toHex(hashing.sha256(new TextEncoder().encode(text)))
}
