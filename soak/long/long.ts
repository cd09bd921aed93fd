import type { Topic } from '@outlast/contract/live/topics'
import type { ServerProcess } from '@outlast/testing/server/server-process'
import { compareWithLog, readLog } from '@outlast/testing/log-check'
import { type RunningPool, SEASON, startPool } from '@outlast/testing/members/open-pool'
import { type Demand, type Scenario, told } from '../support/scenario.ts'
import { Traffic } from '@outlast/testing/members/traffic'
import { Viewer } from '@outlast/testing/live/viewer'
import { look, type Sample, trend } from './samples.ts'

const NODE_OPTIONS = `--expose-gc --import=${new URL('collect-garbage.ts', import.meta.url).href}`
const SAMPLES = 120
const AT_LEAST_EVERY_MS = 200
const WARM_UP_MS = 30_000
const LOOK_MS = 500
/** Longer than the database's pool keeps a connection that nobody needs. */
const SETTLED_FOR_MS = 15_000
const IDLE_WITHIN_MS = 60_000

interface LongSizes {
  readonly minutes: number
  readonly rate: number
  readonly viewers: number
  /** Viewers that leave in a second, and as many come. */
  readonly visits: number
  readonly [size: string]: number
}

/** What has to stay flat, and by how much it may rise over the second half: a share of its mean, or so much at least. */
const FLAT: readonly { what: string; unit: string; of: (sample: Sample) => number; share: number; least: number }[] = [
  { what: 'resident memory', unit: 'MiB', of: (sample) => sample.residentMiB, share: 0.1, least: 5 },
  { what: 'heap in use', unit: 'MiB', of: (sample) => sample.heapMiB, share: 0.2, least: 10 },
  { what: 'open descriptors', unit: '', of: (sample) => sample.descriptors, share: 0.05, least: 3 },
  { what: 'active resources', unit: '', of: (sample) => sample.resources, share: 0.05, least: 3 },
  { what: 'event-loop delay, p99', unit: 'ms', of: (sample) => sample.delayMs, share: 0.5, least: 10 },
]

