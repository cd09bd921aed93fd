import type { CallInput } from '@outlast/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type NewsPool, SEASON, startNewsPool } from './support/news-pool.ts'

// What an admin sees before each action of the desk that changes something for somebody.

let news: NewsPool
let weeks: readonly { readonly id: number; readonly week_number: number }[]
beforeAll(async () => {
  news = await startNewsPool()
  weeks = await news.admin.call('listWeeks')
  await news.admin.call('updateRules', { body: { missed_pick: 'eliminated' } })
  await news.pick('Alpha', 1, 'BUF')
  await news.pick('Beta', 1, 'MIA')
  await news.pick('Gamma', 1, 'BUF')
  await news.pick('Alpha', 2, 'KC')
  await news.lock(1)
  await news.finals(1, 'BUF 27-20 MIA')
})
afterAll(() => news.stop())

type Calls = CallInput<'previewCalls'>['body']['calls']
const preview = (...calls: Calls) => news.admin.call('previewCalls', { body: { calls } })
const weekId = (number: number) => weeks.find(({ week_number }) => week_number === number)!.id
const entry = (name: string) => ({ id: news.entries.get(name)!.id, name })
const override = (name: string, team_abbr: string) =>
  ({
    call: 'overridePick',
    body: { entry_id: entry(name).id, week_id: weekId(1), team_abbr, reason: 'a dispute' },
  }) as const

test('an override after the lock says that the new team has already won, and the score', async () => {
  const found = await preview(override('Beta', 'BUF'))
  expect(found.pick_changes).toEqual([
    {
      entry: entry('Beta'),
      week_number: 1,
      from_team_abbr: 'MIA',
      to_team_abbr: 'BUF',
      game: { status: 'final', score: 27, opponent_score: 20 },
    },
  ])
  expect(found.returned).toEqual([entry('Beta')])
})

test('an override before the lock says nothing about the pick that it replaces', async () => {
  const call = { call: 'overridePick', body: { entry_id: entry('Alpha').id, week_id: weekId(2), team_abbr: 'SEA' } } as const
  expect(await preview(call)).toMatchObject({ pick_changes: [], hidden_picks_ignored: true })
})

test('another current week is named with the one that it replaces', async () => {
  const { current_week } = await preview({ call: 'setCurrentWeek', body: { week_id: weekId(2) } })
  const named = (number: number) => ({ id: weekId(number), season_year: SEASON, week_number: number })
  expect(current_week).toEqual({ before: named(1), after: named(2) })
})

test('deleting a week says how many picks are lost, also hidden ones', async () => {
  expect(await preview({ call: 'deleteWeek', params: { id: weekId(2) } })).toMatchObject({ lost_picks: 1, deleted_weeks: [2] })
})

test('reopening a week says how many of its games are over', async () => {
  const later = '2031-01-01T17:00:00.000Z'
  const found = await preview({ call: 'updateWeek', params: { id: weekId(1) }, body: { lock_time: later } })
  expect(found).toMatchObject({ reopens: [1], reopened_games: { over: 1, playing: 0 } })
})

test('adding a week whose lock has passed names the entries that go out without a pick', async () => {
  const body = { season_year: SEASON, week_number: 3, lock_time: '2020-01-01T00:00:00Z' }
  const found = await preview({ call: 'createWeek', body })
  expect(found.locks).toEqual([{ week_id: 3, without_pick: 2 }])
  expect(found.out_without_pick).toEqual([entry('Alpha'), entry('Gamma')])
})

test('a week that locks now puts out those without a pick, and no one with a hidden one', async () => {
  const found = await preview({ call: 'updateWeek', params: { id: weekId(2) }, body: { lock_time: '2020-01-01T00:00:00Z' } })
  expect(found).toMatchObject({ locks: [{ week_id: 2, without_pick: 1 }], out_without_pick: [entry('Gamma')] })
})

test('a lock that moves near names who could not pick any more, and one that is far away nobody', async () => {
  const inMinutes = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString()
  const move = (lock_time: string) => preview({ call: 'updateWeek', params: { id: weekId(2) }, body: { lock_time } })
  const soon = inMinutes(3)
  const found = await move(soon)
  expect(found.near_locks).toEqual([{ week_id: 2, lock_time: soon, missing: [entry('Gamma')] }])
  expect(found).toMatchObject({ locks: [], out_without_pick: [], out: [] })
  expect((await move(inMinutes(200))).near_locks).toEqual([])
})

test('site time says what everybody will see, and which weeks reopen', async () => {
  const now_iso = '2019-01-01T00:00:00.000Z'
  const found = await preview({ call: 'setSiteTime', body: { now_iso } })
  expect(found).toMatchObject({ site_time: { before: null, after: { at: now_iso, running: false } }, reopens: [1] })
  const back = await preview({ call: 'setSiteTime', body: { now_iso } }, { call: 'setSiteTime', body: { now_iso: null } })
  expect(back.site_time).toBeNull()
})

test('giving the admin’s role says so, and other changes of an account change nothing for anybody', async () => {
  const users = await news.admin.call('adminListUsers')
  const { id } = users.find(({ is_admin }) => !is_admin)!
  const change = (body: Record<string, unknown>) => preview({ call: 'adminUpdateUser', params: { id }, body })
  expect(await change({ is_admin: true })).toMatchObject({ admins_added: [id], admins_removed: [] })
  expect(await change({ is_admin: false, first_name: 'Other' })).toMatchObject({ admins_added: [], admins_removed: [] })
})

test('unmasking says that admins see hidden picks', async () => {
  const found = await preview({ call: 'unmaskPicks', params: { id: weekId(2) }, body: { reason: 'a dispute' } })
  expect(found.unmasks).toEqual([2])
})

test('an import of past picks says whom it brings where, and is made only if that still holds', async () => {
  await news.admin.call('createWeek', { body: { season_year: SEASON, week_number: 4, lock_time: '2020-01-01T00:00:00Z' } })
  const email = (await news.admin.call('adminListEntries')).find(({ name }) => name === 'Alpha')!.user_email
  const list = (team: string) => ({ csv: `email,entry,4\n${email},Alpha,${team}`, dry_run: false })
  const found = await preview({ call: 'importPicks', body: list('DEN') })
  expect(found.pick_changes).toMatchObject([{ entry: entry('Alpha'), week_number: 4, from_team_abbr: null, to_team_abbr: 'DEN' }])
  const send = (team: string) => {
    const input = { body: list(team), expectedConsequences: found.token, idempotencyKey: `import-${team}` }
    return news.admin.call('importPicks', input)
  }
  await expect(send('SEA')).rejects.toMatchObject({ status: 409, code: 'consequences_changed' })
  const sent = await send('DEN')
  expect(sent.counts).toEqual({ new: 1, exists: 0, invalid: 0, no_pick: 0 })
  expect(await send('DEN')).toEqual(sent)
})

test('an override of a pick that has a result answers with the result and its time, as the reveal has them', async () => {
  const pick = await news.admin.call('overridePick', { body: override('Beta', 'BUF').body })
  const { picks } = await news.admin.call('weekReveal', { params: { id: weekId(1) } })
  const { result, result_at } = picks.find(({ entry_id }) => entry_id === entry('Beta').id)!
  expect(result_at).toMatch(/^\d{4}-/)
  expect(pick).toMatchObject({ team_abbr: 'BUF', result: 'win' })
  expect({ result, result_at }).toEqual({ result: pick.result, result_at: pick.result_at })
})
