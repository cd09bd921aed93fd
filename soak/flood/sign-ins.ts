import { forEachConcurrently, type OpenPool, percentile, range, sendJson } from '@outlast/testing'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Check, info, isAtLeast, isEmpty } from '../support/scenario.ts'

const PASSWORD = 'correct horse battery'
const CROWD_ADDRESS = '203.0.113.1'
/** Sign-ins that each account of the crowd keeps in progress. */
const AT_ONCE = 10

interface SignInSizes {
  /** Accounts that sign in again and again from one address, with the right password. */
  readonly crowd: number
  /** Other accounts, each at an address of its own. */
  readonly others: number
}

/** Many accounts sign in from one address with correct passwords. Everybody else must still get in. */
export async function floodWithSignIns(url: string, { crowd, others }: SignInSizes): Promise<readonly Check[]> {
  // Registered here, so that their passwords have the hashes of a real server.
  for (const n of range(crowd + others)) await register(url, n)
  let isStopped = false
  const statuses = new Map<number, number>()
  const loop = async (n: number): Promise<void> => {
    while (!isStopped) {
      const status = await signIn(url, n, CROWD_ADDRESS)
      statuses.set(status, (statuses.get(status) ?? 0) + 1)
      if (status !== 200) await sleep(50)
    }
  }
  const loops = range(crowd).flatMap((n) => range(AT_ONCE).map(() => loop(n)))
  const latencies: number[] = []
  const rejected: string[] = []
  for (const n of range(others)) {
    const startedAt = performance.now()
    const status = await signIn(url, crowd + n, `198.51.100.${n + 1}`)
    latencies.push(performance.now() - startedAt)
    if (status !== 200) rejected.push(String(status))
  }
  isStopped = true
  await Promise.all(loops)
  const sorted = Float64Array.from(latencies).sort()
  return [
    info('sign-ins of one address', [...statuses].map(([status, times]) => `${times} × ${status}`).join(', ')),
    isAtLeast('sign-ins of that address that succeeded', 1, statuses.get(200) ?? 0),
    isEmpty(`of ${others} sign-ins at other addresses meanwhile: rejected`, rejected),
    info(
      'sign-ins at other addresses: p50, p99',
      [0.5, 0.99].map((share) => `${percentile(sorted, share).toFixed(0)} ms`).join(', '),
    ),
  ]
}

const emailOf = (n: number): string => `crowd${n}@club.example`

async function register(url: string, n: number): Promise<void> {
  const body = { email: emailOf(n), password: PASSWORD, first_name: 'Crowd', last_name: String(n) }
  const { status } = await sendJson('POST', `${url}/api/auth/register`, undefined, body, {
    'x-forwarded-for': `192.0.2.${n + 1}`,
  })
  if (status !== 201) throw new Error(`a registration got ${status}`)
}

/** Signs in, again if the connection was closed because it had not been used for a minute. */
async function signIn(url: string, n: number, from: string): Promise<number> {
  const body = { email: emailOf(n), password: PASSWORD }
  const send = () => sendJson('POST', `${url}/api/auth/login`, undefined, body, { 'x-forwarded-for': from })
  return (await send().catch(send)).status
}

/** Tells whether addresses have an account, and uses up a member's password resets, as far as the server lets anyone. */
export async function probeAccounts(pool: OpenPool, probes: number): Promise<readonly Check[]> {
  const url = pool.url(0)
  const register = (n: number) => ({
    email: pool.members[n % pool.members.length]?.email ?? '',
    password: PASSWORD,
    first_name: 'X',
    last_name: 'X',
  })
  const probe = (n: number) =>
    sendJson('POST', `${url}/api/auth/register`, undefined, register(n), { 'x-forwarded-for': '203.0.113.2' })
  const answers = await forEachConcurrently(range(probes), probe)
  const [victim] = pool.members
  const requestReset = (from: string) =>
    sendJson('POST', `${url}/api/password-reset/request`, undefined, { email: victim?.email }, { 'x-forwarded-for': from })
  await Promise.all(range(40).map((n) => requestReset(`203.0.113.${n + 3}`)))
  const own = await requestReset('198.51.100.200')
  const revealed = answers.filter(({ status }) => status === 409)
  const others = answers.filter(({ status }) => status !== 409 && status !== 429).map(({ status }) => status)
  return [
    {
      what: `${probes} registrations of taken addresses: revealed`,
      expected: '≤ 5',
      found: String(revealed.length),
      passed: revealed.length <= 5,
    },
    isEmpty(`${probes} registrations of taken addresses: neither 409 nor 429`, others),
    isEmpty(
      'after 40 requests from other addresses: a member’s own reset request rejected',
      own.status === 200 ? [] : [own.status],
    ),
  ]
}
