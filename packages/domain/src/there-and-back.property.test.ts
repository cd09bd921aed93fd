import { allPicks, pickAt, picksOf } from './state/entry-picks.ts'
import { isDeepStrictEqual } from 'node:util'
import { expect, it } from 'vitest'
import { usedInLocked } from './situation/judge-plans.ts'
import { hashing } from '../tests/hashing.ts'
import { observeHistories } from '../tests/histories/observe.ts'
import type { Observer } from '../tests/histories/play.ts'
import {
  gamesOf,
  mainContest,
  type Command,
  currentSiteTime,
  type Entry,
  forkPool,
  type Instant,
  instantFromMs,
  instantToMs,
  hasKickedOff,
  obstacleTo,
  joinedSeasonAt,
  participantsOf,
  pickIdOf,
  type PoolState,
  rulesOf,
  runCommand,
  ledgerOf,
  seasonOutcome,
  seasonResults,
  slotsOf,
  type TeamAbbr,
  type Round,
  roundsOf,
} from './index.ts'
import { enteredWeekAlive } from './standing/standing.ts'

const SEASONS = [2025, 2026]
/** Every so many steps, because each rehearsal folds and derives the whole season several times. */
const STEPS_BETWEEN_REHEARSALS = 4
const YEAR_MS = 365 * 86_400_000
const HISTORIES = Number(process.env['THERE_AND_BACK_RUNS'] ?? 40)

/** Ways of an admin to try something out and to take it back. Each returns the commands for there and for back. */
const REHEARSALS: { readonly [kind: string]: (pool: PoolState, now: Instant) => readonly [Command[], Command[]] } = {
  'a time before the season, and back': (pool, now) => [
    [{ type: 'SetSiteTime', data: { siteTime: '2020-01-01T00:00:00.000Z' as Instant, running: false } }],
    clockOf(pool, now),
  ],
  'a time after the season, and back': (pool, now) => [
    [{ type: 'SetSiteTime', data: { siteTime: '2030-01-01T00:00:00.000Z' as Instant, running: false } }],
    clockOf(pool, now),
  ],
  'generated picks and scores of an open week, then a time after it, and back': (pool, now) => {
    const week = [...pool.rounds.values()].find((candidate) => canBeGenerated(pool, candidate))
    if (week === undefined) return [[], []]
    const weekId = week.id
    const empty = [...pool.entries.values()].flatMap((entry) =>
      slotsOf(pool, week).flatMap((slot) =>
        pickAt(entry, weekId, slot) === undefined ? [pickIdOf(entry.id, weekId, slot)] : [],
      ),
    )
    return [
      [
        { type: 'RandomizePicks', data: { weekId, overwrite: false, seed: 'ab'.repeat(32), reason: 'a rehearsal' } },
        { type: 'RandomizeScores', data: { weekId, seed: 'cd'.repeat(32) } },
        { type: 'SetSiteTime', data: { siteTime: week.lockTime, running: false } },
      ],
      [
        ...clockOf(pool, now),
        ...empty.map((pickId): Command => ({ type: 'RemovePick', data: { pickId, reason: 'a rehearsal' } })),
      ],
    ]
  },
  'a lock moved by a year, and back': (pool) => {
    const locked = [...pool.rounds.values()]
      .filter((week) => week.locked !== null)
      .sort((one, other) => instantToMs(one.lockTime) - instantToMs(other.lockTime))
    return [locked.map((week) => lockAt(week, YEAR_MS)), locked.map((week) => lockAt(week, 0))]
  },
}

