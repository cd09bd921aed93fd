import { createTestDatabase, type TestDatabase } from '@outlast/testing/postgres/database'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type AuthService, startAuthService } from '../../tests/support/auth-service.ts'

let database: TestDatabase
const services: AuthService[] = []
let one: AuthService
let admin: ReturnType<AuthService['as']>
let registered = 0

beforeEach(async () => {
  database = await createTestDatabase()
  one = await start()
  admin = one.as((await register()).body.token)
})
afterEach(async () => {
  await Promise.all(services.splice(0).map((service) => service.close()))
  await database.drop()
})

async function start(options: Parameters<typeof startAuthService>[1] = {}): Promise<AuthService> {
  const service = await startAuthService(database.connectionString, options)
  services.push(service)
  return service
}

const PERSON = { password: 'correct horse', first_name: 'Ann', last_name: 'Archer' }

function register(more: object = {}, service = one, headers: Record<string, string> = {}) {
  registered += 1
  return service.call('POST', '/api/auth/register', { email: `m${registered}@club.example`, ...PERSON, ...more }, headers)
}

const setMode = (mode: string) => admin('PATCH', '/api/admin/joining', { mode })
const invitations = async () => (await admin('GET', '/api/admin/invitations')).body as unknown as Record<string, unknown>[]
const invite = async (more: object = {}) =>
  (await admin('POST', '/api/admin/invitations', { label: 'Monday league', ...more })).body as unknown as {
    id: number
    code: string
    url: string
    uses: number
  }
const codesOf = (responses: readonly { status: number; body?: { code?: unknown } }[]) =>
  responses.map(({ status, body }) => (status === 201 ? 201 : body?.code))
const counted = (codes: readonly unknown[]) => (what: unknown) => codes.filter((code) => code === what).length
const accounts = async () =>
  Number((await sql<{ n: number }>`SELECT count(*)::int AS n FROM accounts`.execute(one.db)).rows[0]?.n)

