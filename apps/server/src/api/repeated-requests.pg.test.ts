import { instantFromMs } from '@outlast/domain'
import { createTestDatabase, type TestDatabase } from '@outlast/testing/postgres/database'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type AuthService, startAuthService } from '../../tests/support/auth-service.ts'

// Idempotency keys of the writes about passwords, which check something before their command (docs/api.md, "Idempotency").

let database: TestDatabase
let service: AuthService
/** How far the clock of the tokens is ahead. */
let hoursLater = 0

beforeEach(async () => {
  database = await createTestDatabase()
  const tokensNow = () => instantFromMs(Date.now() + hoursLater * 3_600_000)
  service = await startAuthService(database.connectionString, { tokensNow })
})
afterEach(async () => {
  await service.close()
  await database.drop()
})

const ANN = { email: 'ann@club.example', password: 'correct horse', first_name: 'Ann', last_name: 'Archer' }
const key = { 'idempotency-key': 'retry-1' }

const post = (path: string, body: object, headers: Record<string, string> = {}) => service.call('POST', path, body, headers)
const register = async () => (await post('/api/auth/register', ANN)).body.token
const signIn = async (password: string) => (await post('/api/auth/login', { email: ANN.email, password })).status

async function resetMails(): Promise<readonly string[]> {
  const { rows } = await sql<{ text: string }>`
    SELECT text FROM deliveries WHERE recipient = ${ANN.email} AND text LIKE '%reset-password%' ORDER BY id`.execute(service.db)
  return rows.map(({ text }) => text)
}

async function resetToken(): Promise<string> {
  await post('/api/password-reset/request', { email: ANN.email })
  return /token=([\w-]+)/.exec((await resetMails()).at(-1) ?? '')?.[1] ?? ''
}

