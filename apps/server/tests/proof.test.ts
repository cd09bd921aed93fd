import { isSound, verifyWeek, type Verdict } from '@outlast/contract/proof/verify-week'
import { eventually } from '@outlast/testing/async'
import { withClient } from '@outlast/testing/postgres/database'
import { startTestPool, type TestPool } from '@outlast/testing/server/test-pool'
import type { Person } from '@outlast/testing/server/people'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { nodeHashing } from '../src/log/hashing.ts'

// A locked week with an override, as a stranger verifies it, before and after the database was changed directly.

let pool: TestPool
let admin: Person
let weekId: number
let entries: number[]
beforeEach(async () => {
  pool = await startTestPool()
  await seed()
})
afterEach(() => pool.stop())

/** Locks a week with the picks KC, BUF, SF and none. Then the admin changes SF to DAL and clears BUF. */
async function seed(): Promise<void> {
  admin = await pool.register('Ada')
  const member = await pool.register('Olga')
  weekId = (await admin.api.call('createWeek', { body: { season_year: 2030, week_number: 1 } })).id
  await admin.api.call('setCurrentWeek', { body: { week_id: weekId } })
  entries = []
  for (const [index, team_abbr] of ['KC', 'BUF', 'SF', undefined].entries()) {
    const { id } = await member.api.call('createEntry', { body: { user_id: member.id, name: `Entry ${index}` } })
    entries.push(id)
    if (team_abbr !== undefined) await member.api.call('submitPick', { body: { entry_id: id, week_id: weekId, team_abbr } })
  }
  await admin.api.call('setSiteTime', { body: { now_iso: '2030-09-09T00:00:00Z' } })
  const override = { entry_id: entries[2]!, week_id: weekId, team_abbr: 'DAL', reason: 'a call before the lock' }
  await admin.api.call('overridePick', { body: override })
  const picks = await admin.api.call('weekPicks', { params: { id: weekId } })
  const cleared = picks.find(({ entry_id }) => entry_id === entries[1])!
  await admin.api.call('adminDeletePick', { params: { id: 'id' in cleared ? cleared.id : 0 } })
}

async function verify(): Promise<Verdict> {
  const proof = await pool.visitor.call('weekProof', { params: { id: weekId } })
  return verifyWeek(nodeHashing, proof)
}

/** Changes the database around the server. */
const tamper = (...statements: readonly string[]) =>
  withClient(pool.database.connectionString, async (client) => {
    await client.query('SET session_replication_role = replica')
    for (const statement of statements) await client.query(statement)
  })

describe('GET /api/weeks/{id}/proof', () => {
  test('is not sent again to a browser that has it, until what the pool shows changes', async () => {
    const address = `${pool.url}/api/weeks/${weekId}/proof`
    const read = (etag = '') => fetch(address, { headers: { 'if-none-match': etag } })
    const etag = (await read()).headers.get('etag') ?? ''
    expect(etag).not.toBe('')
    expect((await read(etag)).status).toBe(304)
    const override = { entry_id: entries[0]!, week_id: weekId, team_abbr: 'NE', reason: 'a mail' }
    await admin.api.call('overridePick', { body: override })
    await eventually(async () => expect((await read(etag)).status).toBe(200))
  })

  test('proves each pick, and explains those that an admin changed after the lock', async () => {
    const verdict = await verify()
    expect(isSound(verdict)).toBe(true)
    expect(verdict.changedOnRecord.map(({ entryId, team, reason }) => [entryId, team, reason])).toEqual([
      [entries[2], 'DAL', 'a call before the lock'],
      [entries[1], null, null],
    ])
    expect(pool.breaches).toEqual([])
  })

  test('does not accept a pick whose event was changed, before the lock or after it, at the latest a few seconds later', async () => {
    await tamper(`UPDATE events SET data = jsonb_set(data, '{team}', '"NE"') WHERE type = 'PickOverridden'`)
    await expect.poll(async () => (await verify()).forged, { timeout: 30_000 }).toHaveLength(1)
    expect((await verify()).tampered).toEqual([{ entryId: entries[2], shown: 'DAL', recorded: 'SF' }])
    await tamper(
      `UPDATE events SET data = jsonb_set(data, '{team}', '"NE"') WHERE type = 'PickSubmitted' AND data ->> 'entryId' = '${entries[0]}'`,
    )
    await expect.poll(async () => (await verify()).broken, { timeout: 30_000 }).toEqual([entries[0]])
  })

  test('does not accept a root that was changed in the event of the lock', async () => {
    await tamper(`UPDATE events SET data = jsonb_set(data, '{merkleRoot}', to_jsonb(repeat('ab', 32))) WHERE type = 'WeekLocked'`)
    // The server keeps its answer for seconds although the event was changed under it.
    await expect.poll(() => verify(), { timeout: 30_000 }).toMatchObject({ rootHolds: false, forged: [expect.any(Number)] })
  })

  test('accepts that the entries of a deleted account are gone', async () => {
    const users = await admin.api.call('adminListUsers')
    const olga = users.find(({ first_name }) => first_name === 'Olga')!
    await admin.api.call('adminDeleteUser', { params: { id: olga.id } })
    const verdict = await verify()
    expect([isSound(verdict), verdict.changedOnRecord]).toEqual([true, []])
  })

  test('is read and encoded once for many readers, and its bytes are those of one reader', async () => {
    const bodies = await Promise.all(
      Array.from({ length: 20 }, () => fetch(`${pool.url}/api/weeks/${weekId}/proof`).then((response) => response.text())),
    )
    expect(new Set(bodies).size).toBe(1)
  })
})

describe('costly reads of visitors', () => {
  let limited: TestPool
  beforeEach(async () => {
    limited = await startTestPool({ database: pool.database, config: { rateLimits: true } })
  })
  afterEach(() => limited.stop())

  test.each(['/api/audit?limit=200', '/api/audit/at/5', '/api/weeks/1/proof'])(
    '%s is computed once for all who ask',
    async (path) => {
      const responses = await Promise.all(Array.from({ length: 60 }, () => fetch(`${limited.url}${path}`)))
      expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([200]))
      expect(new Set(await Promise.all(responses.map((response) => response.text()))).size).toBe(1)
    },
  )

  test('requests that wait in too great a number get 429, and members still get theirs', async () => {
    const read = (position: number, headers = {}) => fetch(`${limited.url}/api/audit/at/${position}`, { headers })
    const { position: head } = (await (await fetch(`${limited.url}/api/audit/head`)).json()) as { position: number }
    // Each position is an answer of its own. Those that do not exist have to be looked up too.
    const responses = await Promise.all(Array.from({ length: 400 }, (_, i) => read(i + 1)))
    const statuses = new Set(responses.map(({ status }) => status))
    expect([...statuses].filter((status) => ![200, 404, 429].includes(status))).toEqual([])
    const refused = responses.find(({ status }) => status === 429)!
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThanOrEqual(1)
    expect(((await refused.json()) as { code: string }).code).toBe('rate_limited')
    expect((await read(head, { authorization: `Bearer ${admin.token}` })).status).toBe(200)
  })
})
