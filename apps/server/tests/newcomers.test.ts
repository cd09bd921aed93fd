import { startTestPool, type TestPool } from '@outlast/testing/server/test-pool'
import { withClient } from '@outlast/testing/postgres/database'
import { PASSWORD, type Person } from '@outlast/testing/server/people'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'

const HOME = '198.51.100.7'
const STRANGER = '203.0.113.9'
const ACCOUNTS = 12
const ENTRIES_EACH = 2

let pool: TestPool
let root: Person
let ann: Person
let logged: string[]

async function start(rateLimits = false): Promise<void> {
  logged = []
  pool = await startTestPool({ config: { trustProxy: 1, rateLimits }, onLogLine: (line) => logged.push(JSON.stringify(line)) })
  root = await pool.register('Root')
  ann = await pool.register('Ann')
}
afterEach(async () => {
  await pool.stop()
  const [breach] = pool.breaches
  if (breach !== undefined) throw breach
})

/** Sends a call from a network address. */
async function send(from: string, path: string, body: object, token?: string) {
  const headers = { 'content-type': 'application/json', 'x-forwarded-for': from }
  const response = await fetch(pool.url + path, {
    method: 'POST',
    headers: token === undefined ? headers : { ...headers, authorization: `Bearer ${token}` },
    body: JSON.stringify(body),
  })
  return { status: response.status, headers: response.headers, body: (await response.json()) as Record<string, unknown> }
}

interface Stranger {
  readonly id: number
  readonly token: string
}

async function registerFrom(address: string, name: string): Promise<Stranger> {
  const body = { email: `${name}@crowd.example`, password: PASSWORD, first_name: name, last_name: 'Crowd' }
  const { user, token } = (await send(address, '/api/auth/register', body)).body as { user: { id: number }; token: string }
  return { id: user.id, token }
}
const createEntry = ({ id, token }: Stranger, name: string, address: string) =>
  send(address, '/api/entries', { user_id: id, name }, token)

/** Registers a crowd from one address, each of whom creates entries. */
async function arriveFrom(address: string): Promise<readonly Stranger[]> {
  const crowd: Stranger[] = []
  for (let n = 0; n < ACCOUNTS; n += 1) {
    const stranger = await registerFrom(address, `crowd${n}`)
    for (let entry = 0; entry < ENTRIES_EACH; entry += 1) await createEntry(stranger, `Crowd ${n} ${entry}`, address)
    crowd.push(stranger)
  }
  return crowd
}

const query = (statement: string) =>
  withClient(pool.database.connectionString, async (client) => (await client.query(statement)).rows)

