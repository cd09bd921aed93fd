import { pickAt } from '../state/entry-picks.ts'
import { createEvent, type EventOfType } from '../events/events.ts'
import type { AutoPickStep } from '../pool-rules/index.ts'
import { type Hashing, toHex } from '../proof/proof.ts'
import type { Game } from '../values/game.ts'
import type { EntryId } from '../values/ids.ts'
import { gameOfTeam, hasKickedOff, isCalledOff, isOnBye, obstacleTo } from '../values/game-life.ts'
import type { Participant } from '../standing/season-table.ts'
import {
  type AssignedTeam,
  type Entry,
  gamesOf,
  mayMissFilter,
  type Pick,
  type PoolState,
  type Round,
  rulesOf,
} from '../state/state.ts'
import { TEAMS, type TeamAbbr, UNKNOWN_TEAM } from '../values/teams.ts'
import { pickData, publiclyUsedTeamsOf, refusalOf, usedInLocked } from './picks.ts'

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
export function assignPicks(locking: Locking): EventOfType<'PickAssigned'>[] {
  const { state, week, hashing } = locking
  if (rulesOf(state, week.contestId).missedPick !== 'auto') return []
  const returning = returningTeams(locking)
  const input = inputFrom(locking, returning)
  return [...restoreTeams(input, returning, hashing), ...assignTeams(input, hashing)].sort(
    (a, b) => a.data.entryId - b.data.entryId,
  )
}

/** A week that is about to lock. */
interface Locking {
  readonly state: PoolState
  readonly week: Round
  readonly participants: readonly Participant[]
  /** The picks that count, by entry. */
  readonly counting: ReadonlyMap<EntryId, Pick>
  readonly hashing: Hashing
}

/**
 * Gives back what the earlier lock gave, if a week locks again (docs/rules.md §14.2): the games may have kicked off meanwhile, and the
 * entry may be out by now.
 */
function restoreTeams(
  input: AutoPickInput,
  returning: ReadonlyMap<EntryId, AssignedTeam>,
  hashing: Hashing,
): EventOfType<'PickAssigned'>[] {
  return [...returning].map(([id, { team, rule }]) => assignedPick(input, { id }, team, rule, hashing))
}

/** The teams that the earlier lock of the week gave, by entry. */
function returningTeams({ state, week, counting }: Locking): ReadonlyMap<EntryId, AssignedTeam> {
  const returning = new Map<EntryId, AssignedTeam>()
  for (const entry of state.entries.values()) {
    const earlier = entry.assigned.find(({ weekId }) => weekId === week.id)
    if (earlier === undefined || counting.has(entry.id) || isOnBye(gamesOf(state, week), earlier.team)) continue
    if (usedInLocked(state, entry, week, earlier.team) === undefined) returning.set(entry.id, earlier)
  }
  return returning
}

/** The only part that sees the whole pool. */
function inputFrom(
  { state, week, participants, counting }: Locking,
  returning: ReadonlyMap<EntryId, AssignedTeam>,
): AutoPickInput {
  const rules = rulesOf(state, week.contestId)
  const alive = participants.flatMap(({ entry, standing }) => (standing.status === 'alive' ? [entry] : []))
  const mayMiss = mayMissFilter(week)
  const mayGetOne = (entry: Entry): boolean =>
    !counting.has(entry.id) &&
    !returning.has(entry.id) &&
    mayMiss(entry.id) &&
    refusalOf(rules, entry, week) === undefined &&
    countAssigned(state, entry, week) < rules.maxAutoPicks
  return {
    week,
    games: gamesOf(state, week),
    steps: rules.autoPick,
    picked: alive.flatMap(({ id }) => counting.get(id)?.team ?? []),
    entries: alive
      .filter(mayGetOne)
      .map((entry) => ({ id: entry.id, ranking: entry.ranking, used: publiclyUsedTeamsOf(state, entry, week) })),
    position: state.position,
  }
}

function assignTeams(input: AutoPickInput, hashing: Hashing): EventOfType<'PickAssigned'>[] {
  const { steps } = input
  const eligible = eligibleTeams(input)
  const candidates = poolCandidates(input)
  return input.entries.flatMap((entry) => {
    for (const rule of steps) {
      const team = (rule === 'my_list' ? entry.ranking : candidates[rule]).find(
        (other) => eligible.has(other) && !entry.used.has(other),
      )
      if (team === undefined) continue
      return [assignedPick(input, entry, team, rule, hashing)]
    }
    return []
  })
}

function assignedPick(
  input: AutoPickInput,
  entry: { readonly id: EntryId },
  team: TeamAbbr,
  rule: AutoPickStep,
  hashing: Hashing,
): EventOfType<'PickAssigned'> {
  const data = pickData(entry, input.week, team, assignedNonce(input, entry, hashing), { hashing })
  return createEvent('PickAssigned', { ...data, rule })
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
  { position, week }: { readonly position: number; readonly week: Round },
  { id }: { readonly id: EntryId },
  hashing: Hashing,
): string {
  const text = `outlast-assigned-pick:v1:${position}:${id}:${week.id}`
  return toHex(hashing.sha256(text))
}
