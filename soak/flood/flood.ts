import { fileURLToPath } from 'node:url'
import { setTimeout as sleep } from 'node:timers/promises'
import { type OpenPool, percentile, readMetric, startOpenPool, startProgram, Traffic } from '@outlast/testing'
import { type Check, checkTraffic, info, isAtLeast, isAtMost, isEmpty, isWithin, type Scenario } from '../support/scenario.ts'
import { callWithoutDatabase } from './database-away.ts'
import { floodWithPicks } from './pick-changes.ts'
import { Prober } from './prober.ts'
import { floodWithSignIns, probeAccounts } from './sign-ins.ts'

const FLOODER = fileURLToPath(new URL('./flooder.ts', import.meta.url))
/** Twenty members, so that none of them reaches the rate limit for writes. The proxy lets the crowd have many addresses. */
const POOL = { members: 20, env: { RATE_LIMITS: 'on', TRUST_PROXY: 'on' } }
/** No flood may delay another client by more than this, in milliseconds. */
const MAX_DELAY_MS = 100
/** Connections that reads may keep open. */
const READ_CONNECTIONS = 20
const CLOSE_TIMEOUT_MS = 30_000

interface FloodSizes {
  /** How long each flood lasts. */
  readonly seconds: number
  /** Picks per second of the members. */
  readonly rate: number
  /** Slow connections, half of them in their headers and half in their bodies. */
  readonly slow: number
  /** Concurrent bodies of 10 MB. */
  readonly bodies: number
  /** Sign-ins with wrong passwords per second. */
  readonly logins: number
  /** Live connections that send twenty requests per second each, and reconnect at once when they are closed. */
  readonly sockets: number
  /** Connections that pipeline 9 MB of requests, and reconnect at once when they are closed. */
  readonly pipelining: number
  /** Connections that pipeline 9 MB of POSTs. */
  readonly posts: number
  /** Connections that send 16 requests at a time, the most that a connection may send ahead. */
  readonly hungry: number
  /** WebSockets that send 9 MB of packets before Socket.IO's CONNECT. */
  readonly packets: number
  /** WebSockets that send 9 MB of pings. */
  readonly pings: number
  /** Live connections that send 9 MB of requests. */
  readonly requests: number
  /** Entries of each member. The budget of pick changes allows 96 changes of each. */
  readonly entries: number
  /** Accounts that sign in again and again from one address. */
  readonly crowd: number
  /** Sign-ins of others meanwhile. */
  readonly others: number
  /** Changes of one pick by one member. */
  readonly changes: number
  /** Registrations of addresses that have an account. */
  readonly probes: number
  /** How often every route is called without a database. */
  readonly rounds: number
  readonly [size: string]: number
}

const KINDS = ['slow', 'bodies', 'logins', 'sockets', 'pipelining', 'posts', 'hungry', 'packets', 'pings', 'requests'] as const
type FloodKind = (typeof KINDS)[number]

/** The results that each flood may get. Any other result means that the server did more work for it than it should. */
const ALLOWED_RESULTS: Readonly<Record<FloodKind, readonly string[]>> = {
  slow: ['408', 'closed'],
  bodies: ['413', 'closed'],
  logins: ['401', '429'],
  sockets: ['connected', 'disconnected', 'refused'],
  pipelining: ['200', 'closed'],
  posts: ['200', '400', '401', '429', 'closed'],
  hungry: ['200', 'closed'],
  packets: ['101', '400', 'closed'],
  pings: ['101', '400', 'closed'],
  requests: ['101', '400', 'closed'],
}

