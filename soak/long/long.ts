import { setTimeout as sleep } from 'node:timers/promises'
import { type OpenPool, type ServerProcess, startOpenPool, teamAt, Traffic, type Viewer } from '@outlast/testing'
import { type Check, checkTraffic, info, isAtMost, type Scenario, type SoakContext } from '../support/scenario.ts'
import { openViewer } from '../support/viewers.ts'
import { linearTrend, type Sample, takeSample } from './samples.ts'

const NODE_OPTIONS = `--expose-gc --import=${new URL('collect-garbage.ts', import.meta.url).href}`
const SAMPLES = 120
const MIN_INTERVAL_MS = 200
const WARM_UP_MS = 30_000
const IDLE_INTERVAL_MS = 500
/** Longer than the database's pool keeps an idle connection. */
const IDLE_MS = 15_000
const IDLE_TIMEOUT_MS = 60_000
/** The warm-up uses half of the teams and the measured load the others, because a pick that changes nothing is not recorded. */
const TEAMS = Array.from({ length: 32 }, (_, n) => teamAt(n))

interface LongSizes {
  readonly minutes: number
  /** Picks per second. */
  readonly rate: number
  readonly viewers: number
  /** Viewers that leave per second, each replaced by a new one. */
  readonly visits: number
  readonly [size: string]: number
}

/** What must stay constant, and how much it may rise over the second half: a share of its mean, but at least an amount. */
const CONSTANT: readonly { what: string; unit: string; of: (sample: Sample) => number; share: number; amount: number }[] = [
  { what: 'resident memory', unit: 'MiB', of: (sample) => sample.residentMiB, share: 0.1, amount: 5 },
  { what: 'heap in use', unit: 'MiB', of: (sample) => sample.heapMiB, share: 0.2, amount: 10 },
  { what: 'open descriptors', unit: '', of: (sample) => sample.descriptors, share: 0.05, amount: 3 },
  { what: 'active resources', unit: '', of: (sample) => sample.resources, share: 0.05, amount: 3 },
  { what: 'event-loop delay, p99', unit: 'ms', of: (sample) => sample.delayMs, share: 0.5, amount: 10 },
]

/** Puts a modest load on the server for a long time, during which its use of resources must not grow. */
export const long: Scenario<LongSizes> = {
  name: 'long',
  about: 'a modest load for a long time: memory, handles and event-loop delay stay constant (4 hours: --minutes 240)',
  sizes: { minutes: 10, rate: 20, viewers: 50, visits: 1 },
  short: { minutes: 0.1, rate: 40, viewers: 10, visits: 1 },
  async run({ createDatabase, progress }, sizes) {
    const database = await createDatabase()
    const pool = await startOpenPool(database, { members: 10, entriesEach: 4, env: { NODE_OPTIONS } })
    const [server] = pool.servers
    if (server === undefined) throw new Error('the pool has no server')
    const warmUp = new Load(pool, sizes, TEAMS.slice(0, 16))
    const load = new Load(pool, sizes, TEAMS.slice(16))
    try {
      const startedAt = performance.now()
      // Opens what the server keeps once it is opened: connections to the database, and threads.
      warmUp.start()
      await sleep(Math.min(WARM_UP_MS, sizes.minutes * 60_000))
      await warmUp.stop()
      const before = await idleSample(server, startedAt)
      load.start()
      const samples = await collectSamples(server, sizes.minutes * 60_000, progress)
      await load.stop()
      const after = await sampleOnceIdle(server, before, startedAt)
      const earlier = warmUp.traffic.acknowledged
      return {
        title: `${sizes.minutes} minutes of ${sizes.rate} picks per second and ${sizes.viewers} viewers`,
        checks: [
          ...CONSTANT.map((resource) => checkConstant(resource, samples)),
          isAtMost('open descriptors, idle before and after', before.descriptors, after.descriptors),
          isAtMost('active resources, idle before and after', before.resources, after.resources),
          isAtMost('live connections, idle before and after', before.sockets, after.sockets),
          info('viewers that connected', load.visits),
          ...(await checkTraffic(load.traffic, sizes.rate, database.connectionString, earlier)),
        ],
        notes: [
          'The server collects its garbage every 5 s (--expose-gc), so that the figures show what it keeps.',
          'Rises are those of the least-squares line through the second half of the samples, from its beginning to its end.',
        ],
      }
    } finally {
      await Promise.all([warmUp.stop(), load.stop()]).catch(() => {})
      await pool.stop()
      await database.drop()
    }
  },
}

