import { fileURLToPath } from 'node:url'
import { setTimeout as sleep } from 'node:timers/promises'
import { type OpenPool, percentile, readMetric, startOpenPool, startProgram, Traffic } from '@outlast/testing'
import { type Check, checkTraffic, info, isAtLeast, isAtMost, isEmpty, type Scenario } from '../support/scenario.ts'

const FLOODER = fileURLToPath(new URL('./flooder.ts', import.meta.url))
/** Twenty members, so that none of them reaches the rate limit for writes. */
const POOL = { members: 20, entriesEach: 2, env: { RATE_LIMITS: 'on' } }
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
  readonly [size: string]: number
}

const KINDS = ['slow', 'bodies', 'logins', 'sockets'] as const
type FloodKind = (typeof KINDS)[number]

/** The results that each flood may get. Any other result means that the server did more work for it than it should. */
const ALLOWED_RESULTS: Readonly<Record<FloodKind, readonly string[]>> = {
  slow: ['408', 'closed'],
  bodies: ['413', 'closed'],
  logins: ['401', '429'],
  sockets: ['connected', 'disconnected', 'refused'],
}

/** Floods the server in several ways, one after the other, while members pick. */
export const flood: Scenario<FloodSizes> = {
  name: 'flood',
  about: 'floods of slow connections, 10 MB bodies, sign-ins and sockets, while members pick',
  sizes: { seconds: 30, rate: 100, slow: 500, bodies: 8, logins: 20, sockets: 300 },
  short: { seconds: 2, rate: 60, slow: 100, bodies: 4, logins: 20, sockets: 50 },
  async run({ createDatabase, progress }, sizes) {
    const database = await createDatabase()
    const pool = await startOpenPool(database, POOL)
    const traffic = new Traffic({ ...pool, picksPerSecond: sizes.rate, reads: true })
    try {
      traffic.start()
      await traffic.waitForPicks(2 * sizes.rate)
      const checks: Check[] = [await measureWithoutFlood(traffic, sizes.seconds)]
      for (const kind of KINDS) {
        progress(`${kind}: ${sizes[kind]}`)
        checks.push(...(await floodWith(kind, pool, traffic, sizes)))
      }
      await traffic.stop()
      return {
        title: `Floods, while members pick ${sizes.rate} times per second`,
        checks: [
          ...checks,
          await checkConnectionsClosed(pool),
          ...(await checkTraffic(traffic, sizes.rate, database.connectionString)),
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
  await sleep(sizes.seconds * 1000)
  const picks = traffic.latencies.length - from
  const { out } = await flooder.stop()
  const results = Object.entries(JSON.parse(out.split('\n')[1] ?? '') as Record<string, number>)
  const format = (some: typeof results) => some.map(([result, times]) => `${times} × ${result}`)
  return [
    info(`${kind}: results of the flood`, format(results).join(', ') || 'none yet'),
    isEmpty(`${kind}: results that are not a rejection`, format(results.filter(([one]) => !ALLOWED_RESULTS[kind].includes(one)))),
    isAtLeast(`${kind}: picks acknowledged meanwhile`, (sizes.rate * sizes.seconds) / 4, picks),
    info(`${kind}: a pick, p50 and p99`, formatLatencies(traffic, from)),
  ]
}

function formatLatencies(traffic: Traffic, from: number): string {
  const sorted = Float64Array.from(traffic.latencies.slice(from)).sort()
  return `${percentile(sorted, 0.5).toFixed(0)} ms, ${percentile(sorted, 0.99).toFixed(0)} ms`
}

/** Checks that the server closes what the floods opened. Members may keep one connection per entry, and some for reads. */
async function checkConnectionsClosed({ url }: OpenPool): Promise<Check> {
  const limit = POOL.members * POOL.entriesEach + READ_CONNECTIONS
  const deadline = performance.now() + CLOSE_TIMEOUT_MS
  for (;;) {
    const connections = await readMetric(url(0), 'outlast_connections')
    if (connections <= limit || performance.now() > deadline) return isAtMost('connections left open', limit, connections)
    await sleep(200)
  }
}