describe('new accounts and entries', () => {
  beforeEach(() => start())

  test('of one network address are shown together and removed at once, with a preview, and nobody else’s are touched', async () => {
    const home = await registerFrom(HOME, 'neighbor')
    await createEntry(home, 'Next Door', HOME)
    await createEntry({ id: ann.id, token: ann.token }, 'Ann at a friend’s', STRANGER)
    const crowd = await arriveFrom(STRANGER)
    const found = await root.api.call('newcomers')
    // Ann has registered from the address of the tests, like the admin.
    expect(found).toMatchObject({ accounts: ACCOUNTS + 3, entries: ACCOUNTS * ENTRIES_EACH + 2 })
    const [group] = found.addresses
    expect(group?.accounts).toHaveLength(ACCOUNTS)
    expect(group?.accounts[0]).toMatchObject({ name: 'crowd0 Crowd', entries: ENTRIES_EACH, is_admin: false })
    expect(group?.entries).toMatchObject([{ name: 'Ann at a friend’s', owner: 'Ann Test' }])
    await root.api.call('createWeek', { body: { season_year: 2030, week_number: 1 } })
    const body = { address: group?.address ?? '', user_ids: [...crowd.map(({ id }) => id), home.id, ann.id], entry_ids: [] }
    const preview = await root.api.call('previewCalls', { body: { calls: [{ call: 'removeNewcomers', body }] } })
    expect(preview.removed).toHaveLength(ACCOUNTS * ENTRIES_EACH)
    expect(await root.api.call('newcomers')).toEqual(found)
    const key = { body, idempotencyKey: 'remove-once' }
    const removed = { accounts: ACCOUNTS, entries: ACCOUNTS * ENTRIES_EACH }
    expect(await root.api.call('removeNewcomers', key)).toEqual(removed)
    expect(await root.api.call('removeNewcomers', key)).toEqual(removed)
    expect(await root.api.call('removeNewcomers', { body })).toEqual({ accounts: 0, entries: 0 })
    const left = await query('SELECT email FROM accounts ORDER BY email')
    expect(left).toEqual([{ email: ann.email }, { email: 'neighbor@crowd.example' }, { email: root.email }])
    const { lines } = await root.api.call('listAudit', { query: { kind: 'user' } })
    const reasons = lines.filter(({ sentence }) => sentence.includes('deleted the account')).map(({ reason }) => reason)
    expect(reasons).toEqual(
      Array.from({ length: ACCOUNTS }, () => `Asked to remove ${ACCOUNTS + 2} accounts and 0 entries of one network address`),
    )
  })

  test('can be removed one by one: an entry of an account that stays, and never an admin’s account', async () => {
    const [first, second] = await arriveFrom(STRANGER)
    await createEntry({ id: ann.id, token: ann.token }, 'Only this', STRANGER)
    await root.api.call('adminUpdateUser', { params: { id: first!.id }, body: { is_admin: true } })
    const { addresses } = await root.api.call('newcomers')
    const group = addresses.find(({ accounts }) => accounts.length === ACCOUNTS)!
    expect(group.accounts.find(({ id }) => id === first!.id)?.is_admin).toBe(true)
    const body = {
      address: group.address,
      user_ids: [first!.id, second!.id],
      entry_ids: group.entries.map(({ id }) => id),
    }
    expect(await root.api.call('removeNewcomers', { body })).toEqual({ accounts: 1, entries: ENTRIES_EACH + 1 })
    expect(await query(`SELECT user_id::int AS id FROM accounts WHERE user_id = ${first!.id}`)).toHaveLength(1)
    expect(await query(`SELECT user_id::int AS id FROM accounts WHERE user_id = ${ann.id}`)).toHaveLength(1)
  })

  test('leave no network address in the database or the log, and are forgotten after a day', async () => {
    await arriveFrom(STRANGER)
    const stored = JSON.stringify(await query('SELECT * FROM newcomers'))
    expect(stored).not.toContain(STRANGER)
    expect(logged.join()).not.toContain(STRANGER)
    const events = JSON.stringify(await query('SELECT data, metadata FROM events'))
    expect(events).not.toContain((await root.api.call('newcomers')).addresses[0]?.address)
    await query(`UPDATE newcomers SET created_at = created_at - interval '61 minutes'`)
    expect(await root.api.call('newcomers')).toMatchObject({ accounts: 0, entries: 0, addresses: { length: 2 } })
    await query(`UPDATE newcomers SET created_at = created_at - interval '1 day'`)
    expect(await root.api.call('newcomers')).toEqual({ accounts: 0, entries: 0, addresses: [] })
  })

  test('that admins make for others are not listed', async () => {
    const body = { email: 'guest@club.example', first_name: 'Guest', last_name: 'Test' }
    const { id } = await root.api.call('adminCreateUser', { body })
    await root.api.call('createEntry', { body: { user_id: id, name: 'For the guest' } })
    expect(await root.api.call('newcomers')).toMatchObject({ accounts: 2, entries: 0 })
  })

  test.each([
    [{ address: 'nonsense', user_ids: [], entry_ids: [] }],
    [{ address: '0'.repeat(24), user_ids: ['x'], entry_ids: [] }],
    [{ address: '0'.repeat(24) }],
  ])('reject %j with a sentence', async (body) => {
    const rejection = await root.api.call('removeNewcomers', { body: body as never }).catch((error: unknown) => error)
    expect(rejection).toMatchObject({ status: 400, code: 'invalid_input' })
  })
})

describe('with rate limits', () => {
  beforeEach(() => start(true))

  test('a member creates 25 entries an hour and reads when to go on, a repeated request does not count, and an admin is exempt', async () => {
    const { id, api } = ann
    const create = (name: string, idempotencyKey = name.replace(' ', '-')) =>
      api.call('createEntry', { body: { user_id: id, name }, idempotencyKey })
    for (let n = 1; n <= 24; n += 1) await create(`Entry ${n}`)
    for (let n = 0; n < 3; n += 1) await create('Entry 24')
    await expect(create('Entry 24', 'other')).rejects.toMatchObject({ code: 'entry_name_taken' })
    await create('Entry 25')
    await expect(create('Entry 26')).rejects.toMatchObject({
      status: 429,
      code: 'rate_limited',
      message: expect.stringMatching(/^You can create 25 entries in an hour\. Try again in \d+ minutes$/) as string,
    })
    const refused = await send('127.0.0.1', '/api/entries', { user_id: id, name: 'Entry 26' }, ann.token)
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    for (let n = 1; n <= 30; n += 1) await root.api.call('createEntry', { body: { user_id: root.id, name: `Own ${n}` } })
  })
})