function checkConstant({ what, unit, of, share, amount }: (typeof CONSTANT)[number], samples: readonly Sample[]): Check {
  const half = samples.slice(Math.floor(samples.length / 2))
  const { perSecond, mean } = linearTrend(half.map((sample) => ({ at: sample.at, value: of(sample) })))
  const rise = perSecond * ((half.at(-1)?.at ?? 0) - (half[0]?.at ?? 0))
  const limit = Math.max(share * mean, amount)
  const found = `${rise.toFixed(1)} ${unit} (mean ${mean.toFixed(1)})`
  return { what: `rise of ${what}`, expected: `≤ ${limit.toFixed(1)} ${unit}`, found, passed: rise <= limit, timed: true }
}

async function collectSamples(server: ServerProcess, ms: number, progress: SoakContext['progress']): Promise<readonly Sample[]> {
  const samples: Sample[] = []
  const intervalMs = Math.max(MIN_INTERVAL_MS, ms / SAMPLES)
  for (const startedAt = performance.now(); performance.now() - startedAt < ms;) {
    await sleep(intervalMs)
    const sample = await takeSample(server, startedAt)
    samples.push(sample)
    const { at, residentMiB, descriptors } = sample
    if (samples.length % 20 === 0) progress(`${at.toFixed(0)} s: ${residentMiB.toFixed(0)} MiB, ${descriptors} descriptors`)
  }
  return samples
}

/** Returns the smallest counts of an idle server, whose periodic work opens and closes things. */
async function idleSample(server: ServerProcess, startedAt: number): Promise<Sample> {
  let least = await takeSample(server, startedAt)
  for (const until = performance.now() + IDLE_MS; performance.now() < until;) {
    await sleep(IDLE_INTERVAL_MS)
    const next = await takeSample(server, startedAt)
    least = {
      ...next,
      descriptors: Math.min(least.descriptors, next.descriptors),
      resources: Math.min(least.resources, next.resources),
      sockets: Math.min(least.sockets, next.sockets),
    }
  }
  return least
}

/** Waits until the server has closed everything that the load opened. Returns the last sample, also when it never does. */
async function sampleOnceIdle(server: ServerProcess, before: Sample, startedAt: number): Promise<Sample> {
  const deadline = performance.now() + IDLE_TIMEOUT_MS
  for (;;) {
    const sample = await takeSample(server, startedAt)
    const isIdle =
      sample.descriptors <= before.descriptors && sample.resources <= before.resources && sample.sockets <= before.sockets
    if (isIdle || performance.now() > deadline) return sample
    await sleep(IDLE_INTERVAL_MS)
  }
}

/** Members who pick and read, and viewers, some of whom are replaced all the time. */
class Load {
  readonly traffic: Traffic
  /** How many viewers have connected. */
  visits = 0
  readonly #pool: OpenPool
  readonly #sizes: LongSizes
  readonly #viewers: Viewer[] = []
  #turnover: NodeJS.Timeout | undefined

  constructor(pool: OpenPool, sizes: LongSizes, teams: readonly string[]) {
    this.#pool = pool
    this.#sizes = sizes
    this.traffic = new Traffic({ ...pool, teams, picksPerSecond: sizes.rate, reads: true })
  }

  start(): void {
    const { viewers, visits } = this.#sizes
    this.traffic.start()
    for (let n = 0; n < viewers; n += 1) this.#connect()
    if (visits === 0) return
    this.#turnover = setInterval(() => {
      this.#viewers.shift()?.close()
      this.#connect()
    }, 1_000 / visits)
  }

  async stop(): Promise<void> {
    clearInterval(this.#turnover)
    for (const viewer of this.#viewers.splice(0)) viewer.close()
    await this.traffic.stop()
  }

  #connect(): void {
    const { url, members, weekId } = this.#pool
    // One in a few is a visitor.
    const member = members[this.visits % (members.length + 1)]
    this.visits += 1
    this.#viewers.push(openViewer(url(0), weekId, member))
  }
}
