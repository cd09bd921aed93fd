import type { DeviceSession, Passkey, PasskeyCreation, PasskeyRequest } from '@outlast/contract'
import { instantFromMs, userId } from '@outlast/domain'
import { FakeAuthenticator } from '@outlast/testing/fakes/authenticator'
import { createTestDatabase, type TestDatabase } from '@outlast/testing/postgres/database'
import jwt from 'jsonwebtoken'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type AuthService, startAuthService } from '../../tests/support/auth-service.ts'
import { SECRET } from '../../tests/support/tiny-app.ts'
import { deleteExpiredCredentials } from '../accounts/account-links.ts'
import { saveSubscription } from '../channels/push/push-subscriptions.ts'
import { enqueueNotices } from '../outbox/outbox.ts'

let database: TestDatabase
const services: AuthService[] = []
let one: AuthService
let two: AuthService

beforeEach(async () => {
  database = await createTestDatabase()
  one = await start()
  two = await start()
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

const ADA = { email: 'ada@club.example', password: 'analytical engine', first_name: 'Ada', last_name: 'Admin' }
const BOB = { email: 'bob@club.example', password: 'battery staple', first_name: 'Bob', last_name: 'Baker' }
const FIREFOX = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:146.0) Gecko/20100101 Firefox/146.0'
const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1'

const register = async (who: object) => (await one.call('POST', '/api/auth/register', who)).body.token
const login = async ({ email, password }: typeof BOB, userAgent = FIREFOX, service = one) =>
  (await service.call('POST', '/api/auth/login', { email, password }, { 'user-agent': userAgent })).body.token
const statusOf = async (token: string, service = one) => (await service.as(token)('GET', '/api/auth/me')).status
const outcome = ({ status, body }: { readonly status: number; readonly body: { readonly code: string } }) =>
  status < 300 ? String(status) : `${status} ${body.code}`
const readRows = async <T>(statement: ReturnType<typeof sql<T>>) => (await statement.execute(one.db)).rows

/** Makes Ada the admin and Bob a member, and returns Bob's token. */
async function registerBoth(): Promise<string> {
  await register(ADA)
  return register(BOB)
}

describe('signInLinkRoutes', () => {
  const request = (body: object, service = one) => service.call('POST', '/api/auth/link/request', body)
  const submit = (body: object, service = one) => service.call('POST', '/api/auth/link/submit', body, { 'user-agent': IPHONE })
  const mailsTo = (email: string) =>
    readRows(
      sql<{ kind: string; text: string }>`SELECT purpose AS kind, text FROM deliveries WHERE recipient = ${email} ORDER BY id`,
    )
  async function linkTo(email: string): Promise<string> {
    const text = (await mailsTo(email)).findLast(({ kind }) => kind === 'sign_in_link')?.text ?? ''
    return /http:\/\/pool\.example\/sign-in\?token=([\w-]{43})\n/.exec(text)?.[1] ?? 'no mail'
  }
  async function requestLink(browser?: string): Promise<string> {
    await request({ email: BOB.email, browser })
    return linkTo(BOB.email)
  }

  it('signs in with the link that was mailed, in any process, and keeps the other logins', async () => {
    const earlier = await registerBoth()
    const token = await requestLink()
    const session = await submit({ token }, two)
    expect(session).toMatchObject({ status: 200, body: { user: { email: BOB.email } } })
    expect([await statusOf(session.body.token), await statusOf(session.body.token, two), await statusOf(earlier)]).toEqual([
      200, 200, 200,
    ])
  })

  it('responds alike whether or not an account has the address, and mails only to accounts', async () => {
    await registerBoth()
    const [known, unknown] = [await request({ email: ' BOB@club.example' }), await request({ email: 'nobody@club.example' })]
    expect(unknown.body).toEqual(known.body)
    expect([known.status, unknown.status]).toEqual([200, 200])
    expect([...unknown.headers.keys()].sort()).toEqual([...known.headers.keys()].sort())
    expect((await mailsTo(BOB.email)).map(({ kind }) => kind)).toEqual(['sign_in_link'])
    expect(await mailsTo('nobody@club.example')).toEqual([])
  })

  it('lets exactly one of many simultaneous requests to two processes use a link', async () => {
    await registerBoth()
    const token = await requestLink()
    const tries = await Promise.all(Array.from({ length: 12 }, (_, i) => submit({ token }, i % 2 === 0 ? one : two)))
    expect(tries.map(outcome).sort()).toEqual(['200', ...Array<string>(11).fill('400 sign_in_link_invalid')])
  })

  it('asks before it signs in another browser, and stays valid until somebody agrees', async () => {
    await registerBoth()
    const token = await requestLink('the secret of the browser')
    expect(outcome(await submit({ token }))).toBe('409 other_browser')
    expect(outcome(await submit({ token, browser: 'another secret' }))).toBe('409 other_browser')
    expect(outcome(await submit({ token, browser: 'the secret of the browser' }))).toBe('200')
    const next = await requestLink('the secret of the browser')
    expect(outcome(await submit({ token: next }))).toBe('409 other_browser')
    expect(outcome(await submit({ token: next, confirm: true }))).toBe('200')
    expect(outcome(await submit({ token: next, confirm: true }))).toBe('400 sign_in_link_invalid')
  })

  it('stores neither the token nor the secret of the browser', async () => {
    await registerBoth()
    const token = await requestLink('the secret of the browser')
    const [row] = await readRows(sql<{ row: string }>`SELECT l::text AS row FROM account_links l`)
    expect(row?.row).toContain('sign_in')
    for (const secret of [token, 'the secret of the browser', Buffer.from(token).toString('hex')])
      expect(row?.row).not.toContain(secret)
  })

  it('rejects links that have expired, were replaced or were never mailed', async () => {
    await registerBoth()
    const first = await requestLink()
    const second = await requestLink()
    expect(outcome(await submit({ token: first }))).toBe('400 sign_in_link_invalid')
    const [left] = await readRows(sql<{ minutes: number }>`
      SELECT round(extract(epoch FROM expires_at - clock_timestamp()) / 60)::int AS minutes FROM account_links`)
    expect(left?.minutes).toBe(15)
    await sql`UPDATE account_links SET expires_at = clock_timestamp()`.execute(one.db)
    expect(outcome(await submit({ token: second }))).toBe('400 sign_in_link_invalid')
    for (const token of ['x', 'x'.repeat(43)]) expect(outcome(await submit({ token }))).toBe('400 sign_in_link_invalid')
  })

  it('expires by real time, also while an admin has overridden the site time', async () => {
    const ada = one.as(await register(ADA))
    await register(BOB)
    const token = await requestLink()
    await one.submit({ kind: 'user', userId: userId(1), tokenVersion: 1 }, 'SetSiteTime', {
      siteTime: '2099-01-01T00:00:00.000Z' as never,
      running: false,
    })
    expect((await ada('GET', '/api/auth/me')).status).toBe(200)
    expect(outcome(await submit({ token }))).toBe('200')
  })

  it.each([
    [
      'a new password',
      (token: string) =>
        one.as(token)('POST', '/api/account/password', { current_password: BOB.password, new_password: 'another horse' }),
    ],
    [
      'a new address',
      (token: string) => one.as(token)('PATCH', '/api/account', { email: 'bob2@club.example', current_password: BOB.password }),
    ],
    [
      'an admin’s change of the address',
      async () => one.as(await login(ADA))('PATCH', '/api/admin/users/2', { email: 'eve@evil.example' }),
    ],
    ['the deletion of the account', async () => one.as(await login(ADA))('DELETE', '/api/admin/users/2')],
  ])('does not survive %s', async (_, change) => {
    const bob = await registerBoth()
    const token = await requestLink()
    expect((await change(bob)).status).toBeLessThan(300)
    expect(outcome(await submit({ token }, two))).toBe('400 sign_in_link_invalid')
    expect((await mailsTo(BOB.email)).map(({ kind }) => kind)).not.toContain('sign_in_link')
  })

  it('survives a request for a new password, and the other way round', async () => {
    await registerBoth()
    const token = await requestLink()
    await one.call('POST', '/api/password-reset/request', { email: BOB.email })
    expect(outcome(await submit({ token }))).toBe('200')
    await requestLink()
    expect(await readRows(sql`SELECT 1 FROM password_resets`)).toHaveLength(1)
  })

  it('sends one mail for a repeated request with the same key', async () => {
    await registerBoth()
    const keyed = () => one.call('POST', '/api/auth/link/request', { email: BOB.email }, { 'idempotency-key': 'k1' })
    const token = await keyed().then(() => linkTo(BOB.email))
    await keyed()
    expect(await linkTo(BOB.email)).toBe(token)
  })

  it('signs in an invited member who has no password yet', async () => {
    const ada = one.as(await register(ADA))
    const { password: _, ...invited } = BOB
    expect((await ada('POST', '/api/admin/users', invited)).status).toBe(201)
    expect(outcome(await submit({ token: await requestLink() }))).toBe('200')
  })

  it('confirms ADMIN_EMAIL like a password reset, once', async () => {
    const named = await start({ adminEmail: BOB.email })
    await named.call('POST', '/api/auth/register', BOB)
    await request({ email: BOB.email }, named)
    expect(await submit({ token: await linkTo(BOB.email) }, named)).toMatchObject({ body: { user: { is_admin: true } } })
    await request({ email: BOB.email }, named)
    expect(await submit({ token: await linkTo(BOB.email) }, named)).toMatchObject({ body: { user: { is_admin: true } } })
  })
})

describe('sessionRoutes', () => {
  const list = async (token: string, service = one) =>
    (await service.as(token)('GET', '/api/account/sessions')).body as unknown as readonly DeviceSession[]
  const end = (token: string, id: string, service = one) => service.as(token)('DELETE', `/api/account/sessions/${id}`)

  it('lists the devices of the account by name, and marks the current one', async () => {
    await registerBoth()
    const [laptop, phone] = [await login(BOB), await login(BOB, IPHONE, two)]
    const devices = await list(phone)
    expect(devices.map(({ device, method, is_current }) => `${device}, ${method}${is_current ? ', this' : ''}`).sort()).toEqual([
      'Firefox on Windows, password',
      'Safari on iPhone, password, this',
      'Unknown device, registration',
    ])
    expect((await list(laptop)).find(({ is_current }) => is_current)?.device).toBe('Firefox on Windows')
    expect(await list(await login(ADA))).toHaveLength(2)
  })

  it('shows only the hour in which a device was last used', async () => {
    const token = await registerBoth()
    for (const { last_seen_at } of await list(token)) expect(last_seen_at).toMatch(/T\d\d:00:00\.000Z$/)
    const rows = await readRows(sql<{ at: string }>`SELECT last_seen_at::text AS at FROM sessions`)
    for (const { at } of rows) expect(at).toMatch(/:00:00\+00$/)
  })

  it('signs out one device at once, also in the process that has not read the log', async () => {
    await registerBoth()
    const [laptop, phone] = [await login(BOB), await login(BOB, IPHONE, two)]
    const lost = (await list(laptop)).find(({ device }) => device === 'Safari on iPhone')?.id ?? ''
    expect(await statusOf(phone, two)).toBe(200)
    expect((await end(laptop, lost)).status).toBe(204)
    expect([await statusOf(phone), await statusOf(laptop)]).toEqual([401, 200])
    // A command is decided under the append lock, so that it fails even before this process has heard of the end.
    expect(outcome(await two.as(phone)('POST', '/api/account/sign-out-everywhere', {}))).toMatch(/^401/)
    await two.session.catchUp()
    expect(await statusOf(phone, two)).toBe(401)
    expect((await list(laptop)).map(({ device }) => device)).not.toContain('Safari on iPhone')
  })

  it('signs out the current device, by its id or as `current`', async () => {
    await registerBoth()
    const [first, second] = [await login(BOB), await login(BOB)]
    const own = (await list(first)).find(({ is_current }) => is_current)?.id ?? ''
    expect([(await end(first, own)).status, await statusOf(first)]).toEqual([204, 401])
    expect([(await end(second, 'current')).status, await statusOf(second)]).toEqual([204, 401])
  })

  it('finds neither devices of other members nor devices that do not exist', async () => {
    const bob = await registerBoth()
    const ada = await login(ADA)
    const [device] = await list(ada)
    expect(outcome(await end(bob, device?.id ?? ''))).toBe('404 session_not_found')
    expect(outcome(await end(bob, '0b3c1f6e-8d55-4c55-9a46-3c6f2c1f7a10'))).toBe('404 session_not_found')
    expect(outcome(await end(bob, 'x'))).toBe('400 invalid_input')
    expect(await statusOf(ada)).toBe(200)
  })

  it('signs out all other devices and gives this one a new token', async () => {
    await registerBoth()
    const [laptop, phone] = [await login(BOB), await login(BOB, IPHONE)]
    const before = (await list(laptop)).find(({ is_current }) => is_current)
    const { status, body } = await one.as(laptop)('POST', '/api/account/sessions/end-others', {})
    expect([status, await statusOf(body.token), await statusOf(laptop), await statusOf(phone)]).toEqual([200, 200, 401, 401])
    const after = await list(body.token)
    expect(after.map(({ id, device, signed_in_at, is_current }) => [id, device, signed_in_at, is_current])).toEqual([
      [before?.id, 'Firefox on Windows', before?.signed_in_at, true],
    ])
  })

  it('accepts and lists a token from before tokens named a session, and can sign it out', async () => {
    const bob = await registerBoth()
    const iat = Math.floor(Date.now() / 1000)
    const claims = { sub: '2', tv: 1, iat, exp: iat + 30 * 86_400, iss: 'outlast', aud: 'outlast-api' }
    const old = jwt.sign(claims, SECRET, { algorithm: 'HS256' })
    await two.call('GET', '/api/auth/me', undefined, { authorization: `Bearer ${old}`, 'user-agent': IPHONE })
    expect((await list(old, two)).find(({ is_current }) => is_current)).toMatchObject({ device: 'Safari on iPhone' })
    const found = (await list(bob)).find(({ method }) => method === 'unknown')
    expect((await end(bob, found?.id ?? '')).status).toBe(204)
    expect([await statusOf(old), await statusOf(bob)]).toEqual([401, 200])
  })

  it('keeps one device after a change of the password, and none after a reset', async () => {
    const bob = await registerBoth()
    await login(BOB)
    const change = { current_password: BOB.password, new_password: 'another horse' }
    const { body } = await one.as(bob)('POST', '/api/account/password', change)
    expect(await list(body.token)).toMatchObject([{ is_current: true, method: 'registration' }])
  })

  describe('push messages', () => {
    const OTHER = '0b3c1f6e-8d55-4c55-9a46-3c6f2c1f7a10'
    const current = async (token: string) => (await list(token)).find(({ is_current }) => is_current)?.id
    /** Subscribes a browser of Bob, and queues a message for it. */
    async function subscribe(name: string, sessionId: string | undefined): Promise<void> {
      const bob = userId(2)
      const endpoint = `https://push.example/${name}`
      await saveSubscription(one.db, { userId: bob, sessionId }, { endpoint, keys: { p256dh: 'p', auth: 'a' } })
      const text = { kind: 'rules', subject: name, text: name, options: {} } as const
      await enqueueNotices(one.db, [{ ...text, channel: 'push', userId: bob, to: endpoint }])
    }
    /** The browsers of Bob, and those for which a message waits. */
    const left = async () => {
      const browsers = await readRows(sql<{ name: string }>`
        SELECT replace(endpoint, 'https://push.example/', '') AS name FROM push_subscriptions ORDER BY endpoint`)
      const waiting = await readRows(
        sql<{ name: string }>`SELECT subject AS name FROM deliveries WHERE channel = 'push' ORDER BY 1`,
      )
      return [browsers, waiting].map((rows) => rows.map(({ name }) => name).join(' '))
    }

    it('end with the login that switched them on', async () => {
      const [bob, phone] = [await registerBoth(), await login(BOB, IPHONE)]
      await subscribe('laptop', await current(bob))
      await subscribe('old', undefined)
      await subscribe('phone', await current(phone))
      await end(bob, (await current(phone)) ?? '')
      expect(await left()).toEqual(['laptop old', 'laptop old'])
    })

    it('of one device continue after a change of the password, and after the others were signed out', async () => {
      const bob = await registerBoth()
      const own = await current(bob)
      const subscribeAll = () => Promise.all([subscribe('laptop', own), subscribe('old', undefined), subscribe('phone', OTHER)])
      await subscribeAll()
      const change = { current_password: BOB.password, new_password: 'another horse' }
      const { body } = await one.as(bob)('POST', '/api/account/password', change)
      expect(await left()).toEqual(['laptop', 'laptop'])
      await subscribeAll()
      await one.as(body.token)('POST', '/api/account/sessions/end-others', {})
      expect((await left())[0]).toBe('laptop')
    })

    it.each([
      ['a sign-out everywhere', async (bob: string) => one.as(bob)('POST', '/api/account/sign-out-everywhere', {})],
      [
        'an admin’s change of the address',
        async () => one.as(await login(ADA))('PATCH', '/api/admin/users/2', { email: 'new@club.example' }),
      ],
      [
        'a password reset',
        async () => {
          await one.call('POST', '/api/password-reset/request', { email: BOB.email })
          const rows = await readRows(sql<{ text: string }>`SELECT text FROM deliveries WHERE purpose = 'password_reset'`)
          const token = /token=([\w-]+)/.exec(rows[0]?.text ?? '')?.[1]
          return one.call('POST', '/api/password-reset/submit', { token, password: 'another horse' })
        },
      ],
    ])('of all devices end after %s', async (_name, endLogins) => {
      const bob = await registerBoth()
      await subscribe('laptop', await current(bob))
      await subscribe('old', undefined)
      await subscribe('phone', OTHER)
      expect((await endLogins(bob)).status).toBeLessThan(300)
      expect(await left()).toEqual(['', ''])
    })
  })

  it('deletes sessions and challenges that have expired, and the sessions of deleted accounts', async () => {
    await registerBoth()
    await sql`UPDATE sessions SET expires_at = clock_timestamp() WHERE user_id = 1`.execute(one.db)
    await sql`INSERT INTO used_challenges VALUES ('\\x00', clock_timestamp()), ('\\x01', clock_timestamp() + interval '1 hour')`.execute(
      one.db,
    )
    await deleteExpiredCredentials(one.db)
    expect(await readRows(sql`SELECT user_id FROM sessions`)).toEqual([{ user_id: 2 }])
    expect(await readRows(sql`SELECT 1 FROM used_challenges`)).toHaveLength(1)
    await one.as(await login(ADA))('DELETE', '/api/admin/users/2')
    expect(await readRows(sql`SELECT user_id FROM sessions`)).toEqual([{ user_id: 1 }])
  })
})

describe('passkeyRoutes', () => {
  let authenticator: FakeAuthenticator
  beforeEach(() => {
    authenticator = new FakeAuthenticator('http://pool.example')
  })
  type Faults = Parameters<FakeAuthenticator['get']>[1]
  const creation = async (token: string, body: object = {}, service = one) =>
    (await service.as(token)('POST', '/api/account/passkeys/options', body)) as unknown as {
      readonly status: number
      readonly body: PasskeyCreation & { readonly code: string }
    }
  const add = async (token: string, faults: Faults = {}, name = 'My phone', service = one) => {
    const { body } = await creation(token)
    return service.as(token)('POST', '/api/account/passkeys', { name, response: authenticator.create(body, faults) })
  }
  const requestOptions = async (service = one) =>
    (await service.call('POST', '/api/auth/passkey/options', {})).body as unknown as PasskeyRequest
  const send = (response: object, service = one) => service.call('POST', '/api/auth/passkey/submit', { response })
  const signIn = async (faults: Faults = {}, service = one) =>
    send(authenticator.get(await requestOptions(service), faults), service)
  const list = async (token: string) =>
    (await one.as(token)('GET', '/api/account/passkeys')).body as unknown as readonly Passkey[]
  const mails = async () =>
    (await readRows(sql<{ subject: string }>`SELECT subject FROM deliveries WHERE purpose = 'passkey_changed' ORDER BY id`)).map(
      ({ subject }) => subject,
    )

  it('adds a passkey, notifies the owner by mail, and signs in with it on another process', async () => {
    const bob = await registerBoth()
    expect(await add(bob)).toMatchObject({ status: 201, body: { name: 'My phone', is_synced: false, last_used_at: null } })
    expect(await mails()).toEqual(['Club: a passkey was added'])
    const { status, body } = await signIn({}, two)
    expect([status, body['user']]).toMatchObject([200, { email: BOB.email }])
    expect(await statusOf(body.token)).toBe(200)
    expect(await list(bob)).toMatchObject([{ name: 'My phone', last_used_at: expect.any(String) as string }])
  })

  it('keeps several passkeys, which can be removed one by one', async () => {
    const bob = await registerBoth()
    await add(bob, {}, 'My phone')
    await add(bob, {}, 'My key')
    const [phone] = await list(bob)
    expect((await one.as(bob)('DELETE', `/api/account/passkeys/${phone?.id}`)).status).toBe(204)
    expect((await list(bob)).map(({ name }) => name)).toEqual(['My key'])
    expect(outcome(await send(authenticator.get(await requestOptions(), {}, 0)))).toBe('401 passkey_rejected')
    expect(outcome(await signIn())).toBe('200')
    expect(await mails()).toEqual(['Club: a passkey was added', 'Club: a passkey was added', 'Club: a passkey was removed'])
    expect(outcome(await one.as(bob)('DELETE', `/api/account/passkeys/${phone?.id}`))).toBe('404 passkey_not_found')
  })

  it('finds no passkeys of other members', async () => {
    const bob = await registerBoth()
    await add(bob)
    const [passkey] = await list(bob)
    const ada = await login(ADA)
    expect(await list(ada)).toEqual([])
    expect(outcome(await one.as(ada)('DELETE', `/api/account/passkeys/${passkey?.id}`))).toBe('404 passkey_not_found')
    expect(await list(bob)).toHaveLength(1)
  })

  it('names no account before a sign-in, and no personal data in the id that authenticators keep', async () => {
    const bob = await registerBoth()
    await add(bob)
    expect(Object.keys(await requestOptions()).sort()).toEqual(['challenge', 'rpId', 'timeout', 'userVerification'])
    const { user, excludeCredentials } = (await creation(bob)).body
    expect(user.id).toMatch(/^[\w-]{43}$/)
    expect(excludeCredentials).toHaveLength(1)
  })

  it.each<[string, Faults]>([
    ['of another website', { origin: 'https://evil.example' }],
    ['for another relying party', { rpId: 'evil.example' }],
    ['without user verification', { isUserVerified: false }],
    ['for another account', { userHandle: 'AAAA' }],
    ['with a counter that did not rise', { counter: 0 }],
  ])('rejects a sign-in %s, and keeps accepting the right one', async (_, faults) => {
    const bob = await registerBoth()
    await add(bob)
    expect(outcome(await signIn())).toBe('200')
    expect(outcome(await signIn(faults))).toBe('401 passkey_rejected')
    expect(outcome(await signIn())).toBe('200')
  })

  it.each<[string, Faults]>([
    ['of another website', { origin: 'https://evil.example' }],
    ['for another relying party', { rpId: 'evil.example' }],
    ['without user verification', { isUserVerified: false }],
  ])('rejects a new passkey %s', async (_, faults) => {
    const bob = await registerBoth()
    expect(outcome(await add(bob, faults))).toBe('400 passkey_invalid')
    expect([await list(bob), await mails()]).toEqual([[], []])
  })

  it('accepts an authenticator that does not count', async () => {
    const bob = await registerBoth()
    await add(bob)
    const [first, second] = [await signIn({ counter: 0 }), await signIn({ counter: 0 })]
    expect([outcome(first), outcome(second)]).toEqual(['200', '200'])
  })

  it('accepts each response once, however many requests send it to two processes at the same time', async () => {
    const bob = await registerBoth()
    await add(bob)
    for (const faults of [{}, { counter: 0 }]) {
      if (faults.counter === 0) await sql`UPDATE passkeys SET counter = 0`.execute(one.db)
      const answer = authenticator.get(await requestOptions(), faults)
      const tries = await Promise.all(Array.from({ length: 8 }, (_, i) => send(answer, i % 2 === 0 ? one : two)))
      expect(tries.map(outcome).sort()).toEqual(['200', ...Array<string>(7).fill('401 passkey_rejected')])
    }
    const { body } = await creation(bob)
    const response = authenticator.create(body)
    const adds = await Promise.all(
      Array.from({ length: 8 }, (_, i) =>
        (i % 2 === 0 ? one : two).as(bob)('POST', '/api/account/passkeys', { name: 'Twice', response }),
      ),
    )
    expect(adds.map(outcome).sort()).toEqual(['201', ...Array<string>(7).fill('400 passkey_invalid')])
    expect(await list(bob)).toHaveLength(2)
  })

  it('returns the first passkey for a repeat with the same key', async () => {
    const bob = await registerBoth()
    const { body } = await creation(bob)
    const request = { name: 'My phone', response: authenticator.create(body) }
    const keyed = () => one.as(bob)('POST', '/api/account/passkeys', request, { 'idempotency-key': 'k1' })
    const [first, second] = [await keyed(), await keyed()]
    expect([first.status, second.status, second.body]).toEqual([201, 201, first.body])
    expect(await mails()).toHaveLength(1)
  })

  it('rejects challenges that have expired, that were made for something else, and that are not ours', async () => {
    let ms = Date.now()
    const timed = await start({ now: () => instantFromMs(ms) })
    const bob = await registerBoth()
    await add(bob)
    const late = authenticator.get(await requestOptions(timed))
    ms += 300_001
    expect(outcome(await send(late, timed))).toBe('401 passkey_rejected')
    const { challenge } = (await creation(bob)).body
    const options = await requestOptions()
    for (const other of [challenge, 'AAAA', `${options.challenge.slice(0, -2)}AA`])
      expect(outcome(await send(authenticator.get({ ...options, challenge: other })))).toBe('401 passkey_rejected')
    const elsewhere = (await creation(await login(BOB))).body
    const response = authenticator.create(elsewhere)
    const stolen = await one.as(bob)('POST', '/api/account/passkeys', { name: 'Mine', response })
    expect(outcome(stolen)).toBe('400 passkey_invalid')
  })

  it('requires the current password, unless the device has just signed in', async () => {
    const bob = await registerBoth()
    await sql`UPDATE sessions SET created_at = created_at - interval '16 minutes'`.execute(one.db)
    const ask = async (body: object) => {
      const response = await creation(bob, body)
      return outcome(response)
    }
    expect(await ask({})).toBe('403 sign_in_again')
    expect(await ask({ current_password: 'wrong' })).toBe('400 password_wrong')
    expect(await ask({ current_password: BOB.password })).toBe('200')
    expect(outcome(await one.as(await login(BOB))('POST', '/api/account/passkeys/options', {}))).toBe('200')
  })

  it('adds no passkey while an admin knows the password', async () => {
    const ada = one.as(await register(ADA))
    await ada('POST', '/api/admin/users', BOB)
    const token = await login(BOB)
    expect(outcome(await creation(token))).toBe('403 passkeys_paused')
    const change = { current_password: BOB.password, new_password: 'my own password' }
    const { body } = await one.as(token)('POST', '/api/account/password', change)
    expect(outcome(await creation(body.token, { current_password: 'my own password' }))).toBe('200')
  })

  it('adds no passkey in a ceremony that began before an admin changed the address', async () => {
    const bob = await registerBoth()
    const { body } = await creation(bob)
    await one.as(await login(ADA))('PATCH', '/api/admin/users/2', { email: 'eve@evil.example' })
    const response = authenticator.create(body)
    expect(outcome(await two.as(bob)('POST', '/api/account/passkeys', { name: 'Late', response }))).toMatch(/^401/)
    expect(await readRows(sql`SELECT 1 FROM passkeys`)).toEqual([])
  })

  it('removes passkeys with a password reset and with an admin’s change of the address, but not with a new password', async () => {
    const bob = await registerBoth()
    await add(bob)
    const change = { current_password: BOB.password, new_password: 'another horse' }
    await one.as(bob)('POST', '/api/account/password', change)
    expect(outcome(await signIn())).toBe('200')
    await one.call('POST', '/api/password-reset/request', { email: BOB.email })
    const [mail] = await readRows(sql<{ text: string }>`SELECT text FROM deliveries WHERE purpose = 'password_reset'`)
    const token = /token=([\w-]{43})/.exec(mail?.text ?? '')?.[1]
    await one.call('POST', '/api/password-reset/submit', { token, password: BOB.password })
    expect(outcome(await signIn())).toBe('401 passkey_rejected')
    await add(await login(BOB))
    expect(outcome(await signIn())).toBe('200')
    await one.as(await login(ADA))('PATCH', '/api/admin/users/2', { email: 'eve@evil.example' })
    expect(outcome(await signIn())).toBe('401 passkey_rejected')
  })

  it('rejects malformed input with a clear error', async () => {
    const bob = await registerBoth()
    const response = {
      id: 'AAAA',
      rawId: 'AAAA',
      type: 'public-key',
      response: { clientDataJSON: 'AAAA', attestationObject: 'AAAA' },
    }
    expect(outcome(await one.as(bob)('POST', '/api/account/passkeys', { name: 'X', response }))).toBe('400 passkey_invalid')
    expect(outcome(await send({ ...response, response: { clientDataJSON: 'A', authenticatorData: 'A', signature: 'A' } }))).toBe(
      '401 passkey_rejected',
    )
    expect(outcome(await send({ ...response, response: {} }))).toBe('400 invalid_input')
  })

  it('counts rejected sign-ins against the address', async () => {
    const limited = await start({ limits: true })
    const garbage = authenticatorAnswer()
    const tries = await Promise.all(Array.from({ length: 301 }, () => send(garbage, limited)))
    const statuses = tries.map(({ status }) => status)
    expect(statuses.filter((status) => status === 401)).toHaveLength(300)
    expect(statuses.filter((status) => status === 429)).toHaveLength(1)
  })

  const authenticatorAnswer = () => ({
    id: 'AAAA',
    rawId: 'AAAA',
    type: 'public-key',
    response: { clientDataJSON: 'AAAA', authenticatorData: 'AAAA', signature: 'AAAA' },
  })
})
