import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openDatabase } from '@outlast/server/database'
import type { Tables } from '@outlast/server/database'
import type { BenchContext, Benchmark } from '../support/context.ts'
import type { Figure, Report } from '../support/figures.ts'
import type { LoadPlan, LoadResult } from '@outlast/testing/http/http-load'
import { type MadePool, makePool } from '@outlast/testing/generated/pool'
import { withClient } from '@outlast/testing/postgres/durable-postgres'
import { cpuSeconds, startTalking, type TalkingPart } from '@outlast/testing/process/worker'
import { clientsOf } from './clients.ts'
import { fillComparator } from './pool.ts'
import { type Side, startComparator, startOurs } from './sides.ts'

const CONCURRENCIES = [50, 500]
const POOL_SIZES = [4, 8, 16, 32]
const TUNING_SECONDS = 2
const TUNING_WARM_UP = 5_000
const WARM_UP_SECONDS = 1
/** Before anything is counted, so many picks: enough for the compilers of both servers, however busy the machine is. */
const FIRST_WARM_UP = { warmUp: 0, seconds: 60, maxAnswers: 20_000 }
/** A bound on a round, far above what is expected. */
const MOST_ANSWERS = 500_000

/** A pool in its fifth week, with a log of some size behind it. */
const POOL = { entries: 3_000, entriesPerMember: 2, playedWeeks: 4, openWeek: true, events: 60_000, goodPicks: 0.98 }

/** Accepted picks over HTTP, against a careful CRUD application. */
export const picks: Benchmark = {
  name: 'picks',
  about: 'accepted picks per second and their latencies over HTTP, against a careful CRUD application',
  run: async (context) => {
    const ours = await context.postgres.migrated('picks_ours')
    const theirs = await context.postgres.database('picks_comparator')
    context.say('picks: making the pool')
    const pool = await makeBoth(ours, theirs)
    const dataDir = mkdtempSync(join(tmpdir(), 'outlast-bench-data-'))
    const load = startTalking(new URL(import.meta.resolve('@outlast/testing/http/http-load-worker')))
    try {
      const sizes = await tune(context, load, pool, theirs)
      const side = await startOurs(ours, dataDir, context.profile)
      try {
        await run(context, load, side, clientsOf(pool, 500), FIRST_WARM_UP)
        return await compare(context, load, pool, side, theirs, sizes)
      } finally {
        await side.part.stop()
      }
    } finally {
      await load.stop()
      rmSync(dataDir, { recursive: true, force: true })
    }
  },
}

async function makeBoth(ours: string, theirs: string): Promise<MadePool> {
  const database = openDatabase<Tables>({ connectionString: ours, max: 1, onError: () => {} })
  try {
    const pool = await makePool(database.db, POOL)
    await database.pool.query('VACUUM ANALYZE')
    await withClient(theirs, (client) => fillComparator(client, pool.pool))
    return pool
  } finally {
    await database.close()
  }
}

type Clients = ReturnType<typeof clientsOf>

interface Run extends LoadResult {
  /** Processor time of server and database for each accepted pick, in microseconds. */
  readonly cpuPerPick: number
}

/** How long a side is loaded: a number of seconds after a short warm-up, or until so many answers have come. */
type Length = Pick<LoadPlan, 'warmUp' | 'seconds' | 'maxAnswers'>
const lasting = (seconds: number): Length => ({ warmUp: WARM_UP_SECONDS, seconds, maxAnswers: MOST_ANSWERS })

/** Loads one side, and makes sure that what was answered is what was recorded. */
async function run(context: BenchContext, load: TalkingPart, side: Side, clients: Clients, length: Length): Promise<Run> {
  const before = await side.recorded()
  const cpu = () => cpuSeconds(side.part.pid) + cpuSeconds(context.postgres.pid)
  const cpuBefore = cpu()
  const plan: LoadPlan = { port: side.port, connections: clients(side.port), ...length }
  const result = await load.ask<LoadResult>(plan)
  const cpuPerPick = ((cpu() - cpuBefore) / result.accepted) * 1e6
  const recorded = (await side.recorded()) - before
  if (recorded !== result.accepted) throw new Error(`${result.accepted} picks were accepted, and ${recorded} recorded`)
  if (Object.keys(result.others).length > 0) throw new Error(`not every pick was accepted: ${JSON.stringify(result.others)}`)
  return { ...result, cpuPerPick }
}