/** Floods the server in several ways, one after the other, while members pick. */
export const flood: Scenario<FloodSizes> = {
  name: 'flood',
  about: 'floods of connections, requests, packets, sign-ins, picks and registrations, while members pick',
  sizes: {
    seconds: 30,
    rate: 100,
    slow: 500,
    bodies: 8,
    logins: 20,
    sockets: 300,
    entries: 30,
    pipelining: 1,
    posts: 1,
    hungry: 1,
    packets: 1,
    pings: 1,
    requests: 1,
    crowd: 14,
    others: 97,
    changes: 250,
    probes: 192,
    rounds: 5,
  },
  short: {
    seconds: 1,
    rate: 60,
    slow: 100,
    bodies: 4,
    logins: 20,
    sockets: 50,
    entries: 6,
    pipelining: 1,
    posts: 1,
    hungry: 1,
    packets: 1,
    pings: 1,
    requests: 1,
    crowd: 2,
    others: 3,
    changes: 150,
    probes: 20,
    rounds: 1,
  },
  async run({ createDatabase, progress }, sizes) {
    const database = await createDatabase()
    const pool = await startOpenPool(database, { ...POOL, entriesEach: sizes.entries })
    // One member floods with picks instead.
    const [picker, ...members] = pool.members
    if (picker === undefined) throw new Error('the pool has no members')
    const traffic = new Traffic({ ...pool, members, picksPerSecond: sizes.rate, reads: true })
    try {
      traffic.start()
      await traffic.waitForPicks(2 * sizes.rate)
      const checks: Check[] = [await measureWithoutFlood(traffic, sizes.seconds)]
      for (const kind of KINDS) {
        progress(`${kind}: ${sizes[kind]}`)
        checks.push(...(await floodWith(kind, pool, traffic, sizes)))
      }
      const url = pool.url(0)
      progress(`sign-ins: ${sizes.crowd} accounts at one address, ${sizes.others} others`)
      checks.push(...(await floodWithSignIns(url, sizes)))
      progress(`picks: ${sizes.changes} changes`)
      const flooded = await floodWithPicks(url, pool.weekId, picker, sizes.changes)
      checks.push(...flooded.checks)
      progress(`accounts: ${sizes.probes} registrations`)
      checks.push(...(await probeAccounts(pool, sizes.probes)))
      const expectedConnections = (POOL.members - 1) * sizes.entries + READ_CONNECTIONS
      await traffic.stop()
      progress('all routes without a database')
      const withoutDatabase = await callWithoutDatabase(sizes.rounds)
      return {
        title: `Floods, while members pick ${sizes.rate} times per second`,
        checks: [
          ...checks,
          await checkConnectionsClosed(pool, expectedConnections),
          ...(await checkTraffic(traffic, sizes.rate, database.connectionString, flooded.acknowledged)),
          ...withoutDatabase,
        ],
        notes: [`Rate limits are on. Each flood lasts ${sizes.seconds} s and comes from a process of its own on the same cores.`],
      }
    } finally {
      await traffic.stop().catch(() => {})
      await pool.stop()
      await database.drop()
    }
  },
}

async function measureWithoutFlood(traffic: Traffic, seconds: number): Promise<Check> {
  const from = traffic.latencies.length
  await sleep(seconds * 1000)
  return info('no flood: a pick, p50 and p99', formatLatencies(traffic, from))
}

async function floodWith(kind: FloodKind, pool: OpenPool, traffic: Traffic, sizes: FloodSizes): Promise<readonly Check[]> {
  const flooder = startProgram(process.execPath, [FLOODER, kind, pool.url(0), String(sizes[kind])])
  await flooder.waitForOutput('flooding')
  const from = traffic.latencies.length
  const prober = new Prober(`${pool.url(0)}/healthz`).start()
  await sleep(sizes.seconds * 1000)
  const delays = await prober.stop()
  const picks = traffic.latencies.length - from
  const { out } = await flooder.stop()
  const results = Object.entries(JSON.parse(out.split('\n')[1] ?? '') as Record<string, number>)
  const format = (some: typeof results) => some.map(([result, times]) => `${times} × ${result}`)
  return [
    info(`${kind}: results of the flood`, format(results).join(', ') || 'none yet'),
    isEmpty(`${kind}: results that are not a rejection`, format(results.filter(([one]) => !ALLOWED_RESULTS[kind].includes(one)))),
    isAtLeast(`${kind}: picks acknowledged meanwhile`, (sizes.rate * sizes.seconds) / 4, picks),
    info(`${kind}: a pick, p50 and p99`, formatLatencies(traffic, from)),
    info(`${kind}: another client, p50, p99 and longest`, delays),
    isWithin(`${kind}: longest response to another client`, MAX_DELAY_MS, [prober.slowestMs]),
    isEmpty(`${kind}: other client's requests that failed`, prober.failures),
  ]
}

function formatLatencies(traffic: Traffic, from: number): string {
  const sorted = Float64Array.from(traffic.latencies.slice(from)).sort()
  return `${percentile(sorted, 0.5).toFixed(0)} ms, ${percentile(sorted, 0.99).toFixed(0)} ms`
}

/** Checks that the server closes what the floods opened. Members may keep one connection per entry, and some for reads. */
async function checkConnectionsClosed({ url }: OpenPool, limit: number): Promise<Check> {
  const deadline = performance.now() + CLOSE_TIMEOUT_MS
  for (;;) {
    const connections = await readMetric(url(0), 'outlast_connections')
    if (connections <= limit || performance.now() > deadline) return isAtMost('connections left open', limit, connections)
    await sleep(200)
  }
}
