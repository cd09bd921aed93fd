import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Member, registerMembers } from '@outlast/testing/members/members'
import { startTestPool, type TestPool } from '@outlast/testing/server/test-pool'

let pool: TestPool
let admin: Member
let members: readonly Member[]
beforeAll(async () => {
  pool = await startTestPool()
  ;({ admin, members } = await registerMembers(pool.url, 1, 1))
})
afterAll(() => pool.stop())

test('responses that depend on the current week have its id in their ETag, and weeks/current has the version of its topic', async () => {
  const ids: number[] = []
  for (const season_year of [2090, 2091]) {
    ids.push((await admin.api.call('createWeek', { body: { season_year, week_number: 1 } })).id)
  }
  const [first, second] = ids
  const get = (path: string, headers: Record<string, string> = {}) =>
    fetch(`${pool.url}${path}`, { headers: { 'accept-encoding': 'identity', ...headers } })
  const matrix = await get('/api/history/matrix')
  const tag = matrix.headers.get('etag') ?? ''
  expect(tag).toMatch(new RegExp(`^"\\d+-[0-9a-f]+-${first}"$`))
  expect((await get('/api/history/matrix', { 'if-none-match': tag })).status).toBe(304)
  await admin.api.call('setCurrentWeek', { body: { week_id: second! } })
  const later = await get('/api/history/matrix', { 'if-none-match': tag })
  expect([later.status, ((await later.json()) as { season_year: number }).season_year]).toEqual([200, 2091])
  expect(later.headers.get('etag')).toMatch(new RegExp(`^"\\d+-[0-9a-f]+-${second}"$`))
  expect((await get('/api/weeks/current')).headers.get('x-topic-version')).toMatch(/^\d+$/)
})

test('the matrix of an unknown season is refused instead of empty', async () => {
  await expect(admin.api.call('getMatrix', { query: { season: '2089' } })).rejects.toMatchObject({ code: 'season_not_found' })
})

test('the current week is read again after a change of the rule that says how many picks it takes', async () => {
  const read = (tag = '') => fetch(`${pool.url}/api/weeks/current`, { headers: { 'if-none-match': tag } })
  const tag = (await read()).headers.get('etag') ?? ''
  expect((await read(tag)).status).toBe(304)
  await admin.api.call('updateRules', { body: { picks_per_week: { picks: 2, from_week: 1 } } })
  const changed = await read(tag)
  expect([changed.status, await changed.json()]).toEqual([200, expect.objectContaining({ picks: 2 })])
  await admin.api.call('updateRules', { body: { picks_per_week: null } })
})

test('picks of an entry have the version of their owner’s topic for the owner alone, and picks of a week that of the week', async () => {
  const owner = members[0]!
  const entryId = owner.entryIds[0]!
  const week = await admin.api.call('createWeek', { body: { season_year: 2092, week_number: 1 } })
  const get = (path: string, token: string, headers: Record<string, string> = {}) =>
    fetch(`${pool.url}${path}`, { headers: { authorization: `Bearer ${token}`, ...headers } })
  const versionOf = async (path: string, token: string) => (await get(path, token)).headers.get('x-topic-version')
  const path = `/api/entries/${entryId}/picks`
  const before = await get(path, owner.token)
  const tag = before.headers.get('etag') ?? ''
  expect((await get(path, owner.token, { 'if-none-match': tag })).status).toBe(304)
  await owner.api.call('submitPick', { body: { entry_id: entryId, week_id: week.id, team_abbr: 'KC' } })
  const after = await get(path, owner.token, { 'if-none-match': tag })
  expect([after.status, ((await after.json()) as object[]).length]).toEqual([200, 1])
  expect(Number(after.headers.get('x-topic-version'))).toBeGreaterThan(Number(before.headers.get('x-topic-version')))
  expect(await versionOf(path, admin.token)).toBeNull()
  const list = await get(`/api/weeks/${week.id}/picks`, admin.token)
  expect([list.headers.get('x-topic-version'), list.headers.get('etag')]).toEqual([expect.stringMatching(/^\d+$/), null])
})

test('positions beyond the head are rejected although the replays are busy', async () => {
  const { position } = await pool.visitor.call('auditHead')
  const answers = await Promise.all(
    Array.from({ length: 40 }, (_, i) => fetch(`${pool.url}/api/audit/at/${position + 1000 + i}`).then(({ status }) => status)),
  )
  expect(new Set(answers)).toEqual(new Set([404]))
})

test('a created row is read at the address that the answer names', async () => {
  const [member] = members
  const { token, user } = member!
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  const body = JSON.stringify({ user_id: user.id, name: 'Located' })
  const created = await fetch(`${pool.url}/api/entries`, { method: 'POST', headers, body })
  const row = (await created.json()) as { id: number }
  expect([created.status, created.headers.get('location')]).toEqual([201, `/api/entries/${row.id}`])
  const read = await fetch(new URL(created.headers.get('location')!, pool.url), { headers })
  expect(await read.json()).toEqual(row)
})
