import { afterAll, beforeAll, expect, test } from 'vitest'
import { registerMembers } from '@outlast/testing/members/members'
import { startTestPool, type TestPool } from '@outlast/testing/server/test-pool'

let pool: TestPool
beforeAll(async () => {
  pool = await startTestPool()
})
afterAll(() => pool.stop())

test('responses that depend on the current week have its id in their ETag, and weeks/current has the version of its topic', async () => {
  const { admin } = await registerMembers(pool.url, 1, 1)
  const ids: number[] = []
  for (const season_year of [2090, 2091]) {
    ids.push((await admin.api.call('createWeek', { body: { season_year, week_number: 1 } })).id)
  }
  const [first, second] = ids
  const get = (path: string, headers: Record<string, string> = {}) =>
    fetch(`${pool.url}${path}`, { headers: { 'accept-encoding': 'identity', ...headers } })
  const matrix = await get('/api/history/matrix')
  const tag = matrix.headers.get('etag') ?? ''
  expect(tag).toMatch(new RegExp(`^"\\d+-${first}"$`))
  expect((await get('/api/history/matrix', { 'if-none-match': tag })).status).toBe(304)
  await admin.api.call('setCurrentWeek', { body: { week_id: second! } })
  const later = await get('/api/history/matrix', { 'if-none-match': tag })
  expect([later.status, ((await later.json()) as { season_year: number }).season_year]).toEqual([200, 2091])
  expect(later.headers.get('etag')).toMatch(new RegExp(`^"\\d+-${second}"$`))
  expect((await get('/api/weeks/current')).headers.get('x-topic-version')).toMatch(/^\d+$/)
})

test('positions beyond the head are rejected although the replays are busy', async () => {
  const { position } = await pool.visitor.call('auditHead')
  const answers = await Promise.all(
    Array.from({ length: 40 }, (_, i) => fetch(`${pool.url}/api/audit/at/${position + 1000 + i}`).then(({ status }) => status)),
  )
  expect(new Set(answers)).toEqual(new Set([404]))
})
