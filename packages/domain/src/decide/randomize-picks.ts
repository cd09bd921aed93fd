import { pickAt } from '../state/entry-picks.ts'
import { createEvent, type PoolEvent } from '../events/events.ts'
import { participantsOf } from '../standing/participation.ts'
import type { Participant } from '../standing/season-table.ts'
import { seasonResults, weekResults } from '../standing/season-results.ts'
import { takesPartInWeek } from '../standing/standing.ts'
import { type Entry, gamesOf, hasMembersPick, type PoolState, type Round, roundsOf } from '../state/state.ts'
import { TEAMS, type TeamAbbr } from '../values/teams.ts'
import { type Decider, requireAdmin, requireRound } from './context.ts'
import { obstacleTo } from '../values/game-life.ts'
import { pickData, usedTeamsOf } from './picks.ts'
import { randomFrom } from './random.ts'
import { RuleViolation } from '../events/violation.ts'

/**
 * *Randomize Picks*: gives each alive entry a random team that it may pick (docs/rules.md §3.6). Which teams those are depends on
 * the picks of other weeks, so the command is refused while one of them hides a member's pick.
 */
export const randomizePicks: Decider<'RandomizePicks'> = (state, { weekId, overwrite, seed }, context) => {
  requireAdmin(state, context)
  const week = requireRound(state, weekId)
  requireNoHiddenPicks(state, week)
  const participants = participantsOf(state, seasonResults(state, week.contestId))
  const games = gamesOf(state, week)
  const results = weekResults(state, week)
  const isIn = (participant: Participant): boolean =>
    participant.standing.status === 'alive' && takesPartInWeek(participant, results)
  const alive = new Set(participants.filter(isIn).map(({ entry }) => entry.id))
  const random = randomFrom(context.hashing, seed)
  const playable = TEAMS.map((team) => team.abbr).filter(
    (team) => obstacleTo(games, team) === undefined && !week.ineligibleTeams.includes(team),
  )
  const events: PoolEvent[] = []
  const counts = { created: 0, updated: 0, skipped: 0 }
  for (const entry of [...state.entries.values()].sort((a, b) => a.id - b.id)) {
    const current = pickAt(entry, week.id)
    const free = freeTeams(state, entry, week, playable)
    const team = free[random.below(Math.max(1, free.length))]
    // A generated pick would be readable through an account that an admin may have taken over (docs/rules.md §11.6).
    const isSealedAccount = state.seals.has(entry.userId)
    if (!alive.has(entry.id) || isSealedAccount || team === undefined || (current !== undefined && !overwrite)) {
      counts.skipped += 1
      continue
    }
    const data = pickData(entry, week, team, random.nonce(), context)
    events.push(createEvent('PickOverridden', { ...data, source: 'randomized' }))
    counts[current === undefined ? 'created' : 'updated'] += 1
  }
  events.push(createEvent('PicksRandomized', { weekId, overwrite, ...counts }))
  return { events, reply: counts }
}

/** Throws if another open week of the contest holds a pick that a member made. */
function requireNoHiddenPicks(state: PoolState, { id, contestId }: Round): void {
  const open = roundsOf(state, contestId).filter((week) => week.id !== id && week.locked === null)
  const hiding = open.find((week) => hasMembersPick(state, week.id))
  if (hiding !== undefined) throw new RuleViolation('other_week_open', { week: hiding.weekNumber })
}

function freeTeams(state: PoolState, entry: Entry, week: Round, playable: readonly TeamAbbr[]): readonly TeamAbbr[] {
  const used = usedTeamsOf(state, entry, week)
  return playable.filter((team) => !used.has(team))
}
