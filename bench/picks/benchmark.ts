import { rmSync } from 'node:fs'
import {
  cpuSeconds,
  createTemporaryFolder,
  type GeneratedPool,
  generatePool,
  type LoadClient,
  type LoadPlan,
  type LoadResult,
  startHttpLoad,
  withClient,
} from '@outlast/testing'
import type { BenchContext, Benchmark } from '../support/context.ts'
import { type Figure, figuresOf, formatCount, type Report } from '../support/report.ts'
import { fillComparator } from './comparator/fill.ts'
import { pickRequests, PICKS_POOL } from './pool.ts'
import { type Side, startComparator, startOutlast } from './sides.ts'

const CONCURRENCIES = [50, 500]
const POOL_SIZES = [4, 8, 16, 32]
const TUNING_SECONDS = 2
const TUNING_WARM_UP = 5_000
const WARM_UP_SECONDS = 1
/** Picks before anything is counted: enough to compile the code of both servers on a busy machine. */
const FIRST_WARM_UP = { warmUp: 0, seconds: 60, maxResponses: 20_000 }
/** A limit on a round, far above what is expected. */
const MAX_RESPONSES = 500_000

/** Measures accepted picks over HTTP, against a careful CRUD application. */
export const picks: Benchmark = {
  name: 'picks',
  about: 'accepted picks per second and their latencies over HTTP, against a careful CRUD application',
  promise:
    'In the minutes before a lock, picks are accepted twice as fast as by a careful CRUD application, and none that was acknowledged is lost',
  run: async (context) => {
    const connectionString = await context.postgres.createMigratedDatabase('picks_outlast')
    const comparatorString = await context.postgres.createDatabase('picks_comparator')
    context.progress('picks: generating the pool')
    const pool = await generatePool(connectionString, PICKS_POOL)
    await withClient(comparatorString, (client) => fillComparator(client, pool.state))
    const dataDir = createTemporaryFolder('bench')
    const load = startHttpLoad()
    const measurement = new PicksMeasurement(context, load, pool, comparatorString)
    try {
      const sizes = await measurement.tuneComparator()
      const outlast = await startOutlast(connectionString, dataDir, context.profile)
      try {
        await measurement.run(outlast, 500, FIRST_WARM_UP)
        return await measurement.compare(outlast, sizes)
      } finally {
        await outlast.stop()
      }
    } finally {
      await load.stop()
      rmSync(dataDir, { recursive: true, force: true })
    }
  },
}

interface Result extends LoadResult {
  /** Microseconds of processor time of server and database for each accepted pick. */
  readonly cpuPerPick: number
}

/** How long a side is loaded: a number of seconds after a short warm-up, or until a number of responses. */
type Length = Pick<LoadPlan, 'warmUp' | 'seconds' | 'maxResponses'>
const lasting = (seconds: number): Length => ({ warmUp: WARM_UP_SECONDS, seconds, maxResponses: MAX_RESPONSES })

class PicksMeasurement {
  readonly #context: BenchContext
  readonly #load: LoadClient
  readonly #pool: GeneratedPool
  readonly #comparatorString: string

  constructor(context: BenchContext, load: LoadClient, pool: GeneratedPool, comparatorString: string) {
    this.#context = context
    this.#load = load
    this.#pool = pool
    this.#comparatorString = comparatorString
  }

  /** Loads a side, and checks that it recorded exactly the picks that it accepted. */
  async run(side: Side, clients: number, length: Length): Promise<Result> {
    const recordedBefore = await side.recordedPicks()
    const connections = pickRequests(this.#pool, clients, await side.currentTeams(this.#pool))(side.port)
    const cpu = () => cpuSeconds(side.pid) + cpuSeconds(this.#context.postgres.pid)
    const cpuBefore = cpu()
    const result = await this.#load.run({ port: side.port, connections, ...length })
    const cpuPerPick = ((cpu() - cpuBefore) / result.accepted) * 1e6
    const recorded = (await side.recordedPicks()) - recordedBefore
    if (recorded !== result.accepted) throw new Error(`${result.accepted} picks were accepted, but ${recorded} recorded`)
    if (Object.keys(result.others).length > 0) throw new Error(`some picks were rejected: ${JSON.stringify(result.others)}`)
    return { ...result, cpuPerPick }
  }

  /** Finds the comparator's best connection pool for each concurrency. */
  async tuneComparator(): Promise<ReadonlyMap<number, number>> {
    const best = new Map<number, { size: number; perSecond: number }>()
    for (const size of POOL_SIZES) {
      const side = await startComparator(this.#comparatorString, size)
      try {
        await this.run(side, 500, { ...FIRST_WARM_UP, maxResponses: TUNING_WARM_UP })
        for (const clients of CONCURRENCIES) {
          const { perSecond } = await this.run(side, clients, lasting(TUNING_SECONDS))
          this.#context.progress(
            `picks: comparator with ${size} connections, ${clients} clients: ${perSecond.toFixed(0)} per second`,
          )
          if (perSecond > (best.get(clients)?.perSecond ?? 0)) best.set(clients, { size, perSecond })
        }
      } finally {
        await side.stop()
      }
    }
    return new Map([...best].map(([clients, { size }]) => [clients, size]))
  }

  async compare(outlast: Side, sizes: ReadonlyMap<number, number>): Promise<Report> {
    const { rounds, seconds, progress } = this.#context
    const figures: Figure[] = []
    for (const [clients, size] of sizes) {
      const comparator = await startComparator(this.#comparatorString, size)
      try {
        await this.run(comparator, clients, FIRST_WARM_UP)
        const results = { outlast: [] as Result[], comparator: [] as Result[] }
        for (let round = 1; round <= rounds; round += 1) {
          const first = await this.run(outlast, clients, lasting(seconds))
          const second = await this.run(comparator, clients, lasting(seconds))
          results.outlast.push(first)
          results.comparator.push(second)
          const rates = `${first.perSecond.toFixed(0)} against ${second.perSecond.toFixed(0)} per second`
          progress(`picks: round ${round}, ${clients} clients: ${rates}`)
        }
        figures.push(...rowsOf(clients, results.outlast, results.comparator))
      } finally {
        await comparator.stop()
      }
    }
    return { title: 'Accepted picks over HTTP', figures, notes: notesOn(sizes) }
  }
}

function rowsOf(clients: number, outlast: readonly Result[], comparator: readonly Result[]): readonly Figure[] {
  const figure = figuresOf(outlast, comparator)
  return [
    figure(`accepted, ${clients} clients`, 'picks/s', (one) => one.perSecond, { of: 'ratio', atLeast: 2 }),
    figure(`p50, ${clients} clients`, 'ms', (one) => one.p50),
    figure(`p99, ${clients} clients`, 'ms', (one) => one.p99, { of: 'ratio', atMost: 1 }),
    figure(`processor time, server and database, ${clients} clients`, 'µs/pick', (one) => one.cpuPerPick),
    figure(`load client, ${clients} clients`, 'cores', (one) => one.clientLoad),
  ]
}

function notesOn(sizes: ReadonlyMap<number, number>): readonly string[] {
  const tuned = [...sizes].map(([clients, size]) => `${size} connections for ${clients} clients`).join(', ')
  return [
    `Every client is several members on a kept-alive connection, and changes the picks of their entries in turn; ${formatCount(PICKS_POOL.entries)} entries in week ${PICKS_POOL.playedWeeks + 1}. The database was checked to hold exactly the accepted picks.`,
    `Comparator: Express and pg with the same checks in one transaction and no event log; the best connection pool of ${POOL_SIZES.join(', ')}: ${tuned}.`,
  ]
}
