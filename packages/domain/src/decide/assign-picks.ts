import { countAssigned } from '../situation/of-pool.ts'
import { publiclyUsedTeamsOf } from '../situation/used-teams.ts'
import { createEvent, type EventOfType } from '../events/events.ts'
import type { AutoPickStep, PoolRules } from '../pool-rules/index.ts'
import { type Hashing, toHex } from '../proof/proof.ts'
import type { Game } from '../values/game.ts'
import type { EntryId } from '../values/ids.ts'
import { gameOfTeam, hasKickedOff, isCalledOff, opponentsOf } from '../values/game-life.ts'
import { refusalOf } from '../values/obstacles.ts'
import type { Participant } from '../standing/season-table.ts'
import { isInWeekAtLock } from '../standing/standing.ts'
import {
  type AssignedTeam,
  type Entry,
  gamesOf,
  mayMissFilter,
  type PoolState,
  type Round,
  rulesOf,
  slotCount,
  slotsOf,
  tookPartFilter,
} from '../state/state.ts'
import type { Slot } from '../values/slots.ts'
import { TEAMS, type TeamAbbr, UNKNOWN_TEAM } from '../values/teams.ts'
import { obstaclesOfWeek, payingRefusal, pickData } from './picks.ts'
import type { PicksByEntry } from './judge-picks.ts'
import { planJudge } from '../situation/judge-plans.ts'

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
  /** Whether the picks of an entry may play each other. */
  readonly opponents: PoolRules['opponents']
  /** The position of the log before the lock. */
  readonly position: number
}

interface AutoPickEntry {
  readonly id: EntryId
  readonly ranking: readonly TeamAbbr[]
  /** The slots without a pick that get one, in their order. */
  readonly slots: readonly Slot[]
  /** The teams of its picks in locked weeks, and of those that the lock reveals. */
  readonly used: ReadonlySet<TeamAbbr>
  /** The teams of its other picks of the week. */
  readonly held: readonly TeamAbbr[]
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
  readonly counting: PicksByEntry
  readonly hashing: Hashing
}

/**
 * Gives back what the earlier lock gave, if a week locks again (docs/rules.md §14.2): the games may have kicked off meanwhile, and the
 * entry may be out by now.
 */
function restoreTeams(
  input: AutoPickInput,
  returning: PicksByEntry<AssignedTeam>,
  hashing: Hashing,
): EventOfType<'PickAssigned'>[] {
  return [...returning].flatMap(([id, teams]) =>
    teams.map(({ slot, team, rule }) => assignedPick(input, { id, slot }, team, rule, hashing)),
  )
}

/** The teams that the earlier lock of the week gave, by entry that is in the week at this lock too. */
function returningTeams({ state, week, participants, counting }: Locking): PicksByEntry<AssignedTeam> {
  const returning = new Map<EntryId, readonly AssignedTeam[]>()
  const slots = slotCount(state, week)
  const games = gamesOf(state, week)
  const { opponents } = rulesOf(state, week.contestId)
  const voidanceOf = planJudge(state, week)
  const tookPart = tookPartFilter(week)
  for (const { entry, standing } of participants) {
    if (entry.assigned.length === 0 || !isInWeekAtLock(standing, week.weekNumber, tookPart(entry.id))) continue
    const picked = counting.get(entry.id) ?? []
    // What an admin picked beside it in the locked week stays beside it.
    const playsNewPick = ({ team, withdrawn }: AssignedTeam): boolean => {
      const rivals = rivalsOf({ games, opponents }, team)
      return picked.some((pick) => (withdrawn === undefined || pick.version > withdrawn) && rivals.includes(pick.team))
    }
    const teams = entry.assigned.filter((gift) => {
      const { weekId, slot, team } = gift
      return (
        weekId === week.id &&
        slot <= slots &&
        !picked.some((pick) => pick.slot === slot || pick.team === team) &&
        !playsNewPick(gift) &&
        voidanceOf(entry, team) === undefined
      )
    })
    if (teams.length > 0) returning.set(entry.id, teams)
  }
  return returning
}

function aliveIn(participants: readonly Participant[]): readonly Entry[] {
  return participants.flatMap(({ entry, standing }) => (standing.status === 'alive' ? [entry] : []))
}

const NONE: readonly never[] = []

