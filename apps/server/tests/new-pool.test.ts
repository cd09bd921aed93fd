import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestPool, type TestPool } from '@outlast/testing/server/test-pool'

let pool: TestPool
beforeAll(async () => {
  pool = await startTestPool()
})
afterAll(() => pool.stop())

test('a new pool: register, add a week, create an entry, pick, lock, see all picks', async () => {
  const admin = await pool.register('Ada')
  const member = await pool.register('Ben')
  const week = await admin.api.call('createWeek', { body: { season_year: 2030, week_number: 1 } })
  const entry = await member.api.call('createEntry', { body: { user_id: member.id, name: 'Ben 1' } })
  const pick = await member.api.call('submitPick', { body: { entry_id: entry.id, week_id: week.id, team_abbr: 'kc' } })
  expect(pick).toMatchObject({ team_abbr: 'KC', result: 'tbd' })
  const unchanged = await member.api.call('submitPick', { body: { entry_id: entry.id, week_id: week.id, team_abbr: 'KC' } })
  expect(unchanged).toEqual(pick)
  expect(await member.api.call('changePick', { params: { id: pick.id }, body: { team_abbr: 'KC' } })).toEqual(pick)
  await expect(pool.visitor.call('currentReveal')).rejects.toMatchObject({ status: 403, code: 'reveal_not_available' })
  await admin.api.call('setSiteTime', { body: { now_iso: '2030-10-01T00:00:00Z' } })
  const reveal = await pool.visitor.call('currentReveal')
  expect(reveal.picks.map((row) => [row.entry_name, row.team_abbr])).toEqual([['Ben 1', 'KC']])
  await expect(
    member.api.call('submitPick', { body: { entry_id: entry.id, week_id: week.id, team_abbr: 'SF' } }),
  ).rejects.toMatchObject({ status: 403, code: 'week_locked' })
  expect(pool.breaches).toEqual([])
})
