import { createTestDatabase, type TestDatabase } from '@outlast/testing/postgres/database'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type AuthService, startAuthService } from '../../tests/support/auth-service.ts'
import { Overloaded } from '../lib/errors.ts'

let database: TestDatabase
const services: AuthService[] = []
let mainService: AuthService

beforeEach(async () => {
  database = await createTestDatabase()
  mainService = await start()
})
afterEach(async () => {
  await Promise.all(services.splice(0).map((service) => service.close()))
  await database.drop()
})

async function start(options: Parameters<typeof startAuthService>[1] = { limits: true }): Promise<AuthService> {
  const started = await startAuthService(database.connectionString, options)
  services.push(started)
  return started
}

const HOME = '198.51.100.7'
const AWAY = '203.0.113.9'
const PASSWORD = 'correct horse'
const register = (name: string, service = mainService) =>
  service.call('POST', '/api/auth/register', {
    email: `${name}@club.example`,
    password: PASSWORD,
    first_name: name,
    last_name: 'X',
  })
const login = (name: string, password: string, from = HOME, service = mainService) =>
  service.call('POST', '/api/auth/login', { email: `${name}@club.example`, password }, { 'x-forwarded-for': from })

async function statuses(times: number, act: (i: number) => Promise<{ status: number }>): Promise<number[]> {
  const all: number[] = []
  for (let i = 0; i < times; i += 1) all.push((await act(i)).status)
  return all
}
const repeated = (status: number, times: number) => Array.from({ length: times }, () => status)

describe('RateLimits: sign-in', () => {
  it('limits attempts on one account from one address across processes, whether or not the account exists', async () => {
    const other = await start()
    await register('ann')
    for (const name of ['ann', 'nobody']) {
      expect(await statuses(10, (i) => login(name, 'wrong', HOME, i % 2 === 0 ? mainService : other))).toEqual(repeated(401, 10))
      for (const service of [mainService, other]) {
        const refused = await login(name, PASSWORD, HOME, service)
        expect([refused.status, refused.body.code]).toEqual([429, 'rate_limited'])
        expect(refused.body.error).toBe('Too many attempts. Try again in 15 minutes')
        expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(800)
        expect(Number(refused.headers.get('retry-after'))).toBeLessThanOrEqual(900)
        expect(refused.headers.get('ratelimit-policy')).toBe('"login-account";q=10;w=900')
        expect(refused.headers.get('ratelimit')).toBe(`"login-account";r=0;t=${refused.headers.get('retry-after')}`)
      }
    }
    expect((await login('ann', PASSWORD, AWAY)).status).toBe(200)
  })

  it('holds for concurrent attempts', async () => {
    await register('ann')
    const responses = await Promise.all(Array.from({ length: 40 }, () => login('ann', 'wrong')))
    expect(responses.filter((response) => response.status === 401)).toHaveLength(10)
  })

  it('resets after a success and after a new password by link', async () => {
    await register('ann')
    expect(await statuses(9, () => login('ann', 'wrong'))).toEqual(repeated(401, 9))
    expect((await login('ann', PASSWORD)).status).toBe(200)
    expect(await statuses(10, () => login('ann', 'wrong'))).toEqual(repeated(401, 10))
    expect((await login('ann', PASSWORD)).status).toBe(429)
    await mainService.call('POST', '/api/password-reset/request', { email: 'ann@club.example' })
    const { rows } = await sql<{ text: string }>`SELECT text FROM deliveries`.execute(mainService.db)
    const token = /token=([\w-]+)/.exec(rows[0]?.text ?? '')?.[1]
    await mainService.call(
      'POST',
      '/api/password-reset/submit',
      { token, password: 'another horse' },
      { 'x-forwarded-for': HOME },
    )
    expect((await login('ann', 'another horse')).status).toBe(200)
  })

  it('never locks out a club that signs in from one address', async () => {
    await register('ann')
    await register('bob')
    const act = (i: number) => login(i % 2 === 0 ? 'ann' : 'bob', PASSWORD)
    expect(await statuses(60, act)).toEqual(repeated(200, 60))
    const { rows } = await sql<{ points: number }>`SELECT points FROM rate_limits WHERE key LIKE 'loginAddress:%'`.execute(
      mainService.db,
    )
    expect(rows).toEqual([{ points: 0 }])
  })

  it('does not count failed checks, or attempts rejected for one account, against the address', async () => {
    const { limits } = mainService.session
    const busy = () => Promise.reject(new Overloaded())
    for (let i = 0; i < 20; i += 1) await expect(limits.login('ann', HOME, busy)).rejects.toThrow(Overloaded)
    expect(await statuses(15, () => login('ann', 'wrong'))).toEqual([...repeated(401, 10), ...repeated(429, 5)])
    const { rows } = await sql<{ points: number }>`SELECT points FROM rate_limits WHERE key LIKE 'loginAddress:%'`.execute(
      mainService.db,
    )
    expect(rows).toEqual([{ points: 10 }])
  })

  it('limits an address across all accounts', async () => {
    const { limits } = mainService.session
    const wrong = () => Promise.resolve(false)
    for (let i = 0; i < 300; i += 1) expect(await limits.login(`account ${i}`, HOME, wrong)).toBe(false)
    await expect(limits.login('account 300', HOME, wrong)).rejects.toMatchObject({ code: 'rate_limited' })
    expect(await limits.login('account 300', AWAY, wrong)).toBe(false)
  })

  it('counts an IPv6 network as one address', async () => {
    await register('ann')
    expect(await statuses(10, (i) => login('ann', 'wrong', `2001:db8:0:7::${i + 1}`))).toEqual(repeated(401, 10))
    expect((await login('ann', PASSWORD, '2001:db8:0:7:ffff::1')).status).toBe(429)
    expect((await login('ann', PASSWORD, '2001:db8:0:8::1')).status).toBe(200)
  })
})