describe('a repeated request with the same Idempotency-Key', () => {
  it('keeps the link that the first request mailed', async () => {
    await register()
    const first = await post('/api/password-reset/request', { email: ANN.email }, key)
    const mails = await resetMails()
    const second = await post('/api/password-reset/request', { email: ANN.email }, key)
    expect([second.status, second.body]).toEqual([first.status, first.body])
    // Only a request for an account's link leaves a receipt, so the header would reveal whether there is an account.
    expect(second.headers.get('idempotency-replayed')).toBeNull()
    expect([mails.length, await resetMails()]).toEqual([1, mails])
  })

  it('mails one link for requests that are sent at the same time, to reset a password or to sign in', async () => {
    await register()
    for (const path of ['/api/password-reset/request', '/api/auth/link/request']) {
      const all = await Promise.all(Array.from({ length: 5 }, () => post(path, { email: ANN.email }, key)))
      expect(all.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
    }
    // A second mail would replace the first one while that has not been sent.
    expect(service.mailsWoken()).toBe(2)
    const { rows } = await sql`SELECT purpose FROM deliveries ORDER BY purpose`.execute(service.db)
    expect(rows).toEqual([{ purpose: 'password_reset' }, { purpose: 'sign_in_link' }])
  })

  it('does not reveal by a key used for another address whether an account exists', async () => {
    await register()
    await post('/api/password-reset/request', { email: ANN.email }, key)
    const known = await post('/api/password-reset/request', { email: 'nobody@club.example' }, key)
    await post('/api/password-reset/request', { email: 'nobody@club.example' }, { 'idempotency-key': 'retry-2' })
    const unknown = await post('/api/password-reset/request', { email: ANN.email }, { 'idempotency-key': 'retry-2' })
    expect([known.status, known.body]).toEqual([unknown.status, unknown.body])
  })

  it('returns the first response to a new password, although its link is used', async () => {
    await register()
    const body = { token: await resetToken(), password: 'battery staple' }
    const first = await post('/api/password-reset/submit', body, key)
    const second = await post('/api/password-reset/submit', body, key)
    expect([second.status, second.body]).toEqual([200, first.body])
    expect([first, second].map(({ headers }) => headers.get('idempotency-replayed'))).toEqual([null, 'true'])
    expect([await signIn('battery staple'), await signIn(ANN.password)]).toEqual([200, 401])
    expect((await post('/api/password-reset/submit', body)).status).toBe(400)
    expect((await post('/api/password-reset/submit', { ...body, password: 'another staple' }, key)).status).toBe(400)
  })

  it('returns a login for a changed password, although the current one differs now', async () => {
    const token = await register()
    const body = { current_password: ANN.password, new_password: 'battery staple' }
    const changed = await service.as(token ?? '')('POST', '/api/account/password', body, key)
    const repeated = await service.as(changed.body.token ?? '')('POST', '/api/account/password', body, key)
    expect([changed.status, repeated.status]).toEqual([200, 200])
    expect((await service.as(repeated.body.token ?? '')('GET', '/api/account')).status).toBe(200)
    const other = { ...body, new_password: 'another staple' }
    expect((await service.as(changed.body.token ?? '')('POST', '/api/account/password', other, key)).status).toBe(400)
  })

  it('answers with the same token to a member whose connection broke while registering, and lists one device', async () => {
    const first = await post('/api/auth/register', ANN, key)
    hoursLater += 1
    const second = await post('/api/auth/register', ANN, key)
    expect([second.status, second.body.token]).toEqual([201, first.body.token])
    const devices = await service.as(first.body.token ?? '')('GET', '/api/account/sessions')
    expect(devices.body).toHaveLength(1)
  })

  it('does not store the device again that was signed out before the repeat', async () => {
    const { body } = await post('/api/auth/register', ANN, key)
    expect((await service.as(body.token ?? '')('DELETE', '/api/account/sessions/current')).status).toBe(204)
    expect((await post('/api/auth/register', ANN, key)).body.token).toBe(body.token)
    expect((await sql`SELECT 1 FROM sessions`.execute(service.db)).rows).toEqual([])
  })

  it('answers with the same token to a member who changed the password, and who signed out all other devices', async () => {
    const token = await register()
    const body = { current_password: ANN.password, new_password: 'battery staple' }
    const changed = await service.as(token ?? '')('POST', '/api/account/password', body, key)
    hoursLater += 1
    const again = await service.as(changed.body.token ?? '')('POST', '/api/account/password', body, key)
    expect(again.body.token).toBe(changed.body.token)
    const ended = await service.as(changed.body.token ?? '')('POST', '/api/account/sessions/end-others', {}, key)
    hoursLater += 1
    const repeated = await service.as(ended.body.token ?? '')('POST', '/api/account/sessions/end-others', {}, key)
    expect([repeated.status, repeated.body.token]).toEqual([200, ended.body.token])
  })

  it('keeps no token in a receipt', async () => {
    const { body } = await post('/api/auth/register', ANN, key)
    const { rows } = await sql<{ outcome: string }>`SELECT outcome::text FROM command_receipts`.execute(service.db)
    expect(rows).toHaveLength(1)
    expect(rows[0]?.outcome).not.toContain(body.token)
  })

  it('ends all logins once', async () => {
    const token = await register()
    expect((await service.as(token ?? '')('POST', '/api/account/sign-out-everywhere', {}, key)).status).toBe(204)
    expect((await service.as(token ?? '')('POST', '/api/account/sign-out-everywhere', {}, key)).status).toBe(401)
  })
})

it('a request that changes nothing leaves no receipt, and one that is rejected does', async () => {
  const token = await register()
  const receipts = async () =>
    Number((await sql<{ n: number }>`SELECT count(*) AS n FROM command_receipts`.execute(service.db)).rows[0]?.n)
  const before = await receipts()
  await service.as(token ?? '')('PATCH', '/api/account', { first_name: ANN.first_name }, key)
  expect(await receipts()).toBe(before)
  await service.as(token ?? '')('PATCH', '/api/account', { first_name: 'Anna' }, key)
  expect(await receipts()).toBe(before + 1)
})