it.each(Object.keys(REHEARSALS))(
  'a rehearsal leaves who is in, the champions, picks, rules and books as they were: %s',
  { timeout: 60_000 + 1_000 * HISTORIES },
  (kind) => {
    const seen = { steps: 0, reopened: 0, givenBack: 0, champions: 0 }
    const observe: Observer = (pool, _sent, now) => {
      seen.steps += 1
      if (seen.steps % STEPS_BETWEEN_REHEARSALS !== 0) return () => {}
      const state = forkPool(pool)
      run(state, { type: 'LockDueWeeks', data: {} }, now)
      if (isUnsettled(state, now)) return () => {}
      const before = factsOf(state)
      const [there, back] = REHEARSALS[kind]!(state, now)
      for (const command of there) run(state, command, now)
      for (const command of back) {
        const recorded = run(state, command, now)
        seen.givenBack += recorded.filter(({ type }) => type === 'PickAssigned').length
        if (recorded.some(({ type }) => type === 'WeekLocked' || type === 'WeekReopened')) seen.reopened += 1
      }
      const after = factsOf(state)
      if (!isDeepStrictEqual(after, before)) {
        throw new Error(`${kind}: ${differenceOf(after, before)}`)
      }
      seen.champions += before.seasons.filter(({ outcome }) => outcome.status === 'finished').length
      return () => {}
    }
    observeHistories(HISTORIES, () => observe)
    expect(Object.entries(seen).filter(([what, times]) => times === 0 && what !== 'givenBack')).toEqual([])
  },
)

function run(state: PoolState, command: Command, now: Instant) {
  return runCommand(state, { command, actor: { kind: 'system' } }, now, hashing).recorded
}

function clockOf(pool: PoolState, now: Instant): Command[] {
  const { siteClock } = pool
  if (siteClock.mode === 'real') return [{ type: 'ClearSiteTime', data: {} }]
  return [{ type: 'SetSiteTime', data: { siteTime: currentSiteTime(pool, now), running: siteClock.mode === 'running' } }]
}

function lockAt({ id, lockTime }: Round, later: number): Command {
  return { type: 'SetLockTime', data: { weekId: id, lockTime: instantFromMs(instantToMs(lockTime) + later) } }
}

/** Whether a rehearsal of a week reveals nothing of members and changes no score. */
function canBeGenerated(pool: PoolState, { id, locked, scheduleId, seasonYear }: Round): boolean {
  const games = gamesOf(pool, { scheduleId })
  const open = new Set(
    [...pool.rounds.values()].filter((week) => week.locked === null && week.seasonYear === seasonYear).map((week) => week.id),
  )
  const isUntouched = [...pool.entries.values()].every((entry) => allPicks(entry).every(({ weekId }) => !open.has(weekId)))
  return locked === null && isUntouched && games.every(({ status }) => status === 'scheduled') && open.has(id)
}

/**
 * Whether the next lock of a week may find something else than the last one:
 *
 * - an entry took no part in a rehearsal because it joined or came back later, or missed the lock of a week that has not been played and
 *   can still get an automatic pick (docs/rules.md §2.6, §14.2);
 * - an automatic pick is on a bye since, and its game has not left the week;
 * - a pick's game has left the week since a lock that was a rehearsal (§4.11);
 * - an admin has freed the team of a plan that was void, or moved the lock of the week that used it behind the plan's (§3.9);
 * - the season's rules are not fixed for good, and the pool's are others now (§7.2);
 * - a game has a result although it kicks off later in real time: a rehearsal made it up (§4.4);
 * - an unread result that an admin set to final blocks its week again (§4.4).
 */
