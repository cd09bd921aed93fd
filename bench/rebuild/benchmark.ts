import type { BenchContext, Benchmark, LargeLog } from '../support/context.ts'
import type { Report } from '../support/figures.ts'
import { startTalking } from '@outlast/testing/process/worker'
import type { RebuildResult, RebuildTask } from './part.ts'

/** Rebuilding takes as long as it takes: a few rounds are enough. */
const MOST_ROUNDS = 3
/** What counts as flat: the heap settles within the first third, which the collector takes a while for. */
const FLAT = 1.15

/** `projections rebuild` against a bare read of the same log: the same SQL through the same driver, and nothing made of it. */
export const rebuild: Benchmark = {
  name: 'rebuild',
  about: 'events per second of `projections rebuild`, against a bare read of the log',
  run: async (context) => {
    const log = await context.largeLog()
    const ours: RebuildResult[] = []
    const bare: RebuildResult[] = []
    for (let round = 1; round <= Math.min(context.rounds, MOST_ROUNDS); round += 1) {
      context.say(`rebuild: round ${round}`)
      ours.push(await inAProcess(context, { connectionString: log.connectionString, kind: 'rebuild' }))
      bare.push(await inAProcess(context, { connectionString: log.connectionString, kind: 'read' }))
    }
    return reportOf(log, ours, bare)
  },
}

async function inAProcess({ profile }: BenchContext, task: RebuildTask): Promise<RebuildResult> {
  const profiling = profile !== undefined && task.kind === 'rebuild'
  const nodeArgs = profiling ? ['--cpu-prof', `--cpu-prof-dir=${profile}`] : []
  const part = startTalking(new URL('./part.ts', import.meta.url), { nodeArgs })
  try {
    return await part.ask<RebuildResult>(task)
  } finally {
    await part.leave()
  }
}

function reportOf({ events, entries }: LargeLog, ours: readonly RebuildResult[], bare: readonly RebuildResult[]): Report {
  const speed = (results: readonly RebuildResult[]) => results.map((result) => result.events / result.seconds)
  const memory = (results: readonly RebuildResult[]) => results.map((result) => result.memory)
  const late = (results: readonly RebuildResult[]) => results.map((result) => result.late)
  const early = (results: readonly RebuildResult[]) => results.map((result) => result.early)
  return {
    title: `Rebuilding the read models from ${events.toLocaleString('en-US')} events`,
    figures: [
      {
        what: 'rebuilt, against read',
        unit: 'events/s',
        ours: speed(ours),
        comparator: speed(bare),
        aim: { of: 'ratio', atLeast: 0.4 },
      },
      { what: 'rebuilt', unit: 'events/s', ours: speed(ours), aim: { of: 'value', atLeast: 50_000 } },
      { what: 'greatest resident memory', unit: 'MiB', ours: memory(ours), comparator: memory(bare) },
      {
        what: 'resident memory in the last third, read in the last third',
        unit: 'MiB',
        ours: late(ours),
        comparator: late(bare),
      },
      {
        what: 'resident memory in the last third, against its own first third',
        unit: 'MiB',
        ours: late(ours),
        comparator: early(ours),
        aim: { of: 'ratio', atMost: FLAT },
      },
    ],
    notes: [
      `A season of 18 weeks with ${entries.toLocaleString('en-US')} entries; all read models, switched into place.`,
      'Comparator: the log read from its beginning to its end by the same statements and driver, each row made into an event and let go.',
    ],
  }
}
