import { createTestDatabase, type TestDatabase } from '@outlast/testing'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type AuthService, startAuthService } from '../../tests/support/auth-service.ts'
import { Overloaded } from '../lib/overloaded.ts'

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

async function start(options: Parameters<typeof startAuthService>[1] = { limits: true }): Promise<AuthService> {
  const service = await startAuthService(database.connectionString, options)
  services.push(service)
  return service
}

const HOME = '198.51.100.7'
const AWAY = '203.0.113.9'
const PASSWORD = 'correct horse'
const register = (name: string, service = one) =>
  service.call('POST', '/api/auth/register', {
    email: `${name}@club.example`,
    password: PASSWORD,
    first_name: name,
    last_name: 'X',
  })
const login = (name: string, password: string, from = HOME, service = one) =>
  service.call('POST', '/api/auth/login', { email: `${name}@club.example`, password }, { 'x-forwarded-for': from })

async function statuses(times: number, act: (i: number) => Promise<{ status: number }>): Promise<number[]> {
  const all: number[] = []
  for (let i = 0; i < times; i += 1) all.push((await act(i)).status)
  return all
}
const same = (status: number, times: number) => Array.from({ length: times }, () => status)

describe('limits on signing in', () => {
  it('hold for an account from one address, on all processes together, whether or not it exists', async () => {
    const two = await start()
    await register('ann')
    for (const name of ['ann', 'nobody']) {
      expect(await statuses(10, (i) => login(name, 'wrong', HOME, i % 2 === 0 ? one : two))).toEqual(same(401, 10))
      for (const service of [one, two]) {
        const refused = await login(name, PASSWORD, HOME, service)
        expect([refused.status, refused.body.code]).toEqual([429, 'rate_limited'])
        expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(800)
        expect(Number(refused.headers.get('retry-after'))).toBeLessThanOrEqual(900)
      }
    }
    expect((await login('ann', PASSWORD, AWAY)).status).toBe(200)
  })

  it('cannot be slipped through by many at once', async () => {
    await register('ann')
    const answers = await Promise.all(Array.from({ length: 40 }, () => login('ann', 'wrong')))
    expect(answers.filter((answer) => answer.status === 401)).toHaveLength(10)
  })

  it('start anew after a success, and after a new password by a link', async () => {
    await register('ann')
    expect(await statuses(9, () => login('ann', 'wrong'))).toEqual(same(401, 9))
    expect((await login('ann', PASSWORD)).status).toBe(200)
    expect(await statuses(10, () => login('ann', 'wrong'))).toEqual(same(401, 10))
    expect((await login('ann', PASSWORD)).status).toBe(429)
    await one.call('POST', '/api/password-reset/request', { email: 'ann@club.example' })
    const { rows } = await sql<{ text: string }>`SELECT text FROM mail_outbox`.execute(one.db)
    const token = /token=([\w-]+)/.exec(rows[0]?.text ?? '')?.[1]
    await one.call('POST', '/api/password-reset/submit', { token, password: 'another horse' }, { 'x-forwarded-for': HOME })
    expect((await login('ann', 'another horse')).status).toBe(200)
  })

  it('never lock out a club that signs in from one address', async () => {
    await register('ann')
    await register('bob')
    const act = (i: number) => login(i % 2 === 0 ? 'ann' : 'bob', PASSWORD)
    expect(await statuses(60, act)).toEqual(same(200, 60))
    const { rows } = await sql<{ points: number }>`SELECT points FROM rate_limits WHERE key LIKE 'loginAddress:%'`.execute(one.db)
    expect(rows).toEqual([{ points: 0 }])
  })

  it('do not count attempts that came to nothing, nor those refused for one account, against the address', async () => {
    const { limits } = one.session
    const busy = () => Promise.reject(new Overloaded())
    for (let i = 0; i < 20; i += 1) await expect(limits.login('ann', HOME, busy)).rejects.toThrow(Overloaded)
    expect(await statuses(15, () => login('ann', 'wrong'))).toEqual([...same(401, 10), ...same(429, 5)])
    const { rows } = await sql<{ points: number }>`SELECT points FROM rate_limits WHERE key LIKE 'loginAddress:%'`.execute(one.db)
    expect(rows).toEqual([{ points: 10 }])
  })

  it('hold for an address over all accounts', async () => {
    const { limits } = one.session
    const wrong = () => Promise.resolve(false)
    for (let i = 0; i < 300; i += 1) expect(await limits.login(`account ${i}`, HOME, wrong)).toBe(false)
    await expect(limits.login('account 300', HOME, wrong)).rejects.toMatchObject({ code: 'rate_limited' })
    expect(await limits.login('account 300', AWAY, wrong)).toBe(false)
  })

  it('count a network of IPv6 as one', async () => {
    await register('ann')
    expect(await statuses(10, (i) => login('ann', 'wrong', `2001:db8:0:7::${i + 1}`))).toEqual(same(401, 10))
    expect((await login('ann', PASSWORD, '2001:db8:0:7:ffff::1')).status).toBe(429)
    expect((await login('ann', PASSWORD, '2001:db8:0:8::1')).status).toBe(200)
  })
})

describe('other limits', () => {
  it('hold for reset mails of one account, known or not, from wherever', async () => {
    await register('ann')
    for (const name of ['ann', 'nobody']) {
      const ask = (i: number) =>
        one.call(
          'POST',
          '/api/password-reset/request',
          { email: `${name}@club.example` },
          { 'x-forwarded-for': `203.0.113.${i}` },
        )
      const all = await Promise.all(Array.from({ length: 7 }, (_, i) => ask(i + 1)))
      expect(all.map((answer) => answer.status).toSorted((a, b) => a - b)).toEqual([...same(200, 5), ...same(429, 2)])
    }
  })

  it('hold for guessing the current password with somebody’s login', async () => {
    const { token } = (await register('ann')).body
    const guess = () =>
      one.as(token)('POST', '/api/account/password', { current_password: 'wrong', new_password: 'another horse' })
    expect(await statuses(11, guess)).toEqual([...same(400, 10), 429])
  })

  it('keep nothing personal', async () => {
    await login('ann', 'wrong')
    const { rows } = await sql<{ text: string }>`SELECT string_agg(r::text, ' ') AS text FROM rate_limits r`.execute(one.db)
    expect(rows[0]?.text).toMatch(/loginAccount:[\w-]{27}/)
    expect(rows[0]?.text).not.toMatch(/ann|198\.51|club/)
  })

  it('can be switched off', async () => {
    const open = await start({ limits: false })
    expect(await statuses(12, () => login('ann', 'wrong', HOME, open))).toEqual(same(401, 12))
  })

  it('go on in each process while what counts them is away', async () => {
    const alone = await start({ limits: true, countersAt: 'postgres://nobody@127.0.0.1:1/nothing' })
    expect(await statuses(11, () => login('ann', 'wrong', HOME, alone))).toEqual([...same(401, 10), 429])
    expect((await login('bob', 'wrong', HOME, alone)).status).toBe(401)
  })
})
