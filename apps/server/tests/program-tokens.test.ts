import type { Scope } from '@outlast/domain/rules'
import { eventually } from '@outlast/testing/async'
import { type Api, type Person } from '@outlast/testing/server/people'
import { withClient } from '@outlast/testing/postgres/database'
import { startTestPool, type TestPool } from '@outlast/testing/server/test-pool'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { callRoute } from './support/call-route.ts'
import { closeSockets, describeAcknowledgement, join, LiveClient } from './support/live-client.ts'

// What each route answers to each kind of token is in the table of permissions (permissions.test.ts).

const logLines: string[] = []
let pool: TestPool
let admin: Person
let member: Person
beforeAll(async () => {
  pool = await startTestPool({ config: { rateLimits: true }, onLogLine: (line) => void logLines.push(JSON.stringify(line)) })
  admin = await pool.register('Ada Admin')
  member = await pool.register('Mia Member')
  await admin.api.call('createEntry', { body: { user_id: member.id, name: 'Mia 1' } })
})
afterEach(closeSockets)
afterAll(() => pool.stop())

const inDays = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString()
const create = (owner: Person, name: string, ...scopes: Scope[]) =>
  owner.api.call('createToken', { body: { name, scopes, ends_at: inDays(30) } })
const as = (token: string): Api => pool.as(token)
const pay = { entry_ids: [1], payment_type: 'cash' as const }
const sentences = async (api: Api) => (await api.call('listAudit', { query: { limit: '200' } })).lines

