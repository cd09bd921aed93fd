import { SERVER_ARGS } from '@outlast/testing/server/server-process'
import { generatePool, startWorker } from '@outlast/testing'
import type { BenchContext, Benchmark } from '../support/context.ts'
import { type Figure, figuresOf, formatCount, type Report } from '../support/report.ts'
import { PlainLock } from './comparator.ts'
import type { LockRequest, RecordedLock } from './worker.ts'

/** `--events` sets the number of entries, like that of the large log. */
const EVENTS_PER_ENTRY = 20
const PLAYED_WEEKS = 3
const PICKING = 0.8
const WITH_RANKING = 0.5

interface Round {
  readonly outlast: RecordedLock
  readonly plain: Awaited<ReturnType<PlainLock['lock']>>
}

/** Measures the lock of a week in which many entries need an automatic pick, against one SQL transaction that fills in the picks. */
export const lock: Benchmark = {
  name: 'lock',
  about: 'a lock of 100,000 entries with 20,000 automatic picks, against one SQL transaction that fills in the picks',
  promise: 'A lock of 100,000 entries is recorded within two seconds',
  run: async (context) => {
    const { entries, connectionString, weekId } = await generate(context, 1)
    const worker = await openLog(context, connectionString)
    let plain: PlainLock | undefined
    try {
      const comparator = (plain = await PlainLock.open(connectionString, weekId))
      const lockBoth = async (): Promise<Round> => ({
        outlast: await worker.request<RecordedLock>({ weekId } satisfies LockRequest),
        plain: await comparator.lock(),
      })
      return reportOf(entries, await rounds(context, lockBoth))
    } finally {
      await plain?.close()
      await worker.stop()
    }
  },
}

/** Measures the lock of a week with two picks against that of a week with one, in pools that are otherwise alike. */
export const lockTwoPicks: Benchmark = {
  name: 'lock-two-picks',
  about: 'a lock of 100,000 entries with two picks each, against one of 100,000 entries with one',
  promise: 'A week with two picks locks in less than twice the time of a week with one',
  run: async (context) => {
    const pools = [await generate(context, 2), await generate(context, 1)] as const
    const workers = [
      await openLog(context, pools[0].connectionString),
      await openLog(context, pools[1].connectionString),
    ] as const
    const lockIn = (n: 0 | 1) => workers[n].request<RecordedLock>({ weekId: pools[n].weekId } satisfies LockRequest)
    try {
      const all = await rounds(context, async () => ({ outlast: await lockIn(0), plain: await lockIn(1) }))
      const later = all.slice(1)
      const figure = figuresOf(
        later.map(({ outlast }) => outlast),
        later.map(({ plain }) => plain),
      )
      const [first] = later
      return {
        title: `A lock of ${formatCount(pools[0].entries)} entries with two picks a week`,
        figures: [
          figure('a later lock', 'ms', ({ ms }) => ms, { of: 'ratio', atMost: 1.8 }),
          figure('processor time of the process', 'ms', ({ cpuMs }) => cpuMs),
          figure('processor time of its connection to PostgreSQL', 'ms', ({ databaseCpuMs }) => databaseCpuMs),
          figure('reading the rows of the reveal', 'ms', ({ revealMs }) => revealMs),
        ],
        notes: [
          `Two picks: ${formatCount(first?.outlast.assigned ?? 0)} automatic picks at each lock; comparator, one pick: ${formatCount(first?.plain.assigned ?? 0)}. In both a fifth of the entries has not picked. Otherwise as in the benchmark lock.`,
        ],
      }
    } finally {
      for (const worker of workers) await worker.stop()
    }
  },
}

/** Generates a pool whose last week is open, and in which a fifth of the entries has not picked. */
async function generate(context: BenchContext, slots: number) {
  const entries = Math.ceil(context.events / EVENTS_PER_ENTRY)
  context.progress(`lock: generating the pool of ${formatCount(entries)} entries`)
  const connectionString = await context.postgres.createMigratedDatabase(`lock_${slots}`)
  const { weeks } = await generatePool(connectionString, {
    entries,
    entriesPerMember: 2,
    playedWeeks: PLAYED_WEEKS,
    current: 'open',
    currentPicks: PICKING,
    currentSlots: slots,
    rankings: WITH_RANKING,
    rules: { missedPick: 'auto' },
    events: 0,
    goodPicks: 1,
  })
  const weekId = weeks.at(-1)
  if (weekId === undefined) throw new Error('the generated pool has no week')
  return { entries, connectionString, weekId }
}

async function openLog(context: BenchContext, connectionString: string) {
  const options = SERVER_ARGS.filter((argument) => argument.startsWith('--'))
  const profiling = context.profile === undefined ? [] : ['--cpu-prof', `--cpu-prof-dir=${context.profile}`]
  const worker = startWorker(new URL('./worker.ts', import.meta.url), { nodeArgs: [...options, ...profiling] })
  await worker.request({ connectionString } satisfies LockRequest)
  return worker
}

interface BothLocks {
  readonly outlast: { readonly ms: number }
  readonly plain: { readonly ms: number }
}

/** The first lock is the one that a member sees, so it is a round of its own, and nothing warms up before it. */
async function rounds<R extends BothLocks>(
  { rounds: count, progress }: BenchContext,
  lockBoth: () => Promise<R>,
): Promise<readonly R[]> {
  const results: R[] = []
  for (let round = 0; round <= count; round += 1) {
    const result = await lockBoth()
    results.push(result)
    progress(`lock: round ${round}: ${result.outlast.ms.toFixed(0)} against ${result.plain.ms.toFixed(0)} ms`)
  }
  return results
}

function reportOf(entries: number, [first, ...later]: readonly Round[]): Report {
  if (first === undefined) throw new Error('no round')
  const outlast = later.map((round) => ({ ms: round.outlast.ms, revealMs: round.outlast.revealMs }))
  const plain = later.map((round) => ({ ms: round.plain.ms, revealMs: round.plain.revealMs }))
  const figure = figuresOf(outlast, plain)
  const only = (what: string, unit: string, value: (round: RecordedLock) => number): Figure => ({
    what,
    unit,
    outlast: later.map((round) => value(round.outlast)),
  })
  const { assigned, revealRows } = first.outlast
  return {
    title: `A lock of ${formatCount(entries)} entries with ${formatCount(assigned)} automatic picks`,
    figures: [
      {
        what: 'the first lock of the process, until it and the read models are committed',
        unit: 'ms',
        outlast: [first.outlast.ms],
        comparator: [first.plain.ms],
        aim: { of: 'value', atMost: 2_000 },
      },
      figure('a later lock', 'ms', (round) => round.ms, { of: 'value', atMost: 2_000 }),
      only('the longest time in which the process handled nothing else', 'ms', (round) => round.blockedMs),
      only('processor time of the process in a later lock', 'ms', (round) => round.cpuMs),
      only('processor time of its connection to PostgreSQL', 'ms', (round) => round.databaseCpuMs),
      figure(`reading the ${formatCount(revealRows)} rows of the reveal`, 'ms', (round) => round.revealMs),
      only('resident memory after the lock', 'MiB', (round) => round.memoryMiB),
    ],
    notes: [
      `Half of the members ranked the teams (my_list); the others get the most picked team that they have not used. ${PLAYED_WEEKS} weeks were played before. Between the rounds the week reopens, which withdraws the automatic picks.`,
      `Comparator: one SQL transaction on tables of entries and picks, which gives ${formatCount(first.plain.assigned)} entries the most picked team that they have not used: no log, hashes, proofs, rankings or read models. Its reveal is a join of two tables.`,
    ],
  }
}
