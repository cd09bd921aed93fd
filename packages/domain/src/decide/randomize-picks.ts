import { usedTeamsInOtherWeeks } from '../situation/used-teams.ts'
import { picksOf } from '../state/entry-picks.ts'
import { createEvent, type PoolEvent } from '../events/events.ts'
import { participantsOf } from '../standing/participation.ts'
import type { Participant } from '../standing/season-table.ts'
import { seasonResults, weekResults } from '../standing/season-results.ts'
import { takesPartInWeek } from '../standing/standing.ts'
import { type Entry, gamesOf, type PoolState, type Round, roundsOf, rulesOf, slotsOf } from '../state/state.ts'
import { TEAMS, type TeamAbbr } from '../values/teams.ts'
import { type Decider, requireRound, requireVersion } from './context.ts'
import { opponentsOf } from '../values/game-life.ts'
import { refusalOf } from '../values/obstacles.ts'
import { hasWeekBegun } from '../state/begun-games.ts'
import { obstaclesOfWeek, pickData } from './picks.ts'
import { randomFrom, type SeededRandom } from './random.ts'
import { RuleViolation } from '../events/violation.ts'

/**
 * *Randomize Picks*: gives each alive entry a random team that it may pick (docs/rules.md §3.6). Which teams those are depends on
 * the picks of other weeks, so the command is refused while one of them hides a member's pick.
 */
export const randomizePicks: Decider<'RandomizePicks'> = (state, { weekId, overwrite, seed, reason, ifVersion }, context) => {
  const week = requireRound(state, weekId)
  requireVersion(week.version, ifVersion)
  const hasBegun = hasWeekBegun(state, week, context.siteNow)
  // The draw may take any team of the week.
  if (hasBegun && (reason ?? '') === '') throw new RuleViolation('reason_required')
  requireNoHiddenPicks(state, week)
  const participants = participantsOf(state, seasonResults(state, week.contestId))
  const games = gamesOf(state, week)
  const results = weekResults(state, week)
  const isIn = (participant: Participant): boolean =>
    participant.standing.status === 'alive' && takesPartInWeek(participant, results)
  const alive = new Set(participants.filter(isIn).map(({ entry }) => entry.id))
  const random = randomFrom(context.hashing, seed)
  const playable = TEAMS.map((team) => team.abbr).filter(
    (team) => refusalOf(obstaclesOfWeek(week, games, team), 'draw') === undefined,
  )
  const events: PoolEvent[] = []
  const counts = { created: 0, updated: 0, skipped: 0 }
  const slots = slotsOf(state, week)
  for (const entry of [...state.entries.values()].sort((a, b) => a.id - b.id)) {
    // A generated pick would be readable through an account that an admin may have taken over (docs/rules.md §11.6).
    const mayGetPicks = alive.has(entry.id) && !state.seals.has(entry.userId)
    const held = new Set(picksOf(entry, week.id).map(({ slot }) => slot))
    const teams = drawTeams(state, { entry, week }, playable, random)
    // All slots or none: which team is free beside a pick that stays would reveal it, if it is hidden.
    if (!mayGetPicks || teams === undefined || (held.size > 0 && !overwrite)) {
      counts.skipped += 1
      continue
    }
    for (const [i, slot] of slots.entries()) {
      const data = pickData({ entry, week, slot }, teams[i] as TeamAbbr, random.nonce(), context)
      events.push(createEvent('PickOverridden', { ...data, source: 'randomized' }))
      counts[held.has(slot) ? 'updated' : 'created'] += 1
    }
  }
  events.push(createEvent('PicksRandomized', { weekId, overwrite, ...counts, ...(hasBegun && { hasBegun }) }))
  return { events, reply: counts }
}

/** Throws if another open week of the contest holds a pick that a member made. */
function requireNoHiddenPicks(state: PoolState, { id, contestId }: Round): void {
  const open = roundsOf(state, contestId).filter((week) => week.id !== id && week.locked === null)
  // A plan that was set aside, because its game left the week, uses no team.
  const entries = [...state.entries.values()]
  const hiding = open.find(({ id: weekId }) => entries.some((entry) => picksOf(entry, weekId).some(({ byMember }) => byMember)))
  if (hiding !== undefined) throw new RuleViolation('other_week_open', { week: hiding.weekNumber })
}

/** Draws a team for each slot of a week, whatever the entry has picked in it; undefined if there are too few. */
function drawTeams(
  state: PoolState,
  place: { readonly entry: Entry; readonly week: Round },
  playable: readonly TeamAbbr[],
  random: SeededRandom,
): readonly TeamAbbr[] | undefined {
  const teams: TeamAbbr[] = []
  for (const _ of slotsOf(state, place.week)) {
    const free = freeTeams(state, place, playable, teams)
    const team = free[random.below(Math.max(1, free.length))]
    if (team === undefined) return undefined
    teams.push(team)
  }
  return teams
}

/** The teams that an entry can pick beside its other teams of the week. */
function freeTeams(
  state: PoolState,
  { entry, week }: { readonly entry: Entry; readonly week: Round },
  playable: readonly TeamAbbr[],
  beside: readonly TeamAbbr[],
): readonly TeamAbbr[] {
  const used = usedTeamsInOtherWeeks(state, entry, week)
  const isRefused = rulesOf(state, week.contestId).opponents === 'refused'
  const rivals = new Set(isRefused ? beside.flatMap((team) => [...opponentsOf(gamesOf(state, week), team)]) : [])
  return playable.filter((team) => !used.has(team) && !beside.includes(team) && !rivals.has(team))
}
