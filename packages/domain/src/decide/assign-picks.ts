import { pickAt } from '../state/entry-picks.ts'
import { createEvent, type EventOfType } from '../events/events.ts'
import type { AutoPickStep } from '../pool-rules/index.ts'
import { type Hashing, toHex } from '../proof/proof.ts'
import type { Game } from '../values/game.ts'
import type { EntryId } from '../values/ids.ts'
import { gameOfTeam, hasKickedOff, isCalledOff, isOnBye, obstacleTo } from '../values/game-life.ts'
import type { Participant } from '../standing/season-table.ts'
import { type AssignedTeam, type Entry, gamesOf, mayMissFilter, type PoolState, type Round, rulesOf } from '../state/state.ts'
import { TEAMS, type TeamAbbr, UNKNOWN_TEAM } from '../values/teams.ts'
import { pickData, publiclyUsedTeamsOf, refusalOf, standingPickIn, usedInLocked } from './picks.ts'

/**
 * What automatic picks may depend on (docs/rules.md §14.2). It has no place for a pick that is hidden in another open week, so that no
 * automatic pick can reveal one.
 */
interface AutoPickInput {
  readonly week: Round
  readonly games: readonly Game[]
  readonly steps: readonly AutoPickStep[]
  /** The teams that the members who are alive picked in this week. */
  readonly picked: readonly TeamAbbr[]
  /** The entries that get an automatic pick, in the order of their ids. */
  readonly entries: readonly AutoPickEntry[]
  /** The position of the log before the lock. */
  readonly position: number
}

interface AutoPickEntry {
  readonly id: EntryId
  readonly ranking: readonly TeamAbbr[]
  /** The teams of its picks in locked weeks. */
  readonly used: ReadonlyMap<TeamAbbr, number>
}

/**
 * Returns the automatic picks of a week that is about to lock, in the order of the entries' ids (docs/rules.md §14.2). Games count
 * as of the lock time, so that a lock that is recorded late, after an outage, costs nobody a life.
 */
export function assignPicks(
  state: PoolState,
  week: Round,
  participants: readonly Participant[],
  hashing: Hashing,
): EventOfType<'PickAssigned'>[] {
  if (rulesOf(state, week.contestId).missedPick !== 'auto') return []
  const input = inputFrom(state, week, participants)
  return [...restoreTeams(state, input, hashing), ...assignTeams(input, hashing)].sort((a, b) => a.data.entryId - b.data.entryId)
}

/**
 * Gives back what the earlier lock gave, if a week locks again (docs/rules.md §14.2): the games may have kicked off meanwhile, and the
 * entry may be out by now.
 */
function restoreTeams(state: PoolState, { week, position }: AutoPickInput, hashing: Hashing): EventOfType<'PickAssigned'>[] {
  return [...state.entries.values()].flatMap((entry) => {
    const earlier = returningTeam(state, entry, week)
    if (earlier === undefined) return []
    const data = pickData(entry, week, earlier.team, assignedNonce({ position, week }, entry, hashing), { hashing })
    return [createEvent('PickAssigned', { ...data, rule: earlier.rule })]
  })
}

function returningTeam(state: PoolState, entry: Entry, week: Round): AssignedTeam | undefined {
  const earlier = entry.assigned.find(({ weekId }) => weekId === week.id)
  if (earlier === undefined || standingPickIn(state, entry, week) !== undefined) return undefined
  const isPossible = !isOnBye(gamesOf(state, week), earlier.team) && usedInLocked(state, entry, week, earlier.team) === undefined
  return isPossible ? earlier : undefined
}

/** The only part that sees the whole pool. */
function inputFrom(state: PoolState, week: Round, participants: readonly Participant[]): AutoPickInput {
  const rules = rulesOf(state, week.contestId)
  const alive = participants.flatMap(({ entry, standing }) => (standing.status === 'alive' ? [entry] : []))
  const mayMiss = mayMissFilter(week)
  const mayGetOne = (entry: Entry): boolean =>
    standingPickIn(state, entry, week) === undefined &&
    returningTeam(state, entry, week) === undefined &&
    mayMiss(entry.id) &&
    refusalOf(rules, entry, week) === undefined &&
    countAssigned(state, entry, week) < rules.maxAutoPicks
  return {
    week,
    games: gamesOf(state, week),
    steps: rules.autoPick,
    picked: alive.flatMap((entry) => standingPickIn(state, entry, week)?.team ?? []),
    entries: alive
      .filter(mayGetOne)
      .map((entry) => ({ id: entry.id, ranking: entry.ranking, used: publiclyUsedTeamsOf(state, entry, week) })),
    position: state.position,
  }
}