describe('RateLimits', () => {
  const requestReset = (name: string, from = HOME) =>
    mainService.call('POST', '/api/password-reset/request', { email: `${name}@club.example` }, { 'x-forwarded-for': from })
  const requestSignIn = (name: string, from = HOME) =>
    mainService.call('POST', '/api/auth/link/request', { email: `${name}@club.example` }, { 'x-forwarded-for': from })
  const submitReset = (token: string | undefined) =>
    mainService.call('POST', '/api/password-reset/submit', { token, password: 'another horse' })
  const waiting = async (purpose: string): Promise<readonly number[]> => {
    const { rows } = await sql<{ ms: number }>`
      SELECT (extract(epoch FROM due_at - clock_timestamp()) * 1000)::float8 AS ms FROM deliveries WHERE purpose = ${purpose} AND due_at > clock_timestamp()
    `.execute(mainService.db)
    return rows.map(({ ms }) => ms)
  }
  /** Lets time pass for limits and for mails that wait, and takes those that are due from the outbox as if they were delivered. */
  const letPass = async (ms: number): Promise<readonly string[]> => {
    await sql`UPDATE rate_limits SET expire = expire - ${ms}::bigint`.execute(mainService.db)
    await sql`UPDATE deliveries SET due_at = due_at - ${ms}::float8 * interval '1 millisecond'`.execute(mainService.db)
    const { rows } = await sql<{ text: string }>`DELETE FROM deliveries WHERE due_at <= clock_timestamp() RETURNING text`.execute(
      mainService.db,
    )
    return rows.map(({ text }) => /token=([\w-]+)/.exec(text)?.[1] ?? '')
  }

  it('answers every request for a link alike, whether or not the account exists, and however often it comes', async () => {
    await register('ann')
    for (const name of ['ann', 'nobody']) {
      const all = await Promise.all(Array.from({ length: 30 }, () => requestReset(name)))
      expect(new Set(all.map(({ status, body }) => `${status} ${JSON.stringify(body)}`)).size).toBe(1)
    }
  })

  it('delays a member’s reset by at most two minutes, however often a stranger asked for one', async () => {
    await register('ann')
    expect(await statuses(40, (i) => requestReset('ann', `203.0.113.${i + 1}`))).toEqual(repeated(200, 40))
    const before = await letPass(0)
    expect(before).toHaveLength(1)
    expect((await requestReset('ann', HOME)).status).toBe(200)
    const [delay, ...others] = await waiting('password_reset')
    expect(others).toEqual([])
    expect(delay).toBeGreaterThan(0)
    expect(delay).toBeLessThanOrEqual(120_000)
    const [mailed] = await letPass(120_000)
    expect((await submitReset(mailed)).status).toBe(200)
    expect((await login('ann', 'another horse')).status).toBe(200)
  })

  it('keeps mailed links valid while a stranger asks for more, until one of them is used', async () => {
    await register('ann')
    const links: string[] = []
    for (let minute = 0; minute < 10; minute += 1) {
      await statuses(5, (n) => requestReset('ann', `203.0.113.${n + 1}`))
      links.push(...(await letPass(60_000)))
    }
    // One for the burst of the first minute, whose later links replaced the earlier ones, and then one every two minutes.
    expect(links).toHaveLength(6)
    expect((await submitReset(links[1])).status).toBe(200)
    expect(await statuses(6, (n) => submitReset(links[n]))).toEqual(repeated(400, 6))
  })

  it('does not let links to sign in use up password resets, nor the other way round', async () => {
    await register('ann')
    await register('bob')
    await statuses(10, (n) => requestSignIn('ann', `203.0.113.${n + 1}`))
    await requestReset('ann')
    expect(await waiting('password_reset')).toEqual([])
    await statuses(10, (n) => requestReset('bob', `203.0.113.${n + 1}`))
    await requestSignIn('bob')
    const { rows } =
      await sql`SELECT 1 FROM deliveries WHERE purpose = 'sign_in_link' AND recipient = 'bob@club.example' AND due_at <= clock_timestamp()
    `.execute(mainService.db)
    expect(rows).toHaveLength(1)
  })

  it('lets links to sign in that waited work beside those that were mailed before, and ends all with the first use', async () => {
    await register('ann')
    const links: string[] = []
    for (let minute = 0; minute < 6; minute += 1) {
      await statuses(4, (n) => requestSignIn('ann', `203.0.113.${n + 1}`))
      links.push(...(await letPass(60_000)))
    }
    expect(links.length).toBeGreaterThan(2)
    const use = (token: string | undefined) => mainService.call('POST', '/api/auth/link/submit', { token, confirm: true })
    expect((await use(links[1])).status).toBe(200)
    expect(await statuses(links.length, (n) => use(links[n]))).toEqual(repeated(400, links.length))
  })

  it('lets one address ask for links to sixty accounts an hour, and for one of these as often as it likes', async () => {
    await register('ann')
    const all = await Promise.all(Array.from({ length: 60 }, (_, n) => requestReset(n === 0 ? 'ann' : `nobody${n}`)))
    expect(all.map(({ status }) => status)).toEqual(repeated(200, 60))
    const counters = () => sql`SELECT key FROM rate_limits ORDER BY key`.execute(mainService.db)
    const before = await counters()
    const refused = await requestReset('another')
    expect(refused.status).toBe(429)
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    expect((await counters()).rows).toEqual(before.rows)
    expect(await statuses(3, () => requestReset('ann'))).toEqual(repeated(200, 3))
    expect((await requestReset('another', AWAY)).status).toBe(200)
  })

  it('lets a member create 25 entries an hour, and one address 100, whose failures do not count', async () => {
    const other = await start()
    const { limits } = mainService.session
    const create = (member: number, ip = HOME, by = limits) => by.createEntry(member, ip, () => Promise.resolve('created'))
    for (let n = 0; n < 30; n += 1)
      await expect(limits.createEntry(1, HOME, () => Promise.reject(new Error('taken')))).rejects.toThrow('taken')
    for (let n = 0; n < 25; n += 1) expect(await create(1, HOME, n % 2 === 0 ? limits : other.session.limits)).toBe('created')
    const refused = await create(1).catch((error: unknown) => error)
    expect(refused).toMatchObject({
      code: 'rate_limited',
      message: 'You can create 25 entries in an hour. Try again in 60 minutes',
    })
    for (let n = 0; n < 75; n += 1) await create(2 + (n % 5))
    await expect(create(10)).rejects.toMatchObject({ code: 'rate_limited', status: 429 })
    expect(await create(10, AWAY)).toBe('created')
    await expect(create(10)).rejects.toMatchObject({ code: 'rate_limited' })
    for (let n = 0; n < 24; n += 1) await create(10, AWAY)
    await expect(create(10, AWAY)).rejects.toMatchObject({ code: 'rate_limited' })
  })

  it('reveals at most five addresses that have an account per hour and address, however many are tried at once', async () => {
    const other = await start()
    for (let n = 0; n < 12; n += 1) await register(`member${n}`)
    const probe = (name: string, n: number, headers: Record<string, string> = {}) =>
      (n % 2 === 0 ? mainService : other).call(
        'POST',
        '/api/auth/register',
        { email: `${name}@club.example`, password: PASSWORD, first_name: 'X', last_name: 'X' },
        { 'x-forwarded-for': AWAY, ...headers },
      )
    const probes = await Promise.all(
      Array.from({ length: 24 }, (_, n) => probe(`member${n % 12}`, n, n < 12 ? {} : { 'idempotency-key': `key-${n}` })),
    )
    const revealed = probes.filter(({ status }) => status === 409)
    expect(revealed).toHaveLength(5)
    expect(probes.filter(({ status }) => status === 429)).toHaveLength(19)
    // An address without an account now gets the same response.
    expect((await probe('nobody', 0)).status).toBe(429)
    expect((await register('from-home')).status).toBe(201)
  })

  it('lets many people behind one address register at once', async () => {
    const other = await start()
    const all = await Promise.all(Array.from({ length: 40 }, (_, n) => register(`fan${n}`, n % 2 === 0 ? mainService : other)))
    expect(all.map(({ status }) => status)).toEqual(repeated(201, 40))
  })

  it('limits how many addresses with an account a member finds by changing their own', async () => {
    for (let n = 0; n < 8; n += 1) await register(`member${n}`)
    const { token } = (await register('ann')).body
    const change = (n: number) =>
      mainService.as(token)('PATCH', '/api/account', { email: `member${n}@club.example`, current_password: PASSWORD })
    expect(await statuses(8, change)).toEqual([...repeated(409, 5), ...repeated(429, 3)])
  })

  it('limits checks of the current password', async () => {
    const { token } = (await register('ann')).body
    const guess = () =>
      mainService.as(token)('POST', '/api/account/password', { current_password: 'wrong', new_password: 'another horse' })
    expect(await statuses(11, guess)).toEqual([...repeated(400, 10), 429])
  })

  it('stores no personal data', async () => {
    await login('ann', 'wrong')
    const { rows } = await sql<{ text: string }>`SELECT string_agg(r::text, ' ') AS text FROM rate_limits r`.execute(
      mainService.db,
    )
    expect(rows[0]?.text).toMatch(/loginAccount:[\w-]{27}/)
    expect(rows[0]?.text).not.toMatch(/ann|198\.51|club/)
  })

  it('allows everything when disabled', async () => {
    const open = await start({ limits: false })
    expect(await statuses(12, () => login('ann', 'wrong', HOME, open))).toEqual(repeated(401, 12))
  })

  it('counts in each process while the database is unreachable', async () => {
    const alone = await start({ limits: true, countersAt: 'postgres://nobody@127.0.0.1:1/nothing' })
    expect(await statuses(11, () => login('ann', 'wrong', HOME, alone))).toEqual([...repeated(401, 10), 429])
    expect((await login('bob', 'wrong', HOME, alone)).status).toBe(401)
  })
})