/** The best size of the comparator's pool of connections for each concurrency. */
async function tune(context: BenchContext, load: TalkingPart, pool: MadePool, theirs: string) {
  const best = new Map<number, { size: number; perSecond: number }>()
  for (const size of POOL_SIZES) {
    const side = await startComparator(theirs, size)
    try {
      await run(context, load, side, clientsOf(pool, 500), { ...FIRST_WARM_UP, maxAnswers: TUNING_WARM_UP })
      for (const concurrency of CONCURRENCIES) {
        const { perSecond } = await run(context, load, side, clientsOf(pool, concurrency), lasting(TUNING_SECONDS))
        context.say(`picks: comparator with ${size} connections, ${concurrency} clients: ${perSecond.toFixed(0)} a second`)
        if (perSecond > (best.get(concurrency)?.perSecond ?? 0)) best.set(concurrency, { size, perSecond })
      }
    } finally {
      await side.part.stop()
    }
  }
  return new Map([...best].map(([concurrency, { size }]) => [concurrency, size]))
}

async function compare(
  context: BenchContext,
  load: TalkingPart,
  pool: MadePool,
  ours: Side,
  theirs: string,
  sizes: ReadonlyMap<number, number>,
): Promise<Report> {
  const figures: Figure[] = []
  for (const [concurrency, size] of sizes) {
    const clients = clientsOf(pool, concurrency)
    const comparator = await startComparator(theirs, size)
    try {
      await run(context, load, comparator, clients, FIRST_WARM_UP)
      const rounds: { ours: Run; theirs: Run }[] = []
      for (let round = 1; round <= context.rounds; round += 1) {
        const first = await run(context, load, ours, clients, lasting(context.seconds))
        const second = await run(context, load, comparator, clients, lasting(context.seconds))
        rounds.push({ ours: first, theirs: second })
        context.say(
          `picks: round ${round}, ${concurrency} clients: ${first.perSecond.toFixed(0)} against ${second.perSecond.toFixed(0)} a second`,
        )
      }
      figures.push(...figuresOf(concurrency, rounds))
    } finally {
      await comparator.part.stop()
    }
  }
  return { title: 'Accepted picks over HTTP', figures, notes: notesOn(sizes) }
}

function figuresOf(concurrency: number, rounds: readonly { readonly ours: Run; readonly theirs: Run }[]): Figure[] {
  const figure = (what: string, unit: string, of: (run: Run) => number, aim?: Figure['aim']): Figure => ({
    what: `${what}, ${concurrency} clients`,
    unit,
    ours: rounds.map((round) => of(round.ours)),
    comparator: rounds.map((round) => of(round.theirs)),
    ...(aim === undefined ? {} : { aim }),
  })
  return [
    figure('accepted', 'picks/s', (run) => run.perSecond, { of: 'ratio', atLeast: 2 }),
    figure('p50', 'ms', (run) => run.p50),
    figure('p99', 'ms', (run) => run.p99, { of: 'ratio', atMost: 1 }),
    figure('processor time, server and database', 'µs/pick', (run) => run.cpuPerPick),
    figure('load client', 'cores', (run) => run.clientLoad),
  ]
}

function notesOn(sizes: ReadonlyMap<number, number>): readonly string[] {
  const tuned = [...sizes].map(([concurrency, size]) => `${size} connections for ${concurrency} clients`).join(', ')
  return [
    `Every client is a member of its own on a kept-alive connection, and changes its entries' picks in turn; ${POOL.entries} entries in week ${POOL.playedWeeks + 1}. Every pick that was answered was found in the database, and no other.`,
    `Comparator: Express and pg with the same checks in one transaction and no log; the best pool of ${POOL_SIZES.join(', ')}: ${tuned}.`,
  ]
}
