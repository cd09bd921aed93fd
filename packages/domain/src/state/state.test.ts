import { expect, it } from 'vitest'
import { mainContest, forkPool, type PoolState, runCommand, weekId, roundsOf } from '../index.ts'
import { hashing } from '../../tests/hashing.ts'
import { addWeek, createEntry, LOCK_1, pick, pool, timer } from '../../tests/pool.ts'
import { admin, given, type CommandStep } from '../../tests/specification.ts'

const dump = (state: PoolState) =>
  JSON.stringify([
    ...[state.users, state.entries, state.entriesOfUser, state.contests, state.schedule, state.rounds].map((map) => [
      ...map.values(),
    ]),
    [state.position, state.currentWeekId, state.siteClock, state.rules, state.lastIds],
  ])

it.each<[string, CommandStep]>([
  ['an account', admin('CreateUser', { emailTaken: false, hasPassword: false })],
  ['an entry', createEntry(2, 'Three')],
  ['a pick', pick(1, 'BUF')],
  ['a week', addWeek(2025, 3)],
  ['a lock', timer(LOCK_1)],
  ['rules', admin('ChangeRules', { rules: { teamLock: 'kickoff' } })],
  ['site time', admin('SetSiteTime', { siteTime: '2025-09-05T00:00:00.000Z', running: true })],
  ['a purge of users and entries', admin('PurgeUsersAndEntries', {})],
  ['a purge of weeks', admin('PurgeWeeks', {})],
])('forkPool: a change of the fork leaves the original unchanged: %s', (_what, { command, by, at }) => {
  const state = given(...pool).state()
  const before = dump(state)
  const fork = forkPool(state)
  runCommand(fork, { command, actor: by }, at, hashing)
  expect(dump(state)).toBe(before)
  expect(dump(fork)).not.toBe(before)
  expect(state.rounds.get(weekId(1))?.locked).toBeNull()
})

it('forkPool: the fork continues the ids of the original', () => {
  const { command, by, at } = createEntry(2, 'Three')
  const { outcome } = runCommand(forkPool(given(...pool).state()), { command, actor: by }, at, hashing)
  expect(outcome).toEqual({ ok: true, reply: { entryId: 3 } })
})

it('roundsOf returns weeks by number, regardless of the order in which they were added', () => {
  const state = given(...pool, addWeek(2025, 5), addWeek(2026, 1), addWeek(2025, 4)).state()
  expect(roundsOf(state, mainContest(2025)).map((week) => week.weekNumber)).toEqual([1, 2, 4, 5])
})
