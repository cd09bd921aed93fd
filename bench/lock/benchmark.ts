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
  run: async (context) => {
    const entries = Math.ceil(context.events / EVENTS_PER_ENTRY)
    context.progress(`lock: generating the pool of ${formatCount(entries)} entries`)
    const connectionString = await context.postgres.createMigratedDatabase('lock')
    const { weeks } = await generatePool(connectionString, {
      entries,
      entriesPerMember: 2,
      playedWeeks: PLAYED_WEEKS,
      current: 'open',
      currentPicks: PICKING,
      rankings: WITH_RANKING,
      rules: { missedPick: 'auto' },
      events: 0,
      goodPicks: 1,
    })
    const weekId = weeks.at(-1)
    if (weekId === undefined) throw new Error('the generated pool has no week')
    const options = SERVER_ARGS.filter((argument) => argument.startsWith('--'))
    const profiling = context.profile === undefined ? [] : ['--cpu-prof', `--cpu-prof-dir=${context.profile}`]
    const worker = startWorker(new URL('./worker.ts', import.meta.url), { nodeArgs: [...options, ...profiling] })
    let plain: PlainLock | undefined
    try {
      await worker.request({ connectionString } satisfies LockRequest)
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

/** The first lock is the one that a member sees, so it is a round of its own, and nothing warms up before it. */
async function rounds({ rounds: count, progress }: BenchContext, lockBoth: () => Promise<Round>): Promise<readonly Round[]> {
  const results: Round[] = []
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