describe('a token for programs', () => {
  test('is shown once, and stored nowhere: not in the database, the list, the export or the log', async () => {
    const { token, ...shown } = await create(member, 'Wall display', 'read')
    expect(shown).toMatchObject({ name: 'Wall display', scopes: ['read'], last_used_at: null })
    expect((await as(token).call('getAccount')).id).toBe(member.id)
    const listed = await member.api.call('listTokens')
    expect(listed.map(({ name, last_used_at }) => [name, last_used_at === null])).toEqual([['Wall display', false]])
    // It may contain underscores itself.
    const secret = token.slice(-43)
    await withClient(pool.database.connectionString, async (client) => {
      const tables = await client.query<{ name: string }>(
        `SELECT table_name AS name FROM information_schema.tables WHERE table_schema = 'public' AND table_type = 'BASE TABLE'`,
      )
      expect(tables.rows.length).toBeGreaterThan(20)
      for (const { name } of tables.rows) {
        const found = await client.query(`SELECT 1 FROM ${name} AS t WHERE strpos(t::text, $1) > 0`, [secret])
        expect([name, found.rowCount]).toEqual([name, 0])
      }
    })
    expect(logLines.filter((line) => line.includes(secret))).toEqual([])
    expect(JSON.stringify([listed, await sentences(admin.api)])).not.toContain(secret)
  })

  test('has the power of its owner’s role while the owner has it, and says who did what', async () => {
    const { token } = await create(member, 'Bank script', 'money')
    const program = as(token)
    await expect(program.call('confirmPayments', { body: pay })).rejects.toMatchObject({ code: 'forbidden' })
    await admin.api.call('adminUpdateUser', { params: { id: member.id }, body: { roles: ['treasurer'] } })
    expect(await program.call('confirmPayments', { body: pay })).toEqual({ recorded: 1 })
    const [payment] = (await admin.api.call('listAudit', { query: { kind: 'payment', limit: '1' } })).lines
    expect(payment?.sentence).toContain('Mia Member (treasurer, by a program) recorded')
    expect(payment?.actor).toMatchObject({ id: member.id, by_program: true })
    await admin.api.call('adminUpdateUser', { params: { id: member.id }, body: { roles: [] } })
    await expect(program.call('listBalances')).rejects.toMatchObject({ code: 'forbidden' })
  })

  test('has one line in the audit trail for each scope and day, for its owner and admins alone', async () => {
    const { token } = await create(member, 'Kitchen screen', 'read')
    await Promise.all(Array.from({ length: 20 }, () => as(token).call('getDashboard')))
    await as(token).call('getPool')
    const about = async (api: Api) =>
      (await sentences(api)).map(({ sentence }) => sentence).filter((sentence) => sentence.includes('Kitchen screen'))
    const wanted = [
      'A program used the token “Kitchen screen” of Mia Member for reading.',
      expect.stringMatching(/^Mia Member created the token “Kitchen screen” for reading, until /),
    ]
    expect(await about(member.api)).toEqual(wanted)
    expect(await about(admin.api)).toEqual(wanted)
    expect(await about((await pool.register('Otto Other')).api)).toEqual([])
  })

  test('says what it is for when it tries something else, and can neither sign in nor make tokens', async () => {
    const { token } = await create(admin, 'Everything', 'read', 'picks', 'money', 'games')
    const program = as(token)
    for (const attempt of [
      () => program.call('createToken', { body: { name: 'More', scopes: ['read'], ends_at: inDays(1) } }),
      () => program.call('changePassword', { body: { current_password: admin.password, new_password: 'another long one' } }),
      () => program.call('updateAccount', { body: { email: 'elsewhere@club.example', current_password: admin.password } }),
      () => program.call('adminListUsers'),
    ])
      await expect(attempt()).rejects.toMatchObject({
        status: 403,
        code: 'scope_missing',
        message: 'This token may not do that. Its scopes: read, picks, money, games',
      })
    const unmask = { call: 'unmaskPicks', params: { id: 1 }, body: { reason: 'curious' } } as const
    await expect(program.call('previewCalls', { body: { calls: [unmask] } })).rejects.toMatchObject({ code: 'forbidden' })
  })

  test('ends when it is revoked, with all logins, and if nobody made it', async () => {
    const owner = await pool.register('Rita Revoker')
    const one = await create(owner, 'One', 'read')
    const two = await create(owner, 'Two', 'read')
    await owner.api.call('revokeToken', { params: { id: one.id } })
    const ended = { status: 401, code: 'token_ended' }
    await expect(as(one.token).call('getAccount')).rejects.toMatchObject(ended)
    expect((await as(two.token).call('getAccount')).id).toBe(owner.id)
    await owner.api.call('signOutEverywhere', { body: {} })
    await expect(as(two.token).call('getAccount')).rejects.toMatchObject(ended)
    await expect(as(two.token.replace(/.{5}$/, 'AAAAA')).call('getAccount')).rejects.toMatchObject(ended)
    // Where everybody may read, it counts as none, like a login that has ended.
    expect((await callRoute(pool.url, 'getPool', { headers: { authorization: `Bearer ${one.token}` } })).status).toBe(200)
  })

  test('has a limit of its own, which is told in headers', async () => {
    const { token } = await create(member, 'Busy', 'read')
    const ask = () => callRoute(pool.url, 'me', { headers: { authorization: `Bearer ${token}` } })
    const first = await ask()
    expect(first.headers.get('ratelimit-policy')).toBe('"token-calls";q=120;w=60')
    // Two windows at most.
    const answers = await Promise.all(Array.from({ length: 241 }, ask))
    expect(answers.some(({ status }) => status === 429)).toBe(true)
    expect((await member.api.call('me')).id).toBe(member.id)
  })

  test('opens live updates no wider than to read, and loses them when it is revoked', async () => {
    const own = `user:${admin.id}`
    const reading = await create(admin, 'Live', 'read', 'money')
    const paying = await create(admin, 'Payments alone', 'money')
    const client = await LiveClient.connect(pool.url, reading.token)
    expect(describeAcknowledgement(await join(client, own))).toBe('ok')
    expect(describeAcknowledgement(await join(client, 'admin'))).toBe('forbidden')
    const other = await LiveClient.connect(pool.url, paying.token)
    expect(describeAcknowledgement(await join(other, own))).toBe('scope_missing')
    expect(describeAcknowledgement(await join(other, 'pool'))).toBe('ok')
    await admin.api.call('revokeToken', { params: { id: reading.id } })
    await eventually(() => expect(client.connected).toBe(false))
  })

  test('is refused with a sentence if its name, scopes or end are not valid', async () => {
    const bad = async (body: object) => {
      const { status, json } = await callRoute(pool.url, 'createToken', {
        headers: { authorization: `Bearer ${member.token}` },
        body: { name: 'Bad', scopes: ['read'], ends_at: inDays(1), ...body },
      })
      return [status, (json as { error?: string }).error]
    }
    expect(await bad({ name: ' ' })).toEqual([400, 'Name required'])
    expect(await bad({ scopes: [] })).toEqual([400, 'Choose what the token may do'])
    expect(await bad({ scopes: ['read', 'read'] })).toEqual([400, 'Name each scope once'])
    expect(await bad({ scopes: ['pool'] })).toEqual([400, 'A scope is one of read, picks, money, games'])
    expect(await bad({ ends_at: inDays(400) })).toEqual([400, 'The end must be within the next 366 days'])
    expect(await bad({ ends_at: inDays(-1) })).toEqual([400, 'The end must be within the next 366 days'])
  })

  test('answers as the contract says', () => {
    expect(pool.breaches).toEqual([])
  })
})