describe('adminJoiningRoutes: invitations', () => {
  it('creates a link with a code that a registration needs in mode code', async () => {
    expect((await setMode('code')).body).toEqual({ mode: 'code' })
    const { id, code, url, uses } = await invite()
    expect(code).toMatch(/^[2-9A-HJKMNP-Z]{10}$/)
    expect([url, uses]).toEqual([`http://pool.example/join/${code}`, 0])
    expect((await register()).body).toMatchObject({
      code: 'invitation_required',
      error: 'Ask your commissioner for an invitation',
    })
    expect((await register({ code: 'AAAAAAAAAA' })).status).toBe(403)
    expect((await register({ code: ` ${code.slice(0, 5).toLowerCase()}-${code.slice(5)} ` })).status).toBe(201)
    expect(await invitations()).toMatchObject([{ id, code, label: 'Monday league', uses: 1, max_uses: null, expires_at: null }])
  })

  it('revokes an invitation, and keeps the accounts that used it', async () => {
    await setMode('code')
    const { id, code } = await invite()
    const { token } = (await register({ code })).body
    expect((await admin('DELETE', `/api/admin/invitations/${id}`)).status).toBe(204)
    expect((await admin('DELETE', `/api/admin/invitations/${id}`)).body).toMatchObject({ code: 'invitation_not_found' })
    expect(await invitations()).toEqual([])
    expect((await register({ code })).status).toBe(403)
    expect((await one.as(token)('GET', '/api/auth/me')).status).toBe(200)
  })

  it('rejects an invitation after it has expired', async () => {
    await setMode('code')
    const { code } = await invite({ expires_at: '2020-01-01T00:00:00Z' })
    expect((await register({ code })).body).toMatchObject({ code: 'invitation_required' })
  })

  it('never lets more accounts in than max_uses, with registrations at once over two processes', async () => {
    await setMode('code')
    const { code } = await invite({ max_uses: 7 })
    const two = await start()
    const responses = await Promise.all(Array.from({ length: 40 }, (_, n) => register({ code }, n % 2 === 0 ? one : two)))
    const count = counted(codesOf(responses))
    expect([count(201), count('invitation_required')]).toEqual([7, 33])
    expect(await accounts()).toBe(8)
    expect(await invitations()).toMatchObject([{ uses: 7 }])
  })

  it('counts a repeated request once, and a taken address not at all', async () => {
    await setMode('code')
    const { code } = await invite({ max_uses: 2 })
    const who = { code, email: 'bob@club.example' }
    const key = { 'idempotency-key': 'bob-1' }
    const twice = [await register(who, one, key), await register(who, one, key)]
    expect(twice.map(({ status, body }) => [status, (body['user'] as { id: number }).id])).toEqual([
      [201, 2],
      [201, 2],
    ])
    expect((await register(who)).body).toMatchObject({ code: 'email_taken' })
    expect(await invitations()).toMatchObject([{ uses: 1 }])
  })

  it('counts a use when the account is created, and none when ADMIN_EMAIL is confirmed', async () => {
    const fresh = await createTestDatabase()
    const named = await startAuthService(fresh.connectionString, { adminEmail: 'root@club.example' })
    try {
      const call = (method: string, path: string, body?: unknown) => named.call(method, path, body)
      const { token } = (await call('POST', '/api/auth/register', { ...PERSON, email: 'root@club.example' })).body
      const { rows } = await sql<{ text: string }>`SELECT text FROM deliveries`.execute(named.db)
      const link = /confirm-admin\?token=([\w-]+)/.exec(rows[0]?.text ?? '')?.[1]
      await call('POST', '/api/account/admin/confirm', { token: link })
      const root = named.as(token)
      const { code } = (await root('POST', '/api/admin/invitations', { label: 'All', max_uses: 1 })).body
      await root('PATCH', '/api/admin/joining', { mode: 'code' })
      const list = async () => (await root('GET', '/api/admin/invitations')).body
      expect(await list()).toMatchObject([{ uses: 0 }])
      expect((await call('POST', '/api/auth/register', { ...PERSON, email: 'bob@club.example', code })).status).toBe(201)
      expect(await list()).toMatchObject([{ uses: 1 }])
    } finally {
      await named.close()
      await fresh.drop()
    }
  })

  it('returns the same invitation for a repeated request, and stores no code in the log or with the receipt', async () => {
    const key = { 'idempotency-key': 'invite-1' }
    const body = { label: 'Monday league' }
    const [first, again] = [
      await admin('POST', '/api/admin/invitations', body, key),
      await admin('POST', '/api/admin/invitations', body, key),
    ]
    expect(again.body).toEqual(first.body)
    const stored = await sql<{ text: string }>`SELECT string_agg(data::text || metadata::text, ' ') AS text FROM events
      UNION ALL SELECT string_agg(outcome::text, ' ') FROM command_receipts`.execute(one.db)
    const text = stored.rows.map((row) => row.text).join(' ')
    expect(text).toContain('maxUses')
    expect(text).not.toContain(String(first.body.code))
    expect(text).not.toContain('Monday league')
  })

  it('limits guesses of codes, and then rejects right ones too', async () => {
    const limited = await start({ limits: true })
    await setMode('code')
    const { code } = await invite()
    const home = { 'x-forwarded-for': '198.51.100.7' }
    const guesses = await Promise.all(Array.from({ length: 24 }, () => register({ code: 'BBBBBBBBBB' }, limited, home)))
    const count = counted(codesOf(guesses))
    expect([count('invitation_required'), count('rate_limited')]).toEqual([20, 4])
    expect((await register({ code }, limited, home)).status).toBe(429)
    expect((await register({ code }, limited, { 'x-forwarded-for': '203.0.113.9' })).status).toBe(201)
  })

  it('does not limit a club that registers with right codes at one address', async () => {
    const limited = await start({ limits: true })
    await setMode('code')
    const { code } = await invite()
    const responses = await Promise.all(Array.from({ length: 30 }, () => register({ code }, limited)))
    expect(new Set(codesOf(responses))).toEqual(new Set([201]))
  })

  it('reveals nothing about addresses to visitors who may not register', async () => {
    await register({ email: 'bob@club.example' })
    await setMode('code')
    expect((await register({ email: 'bob@club.example' })).body).toMatchObject({ code: 'invitation_required' })
    await setMode('closed')
    expect((await register({ email: 'bob@club.example' })).body).toMatchObject({ code: 'joining_closed' })
    expect((await register()).body).toMatchObject({ code: 'joining_closed' })
  })
})

describe('adminJoiningRoutes: approval', () => {
  it('approves a waiting account once, and mails the member once', async () => {
    await setMode('approval')
    const { body } = await register({ email: 'bob@club.example', first_name: 'Bob' })
    const { id } = body['user'] as { id: number }
    expect(body['user']).toMatchObject({ is_waiting: true })
    const approve = () => admin('POST', `/api/admin/users/${id}/approve`)
    expect((await approve()).body).toMatchObject({ id, is_waiting: false })
    expect((await approve()).status).toBe(200)
    const { rows } = await sql<{ recipient: string; text: string }>`SELECT recipient, text FROM deliveries`.execute(one.db)
    expect(rows).toMatchObject([{ recipient: 'bob@club.example' }])
    expect(rows[0]?.text).toContain('Hello Bob,')
    expect((await one.as(body.token)('GET', '/api/auth/me')).body).toMatchObject({ is_waiting: false })
  })
})