function assignTeams(input: AutoPickInput, hashing: Hashing): EventOfType<'PickAssigned'>[] {
  const { week, steps } = input
  const eligible = eligibleTeams(input)
  const candidates = poolCandidates(input)
  return input.entries.flatMap((entry) => {
    for (const rule of steps) {
      const team = (rule === 'my_list' ? entry.ranking : candidates[rule]).find(
        (other) => eligible.has(other) && !entry.used.has(other),
      )
      if (team === undefined) continue
      const data = pickData(entry, week, team, assignedNonce(input, entry, hashing), { hashing })
      return [createEvent('PickAssigned', { ...data, rule })]
    }
    return []
  })
}

/** The teams that a member could newly pick, and whose game has not kicked off, whatever the pool's team lock is. */
function eligibleTeams({ week, games }: AutoPickInput): ReadonlySet<TeamAbbr> {
  const abbrs = TEAMS.map((team) => team.abbr)
  return new Set(
    abbrs.filter((team) => {
      const game = gameOfTeam(games, team)
      const hasStarted = game !== undefined && hasKickedOff(game, week.lockTime)
      return obstacleTo(games, team) === undefined && !week.ineligibleTeams.includes(team) && !hasStarted
    }),
  )
}

/** The teams in the order of each step that is the same for all entries. */
function poolCandidates({ picked, games }: AutoPickInput): {
  readonly [S in Exclude<AutoPickStep, 'my_list'>]: readonly TeamAbbr[]
} {
  const alphabetical = TEAMS.map((team) => team.abbr).sort()
  return { most_picked: mostPicked(picked, games, alphabetical), last_visitor: lastVisitors(games), alphabetical }
}

/** The picked teams, most picked first. Of equally picked teams the one that plays first comes first, then by abbreviation. */
function mostPicked(picked: readonly TeamAbbr[], games: readonly Game[], alphabetical: readonly TeamAbbr[]): readonly TeamAbbr[] {
  const counts = new Map<TeamAbbr, number>()
  for (const team of picked) counts.set(team, (counts.get(team) ?? 0) + 1)
  const kickoff = (team: TeamAbbr): string => gameOfTeam(games, team)?.kickoff ?? ''
  const byKickoff = (a: TeamAbbr, b: TeamAbbr): number => (kickoff(a) < kickoff(b) ? -1 : kickoff(a) > kickoff(b) ? 1 : 0)
  return alphabetical
    .filter((team) => counts.has(team))
    .sort((a, b) => (counts.get(b) ?? 0) - (counts.get(a) ?? 0) || byKickoff(a, b))
}

/** The visitors of the week's games from the last game to the first. Games that start together are ordered by visitor. */
function lastVisitors(games: readonly Game[]): readonly TeamAbbr[] {
  return games
    .filter((game) => !isCalledOff(game) && game.away !== UNKNOWN_TEAM)
    .sort((a, b) => (a.kickoff === b.kickoff ? (a.away < b.away ? -1 : 1) : a.kickoff > b.kickoff ? -1 : 1))
    .map((game) => game.away)
}

/**
 * How many automatic picks an entry has had in the contest's other weeks. One whose week is open again counts, because the next lock gives
 * it back; what the entry has picked there meanwhile is hidden.
 */
function countAssigned(state: PoolState, entry: Entry, { id, contestId }: Round): number {
  return entry.assigned.filter(({ weekId }) => {
    const week = state.rounds.get(weekId)
    if (week === undefined || week.id === id || week.contestId !== contestId) return false
    return week.locked === null || (pickAt(entry, week.id)?.assignedBy ?? null) !== null
  }).length
}

/**
 * The nonce of an automatic pick. It needs no randomness, because the pick is revealed in the same transaction
 * (docs/rules.md §14.2).
 */
function assignedNonce(
  { position, week }: Pick<AutoPickInput, 'position' | 'week'>,
  { id }: { readonly id: EntryId },
  hashing: Hashing,
): string {
  const text = `outlast-assigned-pick:v1:${position}:${id}:${week.id}`
  return toHex(hashing.sha256(new TextEncoder().encode(text)))
}
