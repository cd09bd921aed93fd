import { allPicks, hasPick, picksOf } from './state/entry-picks.ts'
import { isDeepStrictEqual } from 'node:util'
import { expect, it } from 'vitest'
import { hashing } from '../tests/hashing.ts'
import { observeHistories } from '../tests/histories/observe.ts'
import type { Observer } from '../tests/histories/play.ts'
import {
  gamesOf,
  mainContest,
  type Command,
  currentSiteTime,
  forkPool,
  type Instant,
  instantFromMs,
  instantToMs,
  hasLeft,
  isOnBye,
  joinedSeasonAt,
  participantsOf,
  type PoolState,
  rulesOf,
  runCommand,
  ledgerOf,
  seasonOutcome,
  seasonResults,
  type Round,
} from './index.ts'

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
    const empty = [...pool.entries.values()].filter((entry) => !hasPick(entry, weekId))
    return [
      [
        { type: 'RandomizePicks', data: { weekId, overwrite: false, seed: 'ab'.repeat(32) } },
        { type: 'RandomizeScores', data: { weekId, seed: 'cd'.repeat(32) } },
        { type: 'SetSiteTime', data: { siteTime: week.lockTime, running: false } },
      ],
      [
        ...clockOf(pool, now),
        ...empty.map(({ id }): Command => ({ type: 'RemovePick', data: { pickId: (id * 1_000_000 + weekId) as never } })),
      ],
    ]
  },
  'a lock moved by a year, and back': (pool) => {
    const locked = [...pool.rounds.values()].filter((week) => week.locked !== null)
    return [locked.map((week) => lockAt(week, YEAR_MS)), locked.map((week) => lockAt(week, 0))]
  },
}

it.each(Object.keys(REHEARSALS))(
  'a rehearsal leaves who is in, the champions, picks, rules and books as they were: %s',
  { timeout: 300_000 },
  (kind) => {
    const seen = { steps: 0, reopened: 0, givenBack: 0, champions: 0 }
    const observe: Observer = (pool, _sent, now) => {
      seen.steps += 1
      if (seen.steps % STEPS_BETWEEN_REHEARSALS !== 0) return () => {}
      const state = forkPool(pool)
      run(state, { type: 'LockDueWeeks', data: {} }, now)
      if (isUnsettled(state)) return () => {}
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
 * Whether the next lock of a week may find something else than the last one (docs/rules.md §2.6, §14.2): an entry joined after a
 * rehearsal, an automatic pick is on a bye since, or an entry missed the lock of a week that has not been played and can still get an
 * automatic pick.
 */
function isUnsettled(state: PoolState): boolean {
  return [...state.rounds.values()].some(({ id, locked, firstLock, scheduleId, seasonYear }) => {
    const games = gamesOf(state, { scheduleId })
    // A plan whose game has left its open week is set aside for good when the week locks (docs/rules.md §4.11).
    if (locked === null) {
      return [...state.entries.values()].some((entry) => picksOf(entry, id).some(({ team }) => hasLeft(games, team)))
    }
    const isRehearsal = firstLock === null && !games.some((game) => game.status === 'final' && !game.finalByAdmin)
    const isOver = games.length > 0 && games.every(({ status }) => status === 'final')
    return [...state.entries.values()].some((entry) => {
      const isLate = (joinedSeasonAt(state, entry, seasonYear) ?? 0) > locked.position
      const given = entry.assigned.find(({ weekId }) => weekId === id)
      const hasMissed = entry.missedWeeks.some(({ weekId, lock }) => weekId === id && lock === locked.position)
      return (isLate && isRehearsal) || (given !== undefined && isOnBye(games, given.team)) || (hasMissed && !isOver)
    })
  })
}

function factsOf(state: PoolState) {
  const picks = [...state.entries.values()].flatMap((entry) =>
    allPicks(entry).map(({ weekId, team, byMember, assignedBy }) => `${entry.id} ${weekId} ${team} ${byMember} ${assignedBy}`),
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
