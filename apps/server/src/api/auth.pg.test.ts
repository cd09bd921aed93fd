import { emailKey } from '@outlast/contract/fields/email-address'
import { createTestDatabase, type TestDatabase } from '@outlast/testing/postgres/database'
import { emptyPool, instantFromMs, type UserId, userId } from '@outlast/domain'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type AuthService, startAuthService } from '../../tests/support/auth-service.ts'
import { member } from '../../tests/support/log.ts'
import { SECRET } from '../../tests/support/tiny-app.ts'
import {
  deleteAccounts,
  findByEmail,
  findById,
  formerEmailKey,
  lockByEmail,
  readAccountIds,
  readAddresses,
} from '../accounts/accounts.ts'
import { mailInvitations, mailResetLink } from '../accounts/password-links.ts'
import { sessionAfterCheck, sessionOf } from '../accounts/sessions.ts'
import { setupToken } from '../accounts/setup-link.ts'
import { VISITOR } from '../accounts/viewer.ts'
import { APPEND_LOCK } from '../database/locks.ts'
import { accountsByEmail } from '../imports/import-members.ts'
import { enqueueNotices } from '../outbox/outbox.ts'
import { accountRoutes } from './account.ts'

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

/** Returns the queued mails to an address, oldest first. */
async function mailsTo(email: string) {
  const { rows } = await sql<{
    kind: string
    subject: string
    text: string
  }>`SELECT purpose AS kind, subject, text FROM deliveries WHERE recipient = ${email} ORDER BY id`.execute(one.db)
  return rows
}

/** Returns the token of the link in the newest mail to an address. */
async function linkTo(email: string): Promise<string> {
  const text = (await mailsTo(email)).at(-1)?.text ?? ''
  return /http:\/\/pool\.example\/reset-password\?token=([\w-]{43})(?:&invited)?\n/.exec(text)?.[1] ?? 'no mail'
}

/** Returns the remaining validity of all links, in minutes. */
async function minutesOfLinks(): Promise<readonly number[]> {
  const { rows } = await sql<{ minutes: number }>`SELECT
    round(extract(epoch FROM expires_at - clock_timestamp()) / 60)::int AS minutes FROM password_resets`.execute(one.db)
  return rows.map((row) => row.minutes)
}

/** Returns the events of a type with their actors. */
async function eventsOf(type: string) {
  const { rows } = await sql<{
    actor: unknown
    role: unknown
    data: unknown
  }>`SELECT metadata->'actor' AS actor, metadata->'role' AS role, data FROM events WHERE type = ${type} ORDER BY position`.execute(
    one.db,
  )
  return rows
}

/** Waits until a transaction blocks the given number of others. */
async function waitForBlocked(tx: AuthService['db'], count: number): Promise<void> {
  const blocked = sql`SELECT 1 FROM pg_locks WHERE NOT granted AND pg_backend_pid() = ANY (pg_blocking_pids(pid))`
  await expect.poll(async () => (await blocked.execute(tx)).rows.length, { timeout: 10_000 }).toBe(count)
}

/** Deletes an account on another process before `one` reads about it in the log. */
async function deleteElsewhere(id: number): Promise<void> {
  const elsewhere = await start()
  await elsewhere.submit(member(1), 'DeleteUser', { userId: userId(id) })
  await elsewhere.db.transaction().execute((tx) => deleteAccounts(tx, [userId(id)]))
}

