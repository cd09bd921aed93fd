import { expect, it } from 'vitest'
import { afterCommand, forkPool, type PoolState, weekId, weeksOfSeason } from './index.ts'
import { hashing } from '../tests/hashing.ts'
import { addWeek, enter, LOCK_1, pick, pool, timer } from '../tests/pool.ts'
import { admin, given, type Step } from '../tests/specification.ts'

const everything = (state: PoolState) =>
  JSON.stringify([
    ...[state.users, state.entries, state.entriesOfUser, state.weeks, state.seasonRules].map((table) => [...table.values()]),
    [state.position, state.currentWeekId, state.siteClock, state.rules, state.lastIds],
  ])

it.each<[string, Step]>([
  ['an account', admin('CreateUser', { emailTaken: false })],
  ['an entry', enter(2, 'Three')],
  ['a pick', pick(1, 'BUF')],
  ['a week', addWeek(2025, 3)],
  ['a lock', timer(LOCK_1)],
  ['rules', admin('ChangeRules', { rules: { teamLock: 'kickoff' } })],
  ['site time', admin('SetSiteTime', { siteTime: '2025-09-05T00:00:00.000Z', running: true })],
  ['no accounts and entries', admin('PurgeUsersAndEntries', {})],
  ['no weeks', admin('PurgeWeeks', {})],
])('a pool does not notice what its fork gets: %s', (_what, { command, by, at }) => {
  const state = given(...pool).state()
  const before = everything(state)
  const { state: fork } = afterCommand(forkPool(state), { command, actor: by }, at, hashing)
  expect(everything(state)).toBe(before)
  expect(everything(fork)).not.toBe(before)
  expect(state.weeks.get(weekId(1))?.locked).toBeNull()
})

it('a fork gives ids on from where its pool is', () => {
  const { command, by, at } = enter(2, 'Three')
  const { outcome } = afterCommand(forkPool(given(...pool).state()), { command, actor: by }, at, hashing)
  expect(outcome).toEqual({ ok: true, reply: { entryId: 3 } })
})

it('a season’s weeks go by their number, however they were added', () => {
  const state = given(...pool, addWeek(2025, 5), addWeek(2026, 1), addWeek(2025, 4)).state()
  expect(weeksOfSeason(state, 2025).map((week) => week.weekNumber)).toEqual([1, 2, 4, 5])
})
