import { fileURLToPath } from 'node:url'
import { percentile } from '@outlast/testing/report/statistics'
import { startProcess } from '@outlast/testing/process/program'
import { compareWithLog, readLog } from '@outlast/testing/log-check'
import { readMetric } from '@outlast/testing/metrics'
import { type RunningPool, startPool } from '@outlast/testing/members/open-pool'
import { atLeast, type Demand, none, type Scenario, told } from '../support/scenario.ts'
import { Traffic } from '@outlast/testing/members/traffic'

const FLOODER = fileURLToPath(new URL('./flooder.ts', import.meta.url))
/** Twenty members, so that none of them meets the limits on writes. */
const POOL = { fans: 20, entriesEach: 2, env: { RATE_LIMITS: 'on' } }
const READERS = 20
const SETTLED_WITHIN_MS = 30_000

interface FloodSizes {
  /** How long each flood lasts. */
  readonly seconds: number
  /** Picks a second of members who have nothing to do with it. */
  readonly rate: number
  /** Slow connections, half of them in their headers and half in their bodies. */
  readonly slow: number
  /** Bodies of 10 MB at a time. */
  readonly bodies: number
  /** Wrong passwords a second. */
  readonly logins: number
  /** Live connections that ask twenty times a second each, and come back at once when they are cut off. */
  readonly sockets: number
  readonly [size: string]: number
}

const KINDS = ['slow', 'bodies', 'logins', 'sockets'] as const
/** What the server may say to each: anything else, and it did more work for it than it should. */
const REFUSALS: Readonly<Record<(typeof KINDS)[number], readonly string[]>> = {
  slow: ['408', 'hung up'],
  bodies: ['413', 'hung up'],
  logins: ['401', '429'],
  sockets: ['connected', 'cut off', 'refused'],
}

/** Floods of several kinds, one after the other, while members pick. */
export const flood: Scenario<FloodSizes> = {
  name: 'flood',
  about: 'slow connections, 10 MB bodies, sign-ins and sockets without end, while members pick',
  sizes: { seconds: 30, rate: 100, slow: 500, bodies: 8, logins: 20, sockets: 300 },
  short: { seconds: 2, rate: 60, slow: 100, bodies: 4, logins: 20, sockets: 50 },
  async run({ database: newDatabase, say }, sizes) {
    const database = await newDatabase()
    const pool = await startPool(database, POOL)
    const traffic = new Traffic({ ...pool, picksPerSecond: sizes.rate, reads: true })
    try {
      traffic.start()
      await traffic.untilMore(2 * sizes.rate)
      const demands: Demand[] = [await quiet(traffic, sizes.seconds)]
      for (const kind of KINDS) {
        say(`${kind}: ${sizes[kind]}`)
        demands.push(...(await under(kind, pool, traffic, sizes)))
      }
      await traffic.stop()
      return {
        title: `Floods, while members pick ${sizes.rate} times a second`,
        demands: [
          ...demands,
          await noneLeft(pool),
          ...traffic.demands(sizes.rate),
          ...compareWithLog(await readLog(database.connectionString), traffic.acknowledged),
        ],
        notes: [`Limits are on. Each flood lasts ${sizes.seconds} s and comes from a process of its own on the same cores.`],
      }
    } finally {
      await traffic.stop().catch(() => {})
      await pool.stop()
      await database.drop()
    }
  },
}

async function quiet(traffic: Traffic, seconds: number): Promise<Demand> {
  const from = traffic.latencies.length
  await sleep(seconds * 1000)
  return told('no flood: a pick, p50 and p99', latencies(traffic, from))
}

async function under(
  kind: (typeof KINDS)[number],
  pool: RunningPool,
  traffic: Traffic,
  sizes: FloodSizes,
): Promise<readonly Demand[]> {
  const attacker = startProcess(process.execPath, [FLOODER, kind, pool.url(0), String(sizes[kind])])
  await attacker.says('flooding')
  const from = traffic.latencies.length
  await sleep(sizes.seconds * 1000)
  const picks = traffic.latencies.length - from
  attacker.kill('SIGTERM')
  const { out } = await attacker.ended
  const answers = Object.entries(JSON.parse(out.split('\n')[1] ?? '') as Record<string, number>)
  const inWords = (some: typeof answers) => some.map(([what, times]) => `${times} × ${what}`)
  return [
    told(`${kind}: what the flood was answered`, inWords(answers).join(', ') || 'nothing yet'),
    none(`${kind}: answers that are no refusals`, inWords(answers.filter(([what]) => !REFUSALS[kind].includes(what)))),
    atLeast(`${kind}: picks acknowledged meanwhile`, (sizes.rate * sizes.seconds) / 4, picks),
    told(`${kind}: a pick, p50 and p99`, latencies(traffic, from)),
  ]
}

function latencies(traffic: Traffic, from: number): string {
  const sorted = Float64Array.from(traffic.latencies.slice(from)).sort()
  return `${percentile(sorted, 0.5).toFixed(0)} ms, ${percentile(sorted, 0.99).toFixed(0)} ms`
}

/** That the server lets go of what the floods opened; members may keep a connection for each of their entries, and for reads. */
async function noneLeft({ url }: RunningPool): Promise<Demand> {
  const most = POOL.fans * POOL.entriesEach + READERS
  const deadline = performance.now() + SETTLED_WITHIN_MS
  for (;;) {
    const connections = await readMetric(url(0), 'outlast_connections')
    const isSo = connections <= most
    if (!isSo && performance.now() < deadline) await sleep(200)
    else return { what: 'connections that are left', demanded: `≤ ${most}`, found: String(connections), holds: isSo }
  }
}

function sleep(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}
