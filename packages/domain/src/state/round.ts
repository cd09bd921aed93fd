import type { Game } from '../values/game.ts'
import type { GameTurn } from '../values/game-turn.ts'
import type { ContestId, EntryId, Position, ScheduleWeekId, WeekId } from '../values/ids.ts'
import type { Instant } from '../values/instant.ts'
import type { TeamAbbr } from '../values/teams.ts'
import { picksByRule, SLOTS, type Slot } from '../values/slots.ts'
import { rulesOf } from './contest.ts'
import type { PoolState } from './pool.ts'
import type { SplitResult } from './split-vote.ts'

/** A week of the league's season: its games and scores, which all contests share. */
export interface ScheduleWeek {
  readonly id: ScheduleWeekId
  readonly seasonYear: number
  readonly weekNumber: number
  /** Of a slate other than the first one: the first kickoff that it can have (docs/rules.md §20). */
  readonly startsAt: Instant | null
  readonly games: readonly Game[]
  /** How often a final score was corrected. */
  readonly corrections: number
  /** What its games came to, in the order of the log. */
  readonly turns: readonly GameTurn[]
}

/** What members and the API call a week: a contest's picks of one week of the schedule, with their lock and what it leaves behind. */
export interface Round {
  readonly id: WeekId
  readonly contestId: ContestId
  /** The week of the schedule on whose games it is played. Its season and number, which never change, are copied. */
  readonly scheduleId: ScheduleWeekId
  readonly seasonYear: number
  readonly weekNumber: number
  readonly lockTime: Instant
  readonly lockIsAutomatic: boolean
  /** The `WeekLocked` that applies; null while picks are open. */
  readonly locked: WeekLock | null
  readonly firstLock: FirstLock | null
  readonly createdAt: Instant
  /** How often it reopened after a lock, including rehearsals. */
  readonly reopenings: number
  /** Whether it ever reopened after a reveal of members' picks (docs/rules.md §2.4). */
  readonly reopenedAfterReveal: boolean
  readonly ineligibleTeams: readonly TeamAbbr[]
  /** How many picks an entry has in it: chosen by an admin, or as the rules said before they changed while it held picks. Null: as they say. */
  readonly picks: number | null
  /** Whether admins see its picks before the lock (docs/rules.md §10.2). */
  readonly unmasked: boolean
  readonly unmaskReason: string | null
  /** The SHA-256 of the summary that an admin wrote, in hex; null while the one from the log is shown. */
  readonly summaryDigest: string | null
  /** What the vote on sharing came to that closed in this week; null without one. */
  readonly splitResult: SplitResult | null
  readonly version: Position
}

export interface WeekLock {
  readonly position: Position
  readonly at: Instant
  readonly merkleRoot: string
  /** Whether the lock revealed a pick that a member made. If it did, reopening leaves a mark (docs/rules.md §2.4). */
  readonly revealedMembersPick: boolean
  /** Entries that have a pick in the week although they were out when it locked, or take no part in it. */
  readonly absent: readonly EntryId[]
}

/**
 * The first lock of a week that was not a rehearsal (docs/rules.md §2.6): it revealed a member's choice, came in real time without
 * generated picks, or games ended under it. It is never forgotten.
 */
export interface FirstLock {
  readonly position: Position
  /** The entries that took part in this lock and every later one, in the order of their ids; null until the week reopens. */
  readonly tookPart: readonly EntryId[] | null
  /** The first lock under which one of the week's games had begun when the week reopened; null as long as there was none. */
  readonly playedLock: Position | null
}

/** Returns the current round, if the pool has rounds. */
export function currentRound({ currentWeekId, rounds }: Pick<PoolState, 'currentWeekId' | 'rounds'>): Round | undefined {
  return currentWeekId === null ? undefined : rounds.get(currentWeekId)
}

/** Returns a contest's rounds, ordered by number. */
export function roundsOf({ rounds }: Pick<PoolState, 'rounds'>, id: ContestId): readonly Round[] {
  const found: Round[] = []
  // Rounds are usually added in order, and each pick asks for them.
  let isOrdered = true
  for (const round of rounds.values()) {
    if (round.contestId !== id) continue
    isOrdered &&= (found.at(-1)?.weekNumber ?? 0) <= round.weekNumber
    found.push(round)
  }
  return isOrdered ? found : found.sort((a, b) => a.weekNumber - b.weekNumber)
}

/** Returns the rounds of all contests that are played on a week of the schedule. */
export function roundsOn({ rounds }: Pick<PoolState, 'rounds'>, id: ScheduleWeekId): readonly Round[] {
  return [...rounds.values()].filter(({ scheduleId }) => scheduleId === id)
}

/** Returns the weeks of a season's schedule, ordered by number. */
export function scheduleOf({ schedule }: Pick<PoolState, 'schedule'>, seasonYear: number): readonly ScheduleWeek[] {
  const found: ScheduleWeek[] = []
  for (const week of schedule.values()) if (week.seasonYear === seasonYear) found.push(week)
  return found.sort((a, b) => a.weekNumber - b.weekNumber)
}

/** Returns how many picks an entry has in a round (docs/rules.md §19). */
export function slotCount(
  state: Pick<PoolState, 'contests' | 'rules'>,
  { picks, contestId, weekNumber }: Pick<Round, 'picks' | 'contestId' | 'weekNumber'>,
): number {
  const { picksPerWeek: rule } = rulesOf(state, contestId)
  return picks ?? picksByRule(rule, weekNumber)
}

/** Returns the slots of a round. */
export function slotsOf(state: Pick<PoolState, 'contests' | 'rules'>, round: Round): readonly Slot[] {
  return SLOTS.slice(0, slotCount(state, round))
}

/** Returns the games of a round. */
export function gamesOf({ schedule }: Pick<PoolState, 'schedule'>, { scheduleId }: Pick<Round, 'scheduleId'>): readonly Game[] {
  return schedule.get(scheduleId)?.games ?? []
}

/** Returns whether an entry took part in all earlier locks of a week, since the first. None did in one that has not reopened. */
export function tookPartFilter(week: { readonly firstLock: FirstLock | null } | undefined): (id: EntryId) => boolean {
  const ids = new Set(week?.firstLock?.tookPart)
  return (id) => ids.has(id)
}

/**
 * Returns whether an entry can miss a week when it locks. A week that locks again puts nobody out who took no part in it the first time
 * (docs/rules.md §2.6).
 */
export function mayMissFilter(week: { readonly firstLock: FirstLock | null } | undefined): (id: EntryId) => boolean {
  const tookPart = week?.firstLock?.tookPart ?? null
  if (tookPart === null) return () => true
  const ids = new Set(tookPart)
  return (id) => ids.has(id)
}
