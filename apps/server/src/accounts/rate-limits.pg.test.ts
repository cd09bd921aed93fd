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
    const { rows } = await sql<{ text: string }>`SELECT text FROM mail_outbox`.execute(mainService.db)
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
  const resetMails = async (): Promise<readonly { readonly link: string }[]> => {
    const { rows } = await sql<{ text: string }>`SELECT text FROM mail_outbox WHERE kind = 'password_reset'`.execute(
      mainService.db,
    )
    return rows.map(({ text }) => ({ link: /token=([\w-]+)/.exec(text)?.[1] ?? '' }))
  }

  it('limits requests for one account, existing or not, from one address', async () => {
    await register('ann')
    for (const name of ['ann', 'nobody']) {
      const all = await Promise.all(Array.from({ length: 7 }, () => requestReset(name)))
      expect(all.map((response) => response.status).toSorted((a, b) => a - b)).toEqual([...repeated(200, 5), ...repeated(429, 2)])
    }
  })

  it('does not let others use up a member’s requests or invalidate the last link', async () => {
    await register('ann')
    expect(await statuses(12, (i) => requestReset('ann', `203.0.113.${i + 1}`))).toEqual(repeated(200, 12))
    expect((await requestReset('ann', HOME)).status).toBe(200)
    const [mail, ...others] = await resetMails()
    expect(others).toEqual([])
    const body = { token: mail?.link, password: 'another horse' }
    expect((await mainService.call('POST', '/api/password-reset/submit', body)).status).toBe(200)
    expect((await login('ann', 'another horse')).status).toBe(200)
  })

  it('sends at most three links to one account within half the lifetime of a link', async () => {
    await register('ann')
    const links = new Set<string>()
    for (let i = 0; i < 6; i += 1) {
      await requestReset('ann', `203.0.113.${i + 1}`)
      for (const { link } of await resetMails()) links.add(link)
    }
    expect(links.size).toBe(3)
    await sql`UPDATE rate_limits SET expire = expire - 900000 WHERE key LIKE 'resetMail:%'`.execute(mainService.db)
    await requestReset('ann', '203.0.113.99')
    for (const { link } of await resetMails()) links.add(link)
    expect(links.size).toBe(4)
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