function isUnsettled(state: PoolState, now: Instant): boolean {
  return [...state.rounds.values()].some((round) => {
    const { id, locked, firstLock, contestId, scheduleId, seasonYear } = round
    const contest = state.contests.get(contestId)
    const areOld = contest !== undefined && contest.rules !== null && !contest.rulesAreFixed
    if (areOld && !isDeepStrictEqual(contest.rules, state.rules)) return true
    const games = gamesOf(state, { scheduleId })
    // A plan whose game has left its open week is set aside for good when the week locks (docs/rules.md §4.11).
    if (locked === null) {
      return [...state.entries.values()].some((entry) =>
        picksOf(entry, id).some(({ team }) => obstacleTo(games, team, round.weekNumber)?.code === 'game_left'),
      )
    }
    const isRehearsal = firstLock === null && !games.some((game) => game.status === 'final' && !game.finalByAdmin)
    if (games.some((game) => game.finalByAdmin && game.isResultUnread === true)) return true
    if (games.some((game) => game.byHand === undefined && game.kickoff > now && hasKickedOff(game, now))) return true
    const isOver = games.length > 0 && games.every(({ status }) => status === 'final')
    return [...state.entries.values()].some((entry) => {
      const isLate = (joinedSeasonAt(state, entry, seasonYear) ?? 0) > locked.position
      const obstacle = (team: TeamAbbr) => obstacleTo(games, team, round.weekNumber)?.code
      const wasGivenBye = entry.assigned.some(({ weekId, team }) => weekId === id && obstacle(team) === 'team_on_bye')
      const hasLeft = firstLock === null && picksOf(entry, id).some(({ team }) => obstacle(team) === 'game_left')
      const hasMissed = entry.missedWeeks.some(({ weekId, lock }) => weekId === id && lock === locked.position)
      const isFree = entry.voidPlans.some(
        ({ weekId, team }) =>
          weekId === id && (usedInLocked(state, entry, round, team) === undefined || isUsedBehind(state, entry, round, team)),
      )
      const tookPart = !isLate && (hasMissed || picksOf(entry, id).length >= slotsOf(state, round).length)
      return isFree || (!tookPart && isRehearsal) || wasGivenBye || hasLeft || (hasMissed && !isOver)
    })
  })
}

/** Whether an entry uses a team in a week that locks later than this one. Its lock was moved, if a plan of this week is void for it. */
function isUsedBehind(state: PoolState, entry: Entry, { lockTime }: Round, team: string): boolean {
  return allPicks(entry).some((pick) => pick.team === team && (state.rounds.get(pick.weekId)?.lockTime ?? '') > lockTime)
}

function factsOf(state: PoolState) {
  const isIn = new Set(
    SEASONS.map(mainContest).flatMap((contest) =>
      participantsOf(state, seasonResults(state, contest)).flatMap(({ entry, standing }) =>
        roundsOf(state, contest).flatMap(({ id, weekNumber }) =>
          enteredWeekAlive(standing, weekNumber) ? [`${entry.id} ${id}`] : [],
        ),
      ),
    ),
  )
  // An entry that a late result puts out before a week is not in it when it locks again, and does not get its automatic pick back (§2.6).
  const picks = [...state.entries.values()].flatMap((entry) =>
    allPicks(entry)
      .filter(({ weekId, assignedBy }) => assignedBy === null || isIn.has(`${entry.id} ${weekId}`))
      .map(({ weekId, team, byMember, assignedBy }) => `${entry.id} ${weekId} ${team} ${byMember} ${assignedBy}`),
  )
  return {
    picks: picks.sort(),
    seasons: SEASONS.map((year) => {
      const season = seasonResults(state, mainContest(year))
      return {
        standings: participantsOf(state, season).map(({ entry, standing }) => [entry.id, standing]),
        outcome: seasonOutcome(state, season),
        rules: rulesOf(state, mainContest(year)),
        books: ledgerOf(state, year),
      }
    }),
    locked: [...state.rounds.values()].map(({ id, locked }) => `${id} ${locked !== null}`).sort(),
  }
}

type Facts = ReturnType<typeof factsOf>

/** What is only on one side, part by part. */
function differenceOf(after: Facts, before: Facts): string {
  const partsOf = ({ picks, seasons, locked }: Facts): string[] =>
    [...picks, ...locked, ...seasons.flatMap(({ standings, books, ...rest }) => [...standings, ...books, rest])].map((part) =>
      JSON.stringify(part),
    )
  const [is, was] = [partsOf(after), partsOf(before)]
  return `${is.filter((part) => !was.includes(part)).join()} instead of ${was.filter((part) => !is.includes(part)).join()}`
}