/** Modest load for a long time: nothing may grow. */
export const long: Scenario<LongSizes> = {
  name: 'long',
  about: 'modest load for a long time: memory, handles and event-loop delay stay flat (4 hours: --minutes 240)',
  sizes: { minutes: 10, rate: 20, viewers: 50, visits: 1 },
  short: { minutes: 0.1, rate: 40, viewers: 10, visits: 1 },
  async run({ database: newDatabase, say }, sizes) {
    const database = await newDatabase()
    const pool = await startPool(database, { fans: 10, entriesEach: 4, env: { NODE_OPTIONS } })
    const [server] = pool.servers
    if (server === undefined) throw new Error('one server')
    const warmUp = new Load(pool, sizes)
    const load = new Load(pool, sizes)
    try {
      const begun = performance.now()
      // What is opened once and kept is not counted: connections to the database, threads.
      warmUp.start()
      await sleep(Math.min(WARM_UP_MS, sizes.minutes * 60_000))
      await warmUp.stop()
      const before = await leastOf(server, begun)
      load.start()
      const samples = await watch(server, sizes.minutes * 60_000, say)
      await load.stop()
      const after = await untilIdle(server, before, begun)
      const { traffic, audience } = load
      const acknowledged = [...warmUp.traffic.acknowledged, ...traffic.acknowledged]
      return {
        title: `${sizes.minutes} minutes of ${sizes.rate} picks a second and ${sizes.viewers} viewers`,
        demands: [
          ...FLAT.map((flat) => isFlat(flat, samples)),
          back('open descriptors, idle before and after', before.descriptors, after.descriptors),
          back('active resources, idle before and after', before.resources, after.resources),
          back('live connections, idle before and after', before.sockets, after.sockets),
          told('viewers that came and went', audience.visits),
          ...traffic.demands(sizes.rate),
          ...compareWithLog(await readLog(database.connectionString), acknowledged),
        ],
        notes: [
          'The server collects its garbage every 5 s (--expose-gc), so that memory is what it holds.',
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

function isFlat({ what, unit, of, share, least }: (typeof FLAT)[number], samples: readonly Sample[]): Demand {
  const half = samples.slice(Math.floor(samples.length / 2))
  const { perSecond, mean } = trend(half.map((sample) => ({ at: sample.at, value: of(sample) })))
  const rise = perSecond * ((half.at(-1)?.at ?? 0) - (half[0]?.at ?? 0))
  const most = Math.max(share * mean, least)
  const found = `${rise.toFixed(1)} ${unit} (mean ${mean.toFixed(1)})`
  return { what: `rise of ${what}`, demanded: `≤ ${most.toFixed(1)} ${unit}`, found, holds: rise <= most, timed: true }
}

function back(what: string, before: number, after: number): Demand {
  return { what, demanded: `≤ ${before}`, found: String(after), holds: after <= before }
}

/** Looks at a server again and again. */
async function watch(server: ServerProcess, ms: number, say: (sentence: string) => void): Promise<readonly Sample[]> {
  const samples: Sample[] = []
  const everyMs = Math.max(AT_LEAST_EVERY_MS, ms / SAMPLES)
  for (const begun = performance.now(); performance.now() - begun < ms;) {
    await sleep(everyMs)
    const sample = await look(server, begun)
    samples.push(sample)
    const { at, residentMiB, descriptors } = sample
    if (samples.length % 20 === 0) say(`${at.toFixed(0)} s: ${residentMiB.toFixed(0)} MiB, ${descriptors} descriptors`)
  }
  return samples
}

/** The least that a server has open which has nothing to do: its polls come and go. */
async function leastOf(server: ServerProcess, begun: number): Promise<Sample> {
  let least = await look(server, begun)
  for (const until = performance.now() + SETTLED_FOR_MS; performance.now() < until;) {
    await sleep(LOOK_MS)
    const next = await look(server, begun)
    least = {
      ...next,
      descriptors: Math.min(least.descriptors, next.descriptors),
      resources: Math.min(least.resources, next.resources),
      sockets: Math.min(least.sockets, next.sockets),
    }
  }
  return least
}

/** A look once everything that the load opened has been let go of; or a last one, when it never is. */
async function untilIdle(server: ServerProcess, before: Sample, begun: number): Promise<Sample> {
  const deadline = performance.now() + IDLE_WITHIN_MS
  for (;;) {
    const sample = await look(server, begun)
    const isBack =
      sample.descriptors <= before.descriptors && sample.resources <= before.resources && sample.sockets <= before.sockets
    if (isBack || performance.now() > deadline) return sample
    await sleep(LOOK_MS)
  }
}

/** Members who pick and read, and viewers. */
class Load {
  readonly traffic: Traffic
  readonly audience: Audience
  readonly #sizes: LongSizes

  constructor(pool: RunningPool, sizes: LongSizes) {
    this.traffic = new Traffic({ ...pool, picksPerSecond: sizes.rate, reads: true })
    this.audience = new Audience(pool)
    this.#sizes = sizes
  }

  start(): void {
    this.traffic.start()
    this.audience.open(this.#sizes)
  }

  async stop(): Promise<void> {
    this.audience.close()
    await this.traffic.stop()
  }
}

/** Viewers of whom some leave and others come all the time. */
class Audience {
  readonly #pool: RunningPool
  #viewers: Viewer[] = []
  #turnover: NodeJS.Timeout | undefined
  visits = 0

  constructor(pool: RunningPool) {
    this.#pool = pool
  }

  open({ viewers, visits }: LongSizes): void {
    for (let n = 0; n < viewers; n += 1) this.#come()
    if (visits === 0) return
    this.#turnover = setInterval(() => {
      this.#viewers.shift()?.close()
      this.#come()
    }, 1_000 / visits)
  }

  close(): void {
    clearInterval(this.#turnover)
    for (const viewer of this.#viewers.splice(0)) viewer.close()
  }

  #come(): void {
    const { url, fans, weekId } = this.#pool
    const fan = fans[this.visits % (fans.length + 1)]
    this.visits += 1
    const viewer = new Viewer(url(0), fan?.token)
    viewer.watch('pool', `week:${weekId}` as Topic, `season:${SEASON}` as Topic)
    if (fan !== undefined) viewer.watch(`user:${fan.id}` as Topic)
    this.#viewers.push(viewer)
  }
}

function sleep(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}
