import { createTestDatabase, type TestDatabase } from '@outlast/testing'
import { type UserId, userId } from '@outlast/domain'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type AuthService, startAuthService } from '../../../tests/support/auth-service.ts'
import { member } from '../../../tests/support/log.ts'
import { deleteAccounts, findByEmail, findById, lockByEmail } from '../../auth/accounts.ts'
import { mailResetLink } from '../../auth/password-links.ts'
import { sessionAfterCheck } from '../../auth/sessions.ts'

let database: TestDatabase
const services: AuthService[] = []
let one: AuthService

beforeEach(async () => {
  database = await createTestDatabase()
  one = await start()
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

const ANN = {
  email: 'Ann@Club.example',
  password: 'correct horse',
  first_name: 'Ann',
  last_name: 'Archer',
  mobile: '+1 (555) 010-2030',
}
const BOB = { email: 'bob@club.example', password: 'battery staple', first_name: 'Bob', last_name: 'Baker' }
const register = async (who: object, service = one) => service.call('POST', '/api/auth/register', who)
const login = async (email: string, password: string, service = one) =>
  service.call('POST', '/api/auth/login', { email, password })
const tokenOf = async (who: object) => (await register(who)).body.token

/** The link's token in the newest mail to an address that waits. */
async function linkTo(email: string): Promise<string> {
  const { rows } = await sql<{
    text: string
  }>`SELECT text FROM mail_outbox WHERE to_address = ${email} ORDER BY id DESC LIMIT 1`.execute(one.db)
  return /http:\/\/pool\.example\/reset-password\?token=([\w-]{43})\n/.exec(rows[0]?.text ?? '')?.[1] ?? 'no mail'
}

describe('registering', () => {
  it('makes the first account admin, and signs in', async () => {
    const { status, body } = await register(ANN)
    expect(status).toBe(201)
    expect(body).toMatchObject({
      token: expect.any(String) as string,
      user: { id: 1, email: 'Ann@Club.example', first_name: 'Ann', last_name: 'Archer', mobile: '+15550102030', is_admin: true },
    })
    const me = await one.as(body.token)('GET', '/api/auth/me')
    expect([me.status, me.body]).toEqual([200, body.user])
    expect((await register(BOB)).body.user).toMatchObject({ id: 2, is_admin: false, mobile: null })
  })

  it('makes whom ADMIN_EMAIL names admin, and not the first', async () => {
    const named = await start({ adminEmail: 'BOB@club.example' })
    expect((await register(ANN, named)).body.user).toMatchObject({ is_admin: false })
    expect((await register(BOB, named)).body.user).toMatchObject({ is_admin: true })
  })

  it('gives an address to one account, in any case, however many ask on however many processes', async () => {
    const two = await start()
    const tries = Array.from({ length: 20 }, (_, i) =>
      register({ ...BOB, email: i % 3 === 0 ? 'bob@club.example' : ' BOB@club.Example' }, i % 2 === 0 ? one : two),
    )
    const answers = await Promise.all(tries)
    expect(answers.filter((answer) => answer.status === 201)).toHaveLength(1)
    expect(answers.filter((answer) => answer.status === 409 && answer.body.code === 'email_taken')).toHaveLength(19)
    expect((await sql<{ n: number }>`SELECT count(*)::int AS n FROM accounts`.execute(one.db)).rows[0]?.n).toBe(1)
  })

  it('is known to another process at once', async () => {
    const two = await start()
    const token = await tokenOf(ANN)
    expect((await two.as(token)('GET', '/api/auth/me')).status).toBe(200)
    await register(BOB)
    expect((await login(BOB.email, BOB.password, two)).status).toBe(200)
  })

  it('refuses passwords that everybody tries, in production', async () => {
    const strict = await start({ refuseCommon: true })
    const { status, body } = await register({ ...ANN, password: 'Password123' }, strict)
    expect([status, body]).toMatchObject([
      400,
      { code: 'password_common', fields: { password: 'This password is too common. Choose another one' } },
    ])
  })

  it('refuses passwords that are too short or that bcrypt would cut', async () => {
    expect((await register({ ...ANN, password: 'seven77' })).body).toMatchObject({
      fields: { password: 'Password must have at least 8 characters' },
    })
    expect((await register({ ...ANN, password: 'ü'.repeat(37) })).body).toMatchObject({
      fields: { password: 'Password is too long: 72 bytes at most' },
    })
  })
})

describe('signing in', () => {
  it('takes the right password, with the address in any case', async () => {
    await register(ANN)
    const { status, body } = await login('  aNN@club.example ', ANN.password)
    expect([status, (await one.as(body.token)('GET', '/api/auth/me')).status]).toEqual([200, 200])
  })

  it('says the same of a wrong password, of nobody, and of an account without a password', async () => {
    await register(ANN)
    await register(BOB)
    await one.db.updateTable('accounts').set({ password_hash: null }).where('user_id', '=', 2).execute()
    const answers = [
      await login(ANN.email, 'wrong horse'),
      await login('nobody@club.example', 'wrong horse'),
      await login(BOB.email, BOB.password),
    ]
    for (const { status, body, headers } of answers) {
      expect([status, { ...body, request_id: '' }]).toEqual([
        401,
        { error: 'Email or password is not right', code: 'invalid_credentials', request_id: '' },
      ])
      expect([...headers.keys()].sort()).toEqual([...answers[0]!.headers.keys()].sort())
    }
  })

  it('is not for who was deleted, nor is their token', async () => {
    await register(ANN)
    const token = await tokenOf(BOB)
    await one.submit(member(1), 'DeleteUser', { userId: userId(2) })
    expect(await one.as(token)('GET', '/api/auth/me')).toMatchObject({ status: 401, body: { code: 'token_revoked' } })
    expect((await login(BOB.email, BOB.password)).status).toBe(401)
  })

  it('does not outlive a password that was changed while it was being checked', async () => {
    const token = await tokenOf(ANN)
    const checked = await findByEmail(one.db, ANN.email)
    await one.as(token)('POST', '/api/account/password', { current_password: ANN.password, new_password: 'another horse' })
    expect(await sessionAfterCheck(one.session, checked!)).toBeUndefined()
  })
})

describe('the own account', () => {
  it('changes what is sent, and says what kind of thing changed', async () => {
    const token = await tokenOf(ANN)
    const { status, body } = await one.as(token)('PATCH', '/api/account', { first_name: 'Anna', mobile: '', last_name: 'Archer' })
    expect([status, body]).toMatchObject([200, { first_name: 'Anna', last_name: 'Archer', mobile: null }])
    const { rows } = await sql<{ data: unknown }>`SELECT data FROM events WHERE type = 'UserProfileChanged'`.execute(one.db)
    expect(rows).toEqual([{ data: { userId: 1, fields: ['first_name', 'mobile'] } }])
  })

  it('asks for the password before an address changes, and then links to the old address are void', async () => {
    const change = one.as(await tokenOf(ANN))
    await register(BOB)
    await one.call('POST', '/api/password-reset/request', { email: ANN.email })
    const link = await linkTo(ANN.email)
    expect(await change('PATCH', '/api/account', { email: 'ann@new.example' })).toMatchObject({
      status: 400,
      body: { fields: { current_password: 'Current password required' } },
    })
    expect(await change('PATCH', '/api/account', { email: 'ann@new.example', current_password: 'wrong' })).toMatchObject({
      status: 400,
      body: { code: 'password_wrong' },
    })
    expect(await change('PATCH', '/api/account', { email: 'BOB@club.example', current_password: ANN.password })).toMatchObject({
      status: 409,
      body: { code: 'email_taken' },
    })
    expect((await change('PATCH', '/api/account', { email: 'ANN@club.example' })).body).toMatchObject({
      email: 'ANN@club.example',
    })
    expect(await change('PATCH', '/api/account', { email: 'ann@new.example', current_password: ANN.password })).toMatchObject({
      status: 200,
      body: { email: 'ann@new.example' },
    })
    expect((await one.call('POST', '/api/password-reset/submit', { token: link, password: 'stolen horse' })).status).toBe(400)
    expect((await login('ann@new.example', ANN.password)).status).toBe(200)
  })

  it('gives the first answer to a repeat with the same key, and 409 to another request with it', async () => {
    const call = one.as(await tokenOf(ANN))
    const change = (first_name: string) => call('PATCH', '/api/account', { first_name }, { 'idempotency-key': 'k1' })
    expect((await change('Anna')).status).toBe(200)
    await call('PATCH', '/api/account', { first_name: 'Annette' })
    expect((await change('Anna')).status).toBe(200)
    expect(await change('Hanna')).toMatchObject({ status: 409, body: { code: 'idempotency_mismatch' } })
    expect((await call('GET', '/api/account')).body).toMatchObject({ first_name: 'Annette' })
  })

  it('changes the password, ends every other login on every process, and goes on with a new token', async () => {
    const two = await start()
    const [old, other] = [await tokenOf(ANN), (await login(ANN.email, ANN.password)).body.token]
    await two.as(old)('GET', '/api/auth/me')
    const change = (current_password: string) =>
      one.as(old)('POST', '/api/account/password', { current_password, new_password: 'another horse' })
    expect(await change('wrong horse')).toMatchObject({ status: 400, body: { code: 'password_wrong' } })
    const { status, body } = await change(ANN.password)
    expect(status).toBe(200)
    expect((await one.as(body.token)('GET', '/api/auth/me')).status).toBe(200)
    expect((await two.as(body.token)('GET', '/api/auth/me')).status).toBe(200)
    for (const token of [old, other])
      for (const service of [one, two]) {
        expect(await service.as(token)('GET', '/api/auth/me')).toMatchObject({ status: 401, body: { code: 'token_revoked' } })
      }
    expect((await login(ANN.email, ANN.password)).status).toBe(401)
    expect((await login(ANN.email, 'another horse')).status).toBe(200)
  })

  it('lets one of two changes at once win, and the other sign in again', async () => {
    const token = await tokenOf(ANN)
    const change = (new_password: string) =>
      one.as(token)('POST', '/api/account/password', { current_password: ANN.password, new_password })
    const answers = await Promise.all([change('first of two'), change('second of two')])
    expect(answers.map((answer) => answer.status).toSorted((a, b) => a - b)).toEqual([200, 401])
  })

  it('signs out everywhere', async () => {
    const token = await tokenOf(ANN)
    const other = (await login(ANN.email, ANN.password)).body.token
    expect((await one.as(token)('POST', '/api/account/sign-out-everywhere')).status).toBe(204)
    for (const ended of [token, other]) expect((await one.as(ended)('GET', '/api/auth/me')).status).toBe(401)
    expect((await login(ANN.email, ANN.password)).status).toBe(200)
  })
})

describe('a forgotten password', () => {
  const request = (email: string) => one.call('POST', '/api/password-reset/request', { email })
  const submit = (token: string, password = 'another horse') =>
    one.call('POST', '/api/password-reset/submit', { token, password })

  it('tells nobody whether an address is known', async () => {
    await register(ANN)
    const [known, unknown] = [await request(ANN.email), await request('nobody@club.example')]
    for (const answer of [known, unknown]) {
      expect([answer.status, answer.body]).toEqual([200, { message: 'If that email exists, a reset link has been sent.' }])
    }
    expect([...known.headers.keys()]).toEqual([...unknown.headers.keys()])
    expect(one.mailsWoken()).toBe(1)
  })

  it('sets a password once by the link, and ends all logins', async () => {
    const token = await tokenOf(ANN)
    await request('ann@club.example')
    const link = await linkTo(ANN.email)
    expect(link).toHaveLength(43)
    expect(await submit(link)).toMatchObject({ status: 200, body: { message: 'Password updated. You can now sign in.' } })
    expect((await one.as(token)('GET', '/api/auth/me')).status).toBe(401)
    expect((await login(ANN.email, 'another horse')).status).toBe(200)
    expect(await submit(link)).toMatchObject({ status: 400, body: { code: 'reset_token_invalid' } })
    expect((await login(ANN.email, 'another horse')).status).toBe(200)
  })

  it('takes a link once, of however many at the same time', async () => {
    await register(ANN)
    await request(ANN.email)
    const link = await linkTo(ANN.email)
    const answers = await Promise.all(Array.from({ length: 8 }, (_, i) => submit(link, `password number ${i}`)))
    expect(answers.map((answer) => answer.status).toSorted((a, b) => a - b)).toEqual([
      200,
      ...Array.from({ length: 7 }, () => 400),
    ])
    expect(one.tokenVersionOf(1)).toBe(2)
  })

  it('keeps the hash of a link alone, for 30 minutes of the database’s clock', async () => {
    await register(ANN)
    await request(ANN.email)
    const link = await linkTo(ANN.email)
    const { rows } = await sql<{ row: string; minutes: number }>`SELECT r::text AS row,
      extract(epoch FROM expires_at - clock_timestamp())::float8 / 60 AS minutes FROM password_resets r`.execute(one.db)
    expect(rows).toHaveLength(1)
    expect(rows[0]?.row).not.toContain(link)
    expect(Math.round(rows[0]?.minutes ?? 0)).toBe(30)
    await sql`UPDATE password_resets SET expires_at = clock_timestamp()`.execute(one.db)
    expect(await submit(link)).toMatchObject({ status: 400, body: { code: 'reset_token_invalid' } })
  })

  it('makes earlier links void, also one that another process is just making', async () => {
    await register(ANN)
    await request(ANN.email)
    const first = await linkTo(ANN.email)
    const later = await one.db.transaction().execute(async (tx) => {
      await lockByEmail(tx, ANN.email)
      await mailResetLink(tx, { userId: userId(1), email: ANN.email, firstName: 'Ann' }, { publicUrl: '', clubName: '' })
      const asked = request(ANN.email)
      const blocked = sql`SELECT 1 FROM pg_locks WHERE NOT granted AND pg_backend_pid() = ANY (pg_blocking_pids(pid))`
      await expect.poll(async () => (await blocked.execute(tx)).rows.length, { timeout: 10_000 }).toBe(1)
      return { asked }
    })
    await later.asked
    expect((await sql`SELECT 1 FROM password_resets`.execute(one.db)).rows).toHaveLength(1)
    expect((await submit(first)).status).toBe(400)
    expect((await submit(await linkTo(ANN.email))).status).toBe(200)
    const { rows } = await sql`SELECT 1 FROM mail_outbox`.execute(one.db)
    expect(rows).toEqual([])
  })

  it.each(['x', 'x'.repeat(43), ''])('does not take %j', async (token) => {
    expect((await submit(token)).status).toBe(400)
  })

  it('is no way back for who was deleted', async () => {
    await register(ANN)
    await register(BOB)
    await request(BOB.email)
    const link = await linkTo(BOB.email)
    await one.submit(member(1), 'DeleteUser', { userId: userId(2) })
    expect(await submit(link)).toMatchObject({ status: 400, body: { code: 'reset_token_invalid' } })
  })
})

describe('what is kept where', () => {
  it('has nothing personal and no secret in the log or the receipts', async () => {
    const token = await tokenOf(ANN)
    await one.as(token)(
      'PATCH',
      '/api/account',
      { email: 'ann@new.example', current_password: ANN.password, last_name: 'Bowman' },
      { 'idempotency-key': 'k' },
    )
    await one.call('POST', '/api/password-reset/request', { email: 'ann@new.example' })
    const link = await linkTo('ann@new.example')
    await one.call('POST', '/api/password-reset/submit', { token: link, password: 'another horse' })
    const { rows } = await sql<{ text: string }>`
      SELECT coalesce(string_agg(e::text, ' '), '') || (SELECT coalesce(string_agg(r::text, ' '), '') FROM command_receipts r) AS text FROM events e`.execute(
      one.db,
    )
    expect(rows[0]?.text).toContain('UserRegistered')
    expect(rows[0]?.text).toContain('PasswordChanged')
    for (const secret of ['Ann', 'ann@', 'Archer', 'Bowman', '5550102030', 'horse', '$2b$', token.slice(-20), link, 'example']) {
      expect(rows[0]?.text).not.toContain(secret)
    }
    expect(JSON.stringify(one.app.lines)).not.toMatch(/Ann|ann@|Archer|horse|example|eyJ/)
  })

  it('has nothing left of deleted accounts, links and waiting mails included', async () => {
    await register(ANN)
    await register(BOB)
    for (const { email } of [ANN, BOB]) await one.call('POST', '/api/password-reset/request', { email })
    await one.db.transaction().execute((tx) => deleteAccounts(tx, [2 as UserId, 77 as UserId]))
    expect(await findById(one.db, 2 as UserId)).toBeUndefined()
    const { rows } = await sql`SELECT to_address FROM mail_outbox`.execute(one.db)
    expect(rows).toEqual([{ to_address: ANN.email }])
    expect((await sql`SELECT user_id FROM password_resets`.execute(one.db)).rows).toEqual([{ user_id: 1 }])
    await one.db.transaction().execute((tx) => deleteAccounts(tx, []))
    expect(await findById(one.db, 1 as UserId)).toBeDefined()
  })
})