/** The only part that sees the whole pool. */
function inputFrom({ state, week, participants, counting }: Locking, returning: PicksByEntry<AssignedTeam>): AutoPickInput {
  const rules = rulesOf(state, week.contestId)
  const alive = aliveIn(participants)
  const mayMiss = mayMissFilter(week)
  const slots = slotsOf(state, week)
  const inputOf = (entry: Entry): readonly AutoPickEntry[] => {
    const own = counting.get(entry.id) ?? NONE
    const back = returning.get(entry.id) ?? NONE
    if (own.length + back.length >= slots.length) return NONE
    const held = [...own, ...back]
    if (!mayMiss(entry.id) || payingRefusal(rules, entry, week) !== undefined) return NONE
    const left = rules.maxAutoPicks - countAssigned(state, entry, week) - back.length
    if (left <= 0) return NONE
    const free = slots.filter((slot) => held.every((other) => other.slot !== slot)).slice(0, left)
    const used = new Set([...publiclyUsedTeamsOf(state, entry, week).keys(), ...held.map(({ team }) => team)])
    return [{ id: entry.id, ranking: entry.ranking, slots: free, used, held: held.map(({ team }) => team) }]
  }
  return {
    week,
    games: gamesOf(state, week),
    steps: rules.autoPick,
    opponents: rules.opponents,
    picked: alive.flatMap(({ id }) => counting.get(id) ?? NONE).map(({ team }) => team),
    entries: alive.flatMap(inputOf),
    position: state.position,
  }
}

function assignTeams(input: AutoPickInput, hashing: Hashing): EventOfType<'PickAssigned'>[] {
  const { steps } = input
  const eligible = eligibleTeams(input)
  const candidates = poolCandidates(input)
  const firstTeam = (entry: AutoPickEntry, taken: ReadonlySet<string>) => {
    for (const rule of steps) {
      const team = (rule === 'my_list' ? entry.ranking : candidates[rule]).find(
        (other) => eligible.has(other) && !taken.has(other),
      )
      if (team !== undefined) return { team, rule }
    }
    return undefined
  }
  return input.entries.flatMap((entry) => {
    const taken = new Set<string>([...entry.used, ...entry.held.flatMap((team) => rivalsOf(input, team))])
    return entry.slots.flatMap((slot) => {
      const found = firstTeam(entry, taken)
      if (found === undefined) return []
      for (const team of [found.team, ...rivalsOf(input, found.team)]) taken.add(team)
      return [assignedPick(input, { id: entry.id, slot }, found.team, found.rule, hashing)]
    })
  })
}

/** The teams that an entry cannot pick beside a team, because they play against it. */
function rivalsOf({ games, opponents }: Pick<AutoPickInput, 'games' | 'opponents'>, team: TeamAbbr): readonly string[] {
  return opponents === 'allowed' ? [] : [...opponentsOf(games, team)]
}

function assignedPick(
  input: AutoPickInput,
  place: { readonly id: EntryId; readonly slot: Slot },
  team: TeamAbbr,
  rule: AutoPickStep,
  hashing: Hashing,
): EventOfType<'PickAssigned'> {
  const nonce = assignedNonce(input, place, hashing)
  const data = pickData({ entry: place, week: input.week, slot: place.slot }, team, nonce, { hashing })
  return createEvent('PickAssigned', { ...data, rule })
}

/** The teams that a member could newly pick, and whose game has not kicked off, whatever the pool's team lock is. */
function eligibleTeams({ week, games }: AutoPickInput): ReadonlySet<TeamAbbr> {
  const abbrs = TEAMS.map((team) => team.abbr)
  return new Set(
    abbrs.filter((team) => {
      const game = gameOfTeam(games, team)
      const hasStarted = game !== undefined && hasKickedOff(game, week.lockTime)
      return refusalOf(obstaclesOfWeek(week, games, team, { team_kicked_off: hasStarted }), 'lock') === undefined
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
 * The nonce of an automatic pick. It needs no randomness, because the pick is revealed in the same transaction
 * (docs/rules.md §14.2).
 */
function assignedNonce(
  { position, week }: { readonly position: number; readonly week: Round },
  { id, slot }: { readonly id: EntryId; readonly slot: Slot },
  hashing: Hashing,
): string {
  const text = `outlast-assigned-pick:v1:${position}:${id}:${week.id}${slot === 1 ? '' : `:${slot}`}`
  return toHex(hashing.sha256(text))
}