describe('authRoutes: register', () => {
  it('makes the first account an admin and signs in', async () => {
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

  describe('with ADMIN_EMAIL', () => {
    let named: AuthService
    beforeEach(async () => {
      named = await start({ adminEmail: 'BOB@club.example' })
    })
    const confirm = (token: string) => named.call('POST', '/api/account/admin/confirm', { token })
    const adminLink = async (email: string) =>
      /http:\/\/pool\.example\/confirm-admin\?token=([\w-]{43})\n/.exec((await mailsTo(email)).at(-1)?.text ?? '')?.[1] ?? 'none'
    const isAdmin = async (who: typeof BOB) => (await login(who.email, who.password, named)).body['user']

    it('makes its account an admin only when the link that was mailed there is opened, once', async () => {
      expect((await register(ANN, named)).body.user).toMatchObject({ is_admin: false })
      expect((await register(BOB, named)).body.user).toMatchObject({ is_admin: false })
      expect(await mailsTo(ANN.email)).toEqual([])
      expect(named.mailsWoken()).toBe(1)
      const token = await adminLink(BOB.email)
      expect(await confirm(token)).toMatchObject({ status: 200 })
      expect(await isAdmin(BOB)).toMatchObject({ is_admin: true })
      expect(await confirm(token)).toMatchObject({ status: 400, body: { code: 'admin_link_invalid' } })
    })

    it('makes its account an admin when a password reset confirms the address', async () => {
      await register(BOB, named)
      await named.call('POST', '/api/password-reset/request', { email: BOB.email })
      await named.call('POST', '/api/password-reset/submit', { token: await linkTo(BOB.email), password: BOB.password })
      expect(await isAdmin(BOB)).toMatchObject({ is_admin: true })
    })

    it('makes nobody an admin in a pool that had one', async () => {
      await register(ANN)
      await register(BOB, named)
      expect(await adminLink(BOB.email)).toBe('none')
      await named.call('POST', '/api/password-reset/request', { email: BOB.email })
      await named.call('POST', '/api/password-reset/submit', { token: await linkTo(BOB.email), password: BOB.password })
      expect(await isAdmin(BOB)).toMatchObject({ is_admin: false })
    })

    it('does not follow a link for an address that the account has given up', async () => {
      const { token } = (await register(BOB, named)).body
      const link = await adminLink(BOB.email)
      const change = { email: 'other@club.example', current_password: BOB.password }
      expect((await named.as(token)('PATCH', '/api/account', change)).status).toBe(200)
      expect(await mailsTo(BOB.email)).toEqual([])
      expect((await sql`SELECT 1 FROM account_links`.execute(one.db)).rows).toEqual([])
      expect(await confirm(link)).toMatchObject({ status: 400, body: { code: 'admin_link_invalid' } })
    })

    it('rejects links that it did not mail', async () => {
      for (const token of ['x', 'x'.repeat(43)]) expect(await confirm(token)).toMatchObject({ status: 400 })
    })
  })

  describe('in production without ADMIN_EMAIL', () => {
    it('makes only the account that has the setup link an admin, once, even if another account registers first', async () => {
      const production = await start({ production: true })
      expect((await register(ANN, production)).body.user).toMatchObject({ is_admin: false })
      const token = await setupToken(production.db, SECRET)
      const wrong = await register({ ...BOB, setup_token: 'x'.repeat(43) }, production)
      expect(wrong).toMatchObject({ status: 400, body: { code: 'setup_link_invalid' } })
      expect((await register({ ...BOB, setup_token: token }, production)).body.user).toMatchObject({ is_admin: true })
      const again = await register({ ...BOB, email: 'eve@club.example', setup_token: token }, production)
      expect(again).toMatchObject({ status: 409, body: { code: 'setup_link_used' } })
      expect((await register({ ...BOB, email: 'eve@club.example' }, production)).status).toBe(201)
    })

    it('has the same setup link in every process, and another one in another pool', async () => {
      const [first, second] = [await start({ production: true }), await start({ production: true })]
      expect(await setupToken(second.db, SECRET)).toBe(await setupToken(first.db, SECRET))
      const before = await setupToken(first.db, SECRET)
      await sql`UPDATE setup_link SET salt = gen_random_uuid()`.execute(first.db)
      expect(await setupToken(first.db, SECRET)).not.toBe(before)
    })

    it('rejects a setup link where the pool needs none', async () => {
      const token = await setupToken(one.db, SECRET)
      expect(await register({ ...ANN, setup_token: token })).toMatchObject({ status: 400, body: { code: 'setup_link_invalid' } })
    })
  })

  it('creates one account per e-mail address, whatever its case, under concurrent requests to several processes', async () => {
    const two = await start()
    const tries = Array.from({ length: 20 }, (_, i) =>
      register({ ...BOB, email: i % 3 === 0 ? 'bob@club.example' : ' BOB@club.Example' }, i % 2 === 0 ? one : two),
    )
    const responses = await Promise.all(tries)
    expect(responses.filter((response) => response.status === 201)).toHaveLength(1)
    expect(responses.filter((response) => response.status === 409 && response.body.code === 'email_taken')).toHaveLength(19)
    expect((await sql<{ n: number }>`SELECT count(*)::int AS n FROM accounts`.execute(one.db)).rows[0]?.n).toBe(1)
  })

  it('emailKey: returns the same key for spellings of one address only', () => {
    expect(emailKey('  JOSÉ@Club.Example ')).toBe(emailKey('jose\u0301@club.example'))
    expect(emailKey('\uff2aos\u00e9@club.example')).toBe(emailKey('jos\u00e9@club.example'))
    expect(emailKey('strasse@club.example')).not.toBe(emailKey('straße@club.example'))
  })

  it('finds an older account whose address begins with an invisible character, with blanks around it or not', async () => {
    await register(ANN)
    await sql`UPDATE accounts SET email_key = ${'\u200bann@club.example'}`.execute(one.db)
    for (const typed of ['\u200bAnn@club.example', ' \u200bann@club.example '])
      expect(await findByEmail(one.db, typed)).toMatchObject({ user_id: 1 })
    expect(await findByEmail(one.db, 'ann@club.example')).toBeUndefined()
  })

  describe('with accounts from before addresses were compared after NFKC', () => {
    const FULL = '\uff41\uff4e\uff4e@club.example'
    const LETTERS = '\u{1d400}nn@club.example'
    const asBefore = (id: number, email: string) =>
      one.db
        .updateTable('accounts')
        .set({ email, email_key: formerEmailKey(email) })
        .where('user_id', '=', id)
        .execute()
    const found = async (typed: string) => (await findByEmail(one.db, typed))?.user_id

    it.each([FULL, LETTERS])('finds %j by each spelling, and lets nobody register another one', async (spelling) => {
      await register(BOB)
      await asBefore(1, spelling)
      for (const typed of [spelling, 'ann@club.example', FULL.toUpperCase(), LETTERS]) expect(await found(typed)).toBe(1)
      for (const email of ['ann@club.example', FULL])
        expect(await register({ ...ANN, email })).toMatchObject({ status: 409, body: { code: 'email_taken' } })
      expect(await found('anna@club.example')).toBeUndefined()
    })

    it('keeps two that are the same now apart by their spelling', async () => {
      await register({ ...BOB, email: 'ann@club.example' })
      await register(BOB)
      await asBefore(2, FULL)
      expect([await found('ANN@club.example'), await found(FULL), await found(LETTERS)]).toEqual([1, 2, 1])
      expect([...(await accountsByEmail(one.db, ['ann@club.example', 'x@y.z']))]).toEqual([['ann@club.example', 1]])
    })

    it('lets its owner write the same address in NFKC without the password, and keeps it unique', async () => {
      const { body } = await register(BOB)
      await asBefore(1, FULL)
      const own = one.as(body.token)
      expect(await own('PATCH', '/api/account', { email: FULL })).toMatchObject({
        status: 200,
        body: { email: 'ann@club.example' },
      })
      expect(await register({ ...ANN, email: FULL })).toMatchObject({ status: 409, body: { code: 'email_taken' } })
    })
  })

  it('reads the accounts and the addresses of chosen ones, in the order of their ids', async () => {
    for (const who of [ANN, BOB, { ...BOB, email: 'cat@club.example' }]) await register(who)
    for (const [user, mobile] of [
      [1, '2'],
      [3, '1'],
    ] as const)
      await one.db.updateTable('accounts').set({ mobile }).where('user_id', '=', user).execute()
    expect(await readAccountIds(one.db)).toEqual([1, 2, 3])
    expect(await readAddresses(one.db, [userId(3), userId(1), userId(9)])).toEqual([ANN.email, 'cat@club.example'])
    expect(await readAddresses(one.db, [])).toEqual([])
  })

  it('returns the first account for a retry with the same key, and email_taken without it', async () => {
    const again = () => one.call('POST', '/api/auth/register', ANN, { 'idempotency-key': 'k1' })
    const [first, second] = [await again(), await again()]
    expect([first.status, second.status, second.body.user]).toEqual([201, 201, first.body.user])
    expect((await one.as(second.body.token)('GET', '/api/auth/me')).status).toBe(200)
    expect(await register(ANN)).toMatchObject({ status: 409, body: { code: 'email_taken' } })
    await deleteElsewhere(1)
    expect(await again()).toMatchObject({ status: 401, body: { code: 'token_revoked' } })
  })

  it('records a registration as a visitor’s, even with a token', async () => {
    await one.as(await tokenOf(ANN))('POST', '/api/auth/register', BOB)
    const by = (await eventsOf('UserRegistered')).map(({ actor, role }) => [actor, role])
    expect(by).toEqual([
      [null, 'visitor'],
      [null, 'visitor'],
    ])
  })

  it('signs in on another process immediately after the registration', async () => {
    const two = await start()
    const token = await tokenOf(ANN)
    expect((await two.as(token)('GET', '/api/auth/me')).status).toBe(200)
    await register(BOB)
    expect((await login(BOB.email, BOB.password, two)).status).toBe(200)
  })

  it('rejects common passwords in production', async () => {
    const strict = await start({ rejectCommon: true })
    const { status, body } = await register({ ...ANN, password: 'Password123' }, strict)
    expect([status, body]).toMatchObject([
      400,
      { code: 'password_common', fields: { password: 'This password is too common. Choose another one' } },
    ])
  })

  it('rejects passwords that are too short or too long for bcrypt', async () => {
    expect((await register({ ...ANN, password: 'seven77' })).body).toMatchObject({
      fields: { password: 'Password must have at least 8 characters' },
    })
    expect((await register({ ...ANN, password: 'ü'.repeat(37) })).body).toMatchObject({
      fields: { password: 'Password is too long: 72 bytes at most' },
    })
  })
})

describe('authRoutes: login', () => {
  it('accepts the right password with the address in any case', async () => {
    await register(ANN)
    const { status, body } = await login('  aNN@club.example ', ANN.password)
    expect([status, (await one.as(body.token)('GET', '/api/auth/me')).status]).toEqual([200, 200])
  })

  it('responds alike for a wrong password, an unknown account and an account without a password', async () => {
    await register(ANN)
    await register(BOB)
    await one.db.updateTable('accounts').set({ password_hash: null }).where('user_id', '=', 2).execute()
    const responses = [
      await login(ANN.email, 'wrong horse'),
      await login('nobody@club.example', 'wrong horse'),
      await login(BOB.email, BOB.password),
    ]
    for (const { status, body, headers } of responses) {
      expect([status, { ...body, request_id: '' }]).toEqual([
        401,
        { error: 'Email or password is not right', code: 'invalid_credentials', request_id: '' },
      ])
      expect([...headers.keys()].sort()).toEqual([...responses[0]!.headers.keys()].sort())
    }
  })

  it('rejects the password and the token of a deleted account', async () => {
    await register(ANN)
    const token = await tokenOf(BOB)
    await one.submit(member(1), 'DeleteUser', { userId: userId(2) })
    expect(await one.as(token)('GET', '/api/auth/me')).toMatchObject({ status: 401, body: { code: 'token_revoked' } })
    expect((await login(BOB.email, BOB.password)).status).toBe(401)
  })

  it('rejects a sign-in if the password changes while it is checked', async () => {
    const token = await tokenOf(ANN)
    const checked = await findByEmail(one.db, ANN.email)
    await one.as(token)('POST', '/api/account/password', { current_password: ANN.password, new_password: 'another horse' })
    expect(await sessionAfterCheck(one.session, checked!, undefined)).toBeUndefined()
  })

  it('rejects a sign-in if the account is deleted while its password is checked', async () => {
    await register(ANN)
    await register(BOB)
    const checked = await findByEmail(one.db, BOB.email)
    const justThen = async () => {
      await one.session.catchUp()
      await deleteElsewhere(2)
    }
    expect(await sessionAfterCheck({ ...one.session, catchUp: justThen }, checked!, undefined)).toBeUndefined()
    expect(await sessionAfterCheck(one.session, checked!, undefined)).toBeUndefined()
  })

  it('rejects an account that the pool does not have', async () => {
    await register(ANN)
    const without = { ...one.session, follower: { pool: emptyPool() } }
    await expect(sessionOf(without, userId(1), 1, { method: 'password', userAgent: undefined })).rejects.toMatchObject({
      code: 'token_revoked',
    })
  })
})

describe('accountRoutes', () => {
  it('changes the given fields and records which ones', async () => {
    const token = await tokenOf(ANN)
    const { status, body } = await one.as(token)('PATCH', '/api/account', { first_name: 'Anna', mobile: '', last_name: 'Archer' })
    expect([status, body]).toMatchObject([200, { first_name: 'Anna', last_name: 'Archer', mobile: null }])
    const changes = async () => (await eventsOf('UserProfileChanged')).map(({ data }) => data)
    const nameCommitment = expect.stringMatching(/^[0-9a-f]{64}$/)
    expect(await changes()).toEqual([{ userId: 1, fields: ['first_name', 'mobile'], nameCommitment }])
    const same = await one.as(token)('PATCH', '/api/account', { first_name: 'Anna' })
    expect([same.status, same.body]).toEqual([200, body])
    expect(await changes()).toHaveLength(1)
  })

  it('rejects reads and changes of a deleted account, even before the process learns of the deletion', async () => {
    await register(ANN)
    const call = one.as(await tokenOf(BOB))
    await deleteElsewhere(2)
    const revoked = { status: 401, body: { code: 'token_revoked' } }
    const passwords = { current_password: BOB.password, new_password: 'another horse' }
    expect(await call('GET', '/api/auth/me')).toMatchObject(revoked)
    expect(await call('POST', '/api/account/password', passwords)).toMatchObject({ body: { code: 'password_wrong' } })
    expect(await call('PATCH', '/api/account', { email: 'bob@new.example' })).toMatchObject({ body: { code: 'unauthenticated' } })
    expect(await call('GET', '/api/auth/me')).toMatchObject(revoked)
    expect((await eventsOf('UserProfileChanged')).concat(await eventsOf('PasswordChanged'))).toEqual([])
  })

  it('rejects a visitor in the handler itself', async () => {
    const { getAccount, updateAccount, changePassword } = accountRoutes(one.session)
    const visitor = { viewer: VISITOR } as never
    for (const handler of [getAccount, updateAccount, changePassword]) {
      await expect(handler({ body: {} } as never, visitor)).rejects.toMatchObject({ code: 'unauthenticated' })
    }
  })

  it('rejects common new passwords in production', async () => {
    const strict = await start({ rejectCommon: true })
    const change = { current_password: ANN.password, new_password: 'Password123' }
    const sentence = 'This password is too common. Choose another one'
    expect(await strict.as(await tokenOf(ANN))('POST', '/api/account/password', change)).toMatchObject({
      status: 400,
      body: { code: 'password_common', fields: { new_password: sentence } },
    })
  })

  it('keeps pending links valid while the address stays the same', async () => {
    const call = one.as(await tokenOf(ANN))
    await one.call('POST', '/api/password-reset/request', { email: ANN.email })
    expect((await call('PATCH', '/api/account', { first_name: 'Anna' })).status).toBe(200)
    const reset = { token: await linkTo(ANN.email), password: 'another horse' }
    expect((await one.call('POST', '/api/password-reset/submit', reset)).status).toBe(200)
  })

  it('requires the password for a new address, and voids links to the old one', async () => {
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

  it('limits how often a member may ask whether an address is taken, and no other change', async () => {
    const limited = await start({ limits: true })
    await register(BOB)
    const [ann, cat] = [await tokenOf(ANN), await tokenOf({ ...ANN, email: 'cat@club.example' })]
    const ask = async (token: string) =>
      (await limited.as(token)('PATCH', '/api/account', { email: BOB.email, current_password: ANN.password })).status
    for (let n = 0; n < 5; n += 1) expect(await ask(ann)).toBe(409)
    expect([await ask(ann), await ask(cat)]).toEqual([429, 409])
    expect((await limited.as(ann)('PATCH', '/api/account', { first_name: 'Anna' })).status).toBe(200)
  })

  it('repeats the first response for the same key, and responds with 409 to another request with it', async () => {
    const call = one.as(await tokenOf(ANN))
    const change = (first_name: string) => call('PATCH', '/api/account', { first_name }, { 'idempotency-key': 'k1' })
    expect((await change('Anna')).status).toBe(200)
    await call('PATCH', '/api/account', { first_name: 'Annette' })
    expect((await change('Anna')).status).toBe(200)
    expect(await change('Hanna')).toMatchObject({ status: 409, body: { code: 'idempotency_mismatch' } })
    expect((await call('GET', '/api/account')).body).toMatchObject({ first_name: 'Annette' })
  })

  it('changes the password, ends every other login on every process and returns a new token', async () => {
    const two = await start()
    const [old, other] = [await tokenOf(ANN), (await login(ANN.email, ANN.password)).body.token]
    await two.as(old)('GET', '/api/auth/me')
    const change = (current_password: string) =>
      one.as(old)('POST', '/api/account/password', { current_password, new_password: 'another horse' })
    expect(await change('wrong horse')).toMatchObject({
      status: 400,
      body: { code: 'password_wrong', fields: { current_password: 'The current password is not right' } },
    })
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

  it('lets one of two concurrent changes succeed and rejects the other', async () => {
    const token = await tokenOf(ANN)
    const change = (new_password: string) =>
      one.as(token)('POST', '/api/account/password', { current_password: ANN.password, new_password })
    const responses = await Promise.all([change('first of two'), change('second of two')])
    const [won, lost] = responses.toSorted((a, b) => a.status - b.status)
    expect(won?.status).toBe(200)
    // Rejected because its login ended, or, if it arrives a little later, because of the password.
    expect(['unauthenticated', 'token_revoked', 'password_wrong']).toContain(lost?.body.code)
    expect(one.tokenVersionOf(1)).toBe(2)
  })

  it('rejects a password change whose login ends in the meantime', async () => {
    const two = await start()
    const token = await tokenOf(ANN)
    await two.as(token)('GET', '/api/auth/me')
    const change = { current_password: ANN.password, new_password: 'another horse' }
    const { ended, late } = await one.db.transaction().execute(async (tx) => {
      await sql`SELECT pg_advisory_xact_lock(${APPEND_LOCK})`.execute(tx)
      const ended = one.as(token)('POST', '/api/account/sign-out-everywhere')
      await waitForBlocked(tx, 1)
      const late = two.as(token)('POST', '/api/account/password', change)
      await waitForBlocked(tx, 2)
      return { ended, late }
    })
    expect((await ended).status).toBe(204)
    expect(await late).toMatchObject({ status: 401, body: { code: 'unauthenticated' } })
    expect((await login(ANN.email, ANN.password)).status).toBe(200)
  })

  it('ends every login with sign-out-everywhere', async () => {
    const token = await tokenOf(ANN)
    const other = (await login(ANN.email, ANN.password)).body.token
    expect((await one.as(token)('POST', '/api/account/sign-out-everywhere')).status).toBe(204)
    for (const ended of [token, other]) expect((await one.as(ended)('GET', '/api/auth/me')).status).toBe(401)
    expect((await login(ANN.email, ANN.password)).status).toBe(200)
  })
})

describe('notices that wait for a member', () => {
  const BOBS = { kind: 'week_results', subject: 'Week 5', text: 'x', options: {}, channel: 'mail', to: BOB.email } as const
  const recipients = async () =>
    (await sql<{ recipient: string }>`SELECT recipient FROM deliveries WHERE user_id = 2 ORDER BY id`.execute(one.db)).rows

  async function registerWithNotices(): Promise<{ readonly ann: string; readonly bob: string }> {
    const [ann, bob] = [await tokenOf(ANN), await tokenOf(BOB)]
    await enqueueNotices(one.db, [
      { ...BOBS, userId: userId(2) },
      { ...BOBS, userId: userId(2) },
    ])
    await sql`UPDATE deliveries SET given_up_at = clock_timestamp() WHERE id = (SELECT max(id) FROM deliveries)`.execute(one.db)
    return { ann, bob }
  }

  it('go to a new address that the member sets', async () => {
    const { bob } = await registerWithNotices()
    await one.as(bob)('PATCH', '/api/account', { email: 'bob@new.example', current_password: BOB.password })
    expect(await recipients()).toEqual([{ recipient: 'bob@new.example' }, { recipient: BOB.email }])
  })

  it('do not go to an address that an admin sets, nor to one that is set while picks are sealed', async () => {
    const { ann } = await registerWithNotices()
    await one.as(ann)('PATCH', '/api/admin/users/2', { email: 'ann@home.example' })
    const bob = (await login('ann@home.example', BOB.password)).body.token
    const change = { email: 'ann@work.example', current_password: BOB.password }
    expect((await one.as(bob)('PATCH', '/api/account', change)).status).toBe(200)
    expect(await recipients()).toEqual([{ recipient: BOB.email }, { recipient: BOB.email }])
  })
})

describe('passwordResetRoutes', () => {
  const request = (email: string) => one.call('POST', '/api/password-reset/request', { email })
  const submit = (token: string, password = 'another horse') =>
    one.call('POST', '/api/password-reset/submit', { token, password })

  it('responds alike for known and unknown addresses', async () => {
    await register(ANN)
    const [known, unknown] = [await request(ANN.email), await request('nobody@club.example')]
    for (const response of [known, unknown]) {
      expect([response.status, response.body]).toEqual([200, { message: 'If that email exists, a reset link has been sent.' }])
    }
    expect([...known.headers.keys()]).toEqual([...unknown.headers.keys()])
    expect(one.mailsWoken()).toBe(1)
  })

  it('sets a password once by a link and ends all logins', async () => {
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

  it('accepts a link once under concurrent requests', async () => {
    await register(ANN)
    await request(ANN.email)
    const link = await linkTo(ANN.email)
    const responses = await Promise.all(Array.from({ length: 8 }, (_, i) => submit(link, `password number ${i}`)))
    expect(responses.map((response) => response.status).toSorted((a, b) => a - b)).toEqual([
      200,
      ...Array.from({ length: 7 }, () => 400),
    ])
    expect(one.tokenVersionOf(1)).toBe(2)
  })

  it('stores only the hash of a link, valid for 30 minutes of the database’s clock', async () => {
    await register(ANN)
    await request(ANN.email)
    const link = await linkTo(ANN.email)
    const { rows } = await sql<{ row: string }>`SELECT r::text AS row FROM password_resets r`.execute(one.db)
    expect(rows).toHaveLength(1)
    expect(rows[0]?.row).not.toContain(link)
    expect(await minutesOfLinks()).toEqual([30])
    expect(await mailsTo(ANN.email)).toMatchObject([
      { subject: 'Club: set a new password', text: expect.stringContaining('for 30 minutes') as string },
    ])
    await sql`UPDATE password_resets SET expires_at = clock_timestamp()`.execute(one.db)
    expect(await submit(link)).toMatchObject({ status: 400, body: { code: 'reset_token_invalid' } })
  })

  it('voids earlier links, including one that another process is creating', async () => {
    await register(ANN)
    await request(ANN.email)
    const first = await linkTo(ANN.email)
    const later = await one.db.transaction().execute(async (tx) => {
      await lockByEmail(tx, ANN.email)
      await mailResetLink(tx, { userId: userId(1), email: ANN.email, firstName: 'Ann' }, 0, { publicUrl: '', clubName: () => '' })
      const requested = request(ANN.email)
      await waitForBlocked(tx, 1)
      return { requested }
    })
    await later.requested
    expect((await sql`SELECT 1 FROM password_resets`.execute(one.db)).rows).toHaveLength(1)
    expect((await submit(first)).status).toBe(400)
    expect((await submit(await linkTo(ANN.email))).status).toBe(200)
    const { rows } = await sql`SELECT 1 FROM deliveries`.execute(one.db)
    expect(rows).toEqual([])
  })

  it('keeps earlier links while a later mail waits, whose link is valid for 30 minutes from then', async () => {
    await register(ANN)
    await request(ANN.email)
    const first = await linkTo(ANN.email)
    const to = { userId: userId(1), email: ANN.email, firstName: 'Ann' }
    await one.db
      .transaction()
      .execute((tx) => mailResetLink(tx, to, 600_000, { publicUrl: 'http://pool.example', clubName: () => '' }))
    expect((await minutesOfLinks()).toSorted((a, b) => a - b)).toEqual([30, 40])
    expect((await submit(first)).status).toBe(200)
  })

  it.each(['x', 'x'.repeat(43), ''])('rejects %j as a token', async (token) => {
    expect((await submit(token)).status).toBe(400)
  })

  it('rejects the link of a deleted account', async () => {
    await register(ANN)
    await register(BOB)
    await request(BOB.email)
    const link = await linkTo(BOB.email)
    await one.submit(member(1), 'DeleteUser', { userId: userId(2) })
    expect(await submit(link)).toMatchObject({ status: 400, body: { code: 'reset_token_invalid' } })
  })
})

describe('adminPeopleRoutes: accounts', () => {
  const CAT = { email: 'Cat@Club.example', first_name: 'Cat', last_name: 'Cole' }
  const create = async (who: object) => one.as(await tokenOf(ANN))('POST', '/api/admin/users', who)

  it('mails an invitation whose link sets the first password within seven days', async () => {
    expect(await create(CAT)).toMatchObject({ status: 201, body: { id: 2, is_admin: false } })
    expect(one.mailsWoken()).toBe(1)
    expect(await minutesOfLinks()).toEqual([7 * 24 * 60])
    expect(await mailsTo(CAT.email)).toMatchObject([
      {
        kind: 'invitation',
        subject: 'You are invited to Club',
        text: expect.stringMatching(
          /^Hello Cat,[^]*The first picks, for week \d+, are planned to close on Sunday, [^]*for 7 days/,
        ) as string,
      },
    ])
    const token = await linkTo(CAT.email)
    const accept = { token, password: 'curious horse' }
    expect((await one.call('POST', '/api/password-reset/submit', accept)).status).toBe(200)
    expect((await login(CAT.email, 'curious horse')).status).toBe(200)
    expect(await mailsTo(CAT.email)).toEqual([])
    expect(await one.call('POST', '/api/password-reset/submit', accept)).toMatchObject({
      body: { code: 'reset_token_invalid' },
    })
  })

  it('replaces the invitation when a new link is requested', async () => {
    await create(CAT)
    const invitation = await linkTo(CAT.email)
    await one.call('POST', '/api/password-reset/request', { email: CAT.email })
    expect((await mailsTo(CAT.email)).map(({ kind }) => kind)).toEqual(['password_reset'])
    const late = { token: invitation, password: 'curious horse' }
    expect((await one.call('POST', '/api/password-reset/submit', late)).status).toBe(400)
  })

  it('asks a member whose password an admin chose to set another one, and mails no rejected account', async () => {
    expect((await create({ ...CAT, password: 'curious horse' })).status).toBe(201)
    expect((await login(CAT.email, 'curious horse')).status).toBe(200)
    const admin = one.as((await login(ANN.email, ANN.password)).body.token)
    expect(await admin('POST', '/api/admin/users', CAT)).toMatchObject({ status: 409, body: { code: 'email_taken' } })
    expect(await mailsTo(CAT.email)).toMatchObject([
      { kind: 'password_chosen', text: expect.stringContaining('7 days') as string },
    ])
    const change = { current_password: 'curious horse', new_password: 'another horse' }
    await one.as((await login(CAT.email, 'curious horse')).body.token)('POST', '/api/account/password', change)
    expect(await mailsTo(CAT.email)).toEqual([])
  })

  it('invites nobody if an import has only members who are there', async () => {
    const inviting = { actor: member(1), pool: emptyPool(), now: instantFromMs(0) }
    await mailInvitations(one.db, [], inviting, { publicUrl: '', clubName: () => '' })
    expect(await minutesOfLinks()).toEqual([])
  })

  it('creates an account once, even if it is deleted before the response', async () => {
    await sql`CREATE FUNCTION forget() RETURNS trigger LANGUAGE plpgsql AS
      'BEGIN DELETE FROM accounts WHERE user_id = NEW.user_id AND user_id > 1; RETURN NULL; END'`.execute(one.db)
    await sql`CREATE CONSTRAINT TRIGGER gone AFTER INSERT ON accounts DEFERRABLE INITIALLY DEFERRED
      FOR EACH ROW EXECUTE FUNCTION forget()`.execute(one.db)
    expect(await create(CAT)).toMatchObject({ status: 404, body: { code: 'user_not_found' } })
    expect(await eventsOf('UserRegistered')).toHaveLength(2)
  })

  it('does not create a deleted account again for a retry', async () => {
    const admin = one.as(await tokenOf(ANN))
    const again = () => admin('POST', '/api/admin/users', CAT, { 'idempotency-key': 'k1' })
    expect((await again()).status).toBe(201)
    expect((await admin('DELETE', '/api/admin/users/2')).status).toBe(204)
    expect(await again()).toMatchObject({ status: 404, body: { code: 'user_not_found' } })
    expect(await eventsOf('UserRegistered')).toHaveLength(2)
  })
})

describe('personal data of accounts', () => {
  it('is neither in the log nor in the receipts', async () => {
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

  it('is removed with a deleted account, including links and queued mails', async () => {
    await register(ANN)
    await register(BOB)
    for (const { email } of [ANN, BOB]) await one.call('POST', '/api/password-reset/request', { email })
    await one.db.transaction().execute((tx) => deleteAccounts(tx, [2 as UserId, 77 as UserId]))
    expect(await findById(one.db, 2 as UserId)).toBeUndefined()
    const { rows } = await sql`SELECT recipient FROM deliveries`.execute(one.db)
    expect(rows).toEqual([{ recipient: ANN.email }])
    expect((await sql`SELECT user_id FROM password_resets`.execute(one.db)).rows).toEqual([{ user_id: 1 }])
    await one.db.transaction().execute((tx) => deleteAccounts(tx, []))
    expect(await findById(one.db, 1 as UserId)).toBeDefined()
  })
})