describe('importRoutes', () => {
  const LIST =
    'name,email,mobile,entries\nBob Baker,bob@club.example,+1 555 0102,2\nCid,cid@club.example,,\nDi Dean,di@club.example,,"A;B"'
  const importList = (csv: string, dry_run: boolean, headers = {}) =>
    admin('POST', '/api/admin/import/members', { csv, dry_run }, headers)
  const mails = async () =>
    (await sql<{ recipient: string; text: string }>`SELECT recipient, text FROM deliveries ORDER BY id`.execute(one.db)).rows

  it('says in a dry run what would happen, and changes nothing', async () => {
    await register({ email: 'DI@club.example' })
    const { body } = await importList(LIST, true)
    expect(body).toMatchObject({
      dry_run: true,
      counts: { new: 1, exists: 1, invalid: 1, entries: 2 },
      rows: [
        { line: 2, status: 'new', reason: null, mobile: '+15550102', entries: ['Bob', 'Bob 2'] },
        { line: 3, status: 'invalid', reason: 'Give a first and a last name' },
        { line: 4, status: 'exists', reason: 'This email has an account already', user_id: 2 },
      ],
    })
    expect([await accounts(), (await mails()).length]).toEqual([2, 0])
  })

  it('creates accounts, entries and invitations, and nothing twice', async () => {
    const first = await importList(LIST, false)
    expect(first.body).toMatchObject({ counts: { new: 2, invalid: 1, exists: 0, entries: 4 } })
    const again = await importList(LIST, false)
    expect(again.body).toMatchObject({ counts: { new: 0, exists: 2, invalid: 1, entries: 0 } })
    expect([...one.follower.pool.entries.values()].map((entry) => [entry.userId, entry.name])).toEqual([
      [2, 'Bob'],
      [2, 'Bob 2'],
      [3, 'A'],
      [3, 'B'],
    ])
    const sent = await mails()
    expect(sent.map((mail) => mail.recipient)).toEqual(['bob@club.example', 'di@club.example'])
    const token = /reset-password\?token=([\w-]+)/.exec(sent[0]?.text ?? '')?.[1]
    const submitted = await one.call('POST', '/api/password-reset/submit', { token, password: 'battery staple' })
    // The first password signs in; a later one does not.
    const session = submitted.body['session'] as { token: string }
    expect((await one.as(session.token)('GET', '/api/auth/me')).body).toMatchObject({ email: 'bob@club.example' })
    await one.call('POST', '/api/password-reset/request', { email: 'bob@club.example' })
    const reset = /reset-password\?token=([\w-]+)/.exec((await mails()).at(-1)?.text ?? '')?.[1]
    const later = await one.call('POST', '/api/password-reset/submit', { token: reset, password: 'battery staple' })
    expect(later.body).toEqual({ message: 'Password updated. You can now sign in.' })
    const login = await one.call('POST', '/api/auth/login', { email: 'bob@club.example', password: 'battery staple' })
    expect(login.status).toBe(200)
  })

  it('returns the first response for a repeated request', async () => {
    const rows = Array.from({ length: 230 }, (_, n) => `Member M${n},m.${n}@club.example,,1`)
    const csv = ['name,email,mobile,entries', ...rows].join('\n')
    const key = { 'idempotency-key': 'import-1' }
    const [first, again] = [await importList(csv, false, key), await importList(csv, false, key)]
    expect(first.body).toMatchObject({ counts: { new: 230, entries: 230 } })
    expect(again.body).toEqual(first.body)
    expect([await accounts(), (await mails()).length]).toEqual([231, 230])
  })

  it('gives a new member no name that an entry of a listed member has already', async () => {
    await importList('name,email,entries\nPriya Shah,shah@club.example,1', false)
    const { body } = await importList('name,email,entries\nPriya Shah,shah@club.example,1\nPriya Nair,nair@club.example,1', false)
    expect(body['rows']).toMatchObject([
      { status: 'exists', entries: [] },
      { status: 'new', entries: ['Priya 2'] },
    ])
  })

  it('creates each member once when two processes import the same list at once', async () => {
    const two = await start()
    const rows = Array.from({ length: 150 }, (_, n) => `Member M${n},m.${n}@club.example,,1`)
    const body = { csv: ['name,email,mobile,entries', ...rows].join('\n'), dry_run: false }
    const { token } = (
      await one.call('POST', '/api/auth/login', { email: `m${registered}@club.example`, password: PERSON.password })
    ).body
    const results = await Promise.all([one, two].map((service) => service.as(token)('POST', '/api/admin/import/members', body)))
    const counts = results.map((result) => result.body['counts'] as { new: number; exists: number })
    expect(counts.reduce((sum, count) => sum + count.new, 0)).toBe(150)
    expect(counts.reduce((sum, count) => sum + count.exists, 0)).toBe(150)
    expect([await accounts(), (await mails()).length]).toEqual([151, 150])
  })

  it('rejects a list that cannot be read, with the reason', async () => {
    expect((await importList('Bob Baker,bob@club.example', true)).body).toMatchObject({
      code: 'import_unreadable',
      error: expect.stringContaining('The list needs a line with the names of its columns') as string,
    })
  })
})
