import { startWorker } from '@outlast/testing'
import type { BenchContext, Benchmark, LargeLog } from '../support/context.ts'
import { figuresOf, formatCount, type Report } from '../support/report.ts'
import type { RebuildRequest, RebuildResult } from './worker.ts'

/** A rebuild takes minutes, so a few rounds are enough. */
const MAX_ROUNDS = 3
/** How much memory may grow from the first to the last third. The heap settles within the first third. */
const MAX_GROWTH = 1.15

/** Measures `projections rebuild` against reading the same log with the same SQL and driver. */
export const rebuild: Benchmark = {
  name: 'rebuild',
  about: 'events per second of `projections rebuild`, against a bare read of the log',
  promise: 'An upgrade that rebuilds the read models is at least 0.4 times as fast as reading the log, in constant memory',
  run: async (context) => {
    const log = await context.largeLog()
    const { connectionString } = log
    const rebuilds: RebuildResult[] = []
    const reads: RebuildResult[] = []
    for (let round = 1; round <= Math.min(context.rounds, MAX_ROUNDS); round += 1) {
      context.progress(`rebuild: round ${round}`)
      rebuilds.push(await runWorker(context, { connectionString, kind: 'rebuild' }))
      reads.push(await runWorker(context, { connectionString, kind: 'read' }))
    }
    return reportOf(log, rebuilds, reads)
  },
}

async function runWorker({ profile }: BenchContext, request: RebuildRequest): Promise<RebuildResult> {
  const isProfiled = profile !== undefined && request.kind === 'rebuild'
  const nodeArgs = isProfiled ? ['--cpu-prof', `--cpu-prof-dir=${profile}`] : []
  const worker = startWorker(new URL('./worker.ts', import.meta.url), { nodeArgs })
  try {
    return await worker.request<RebuildResult>(request)
  } finally {
    await worker.disconnect()
  }
}

function reportOf({ events, entries }: LargeLog, rebuilds: readonly RebuildResult[], reads: readonly RebuildResult[]): Report {
  const figure = figuresOf(rebuilds, reads)
  const speed = (result: RebuildResult) => result.events / result.seconds
  const lastThird = rebuilds.map((result) => result.lastThirdMiB)
  return {
    title: `Rebuilding the read models from ${formatCount(events)} events`,
    figures: [
      figure('rebuilt, against read', 'events/s', speed, { of: 'ratio', atLeast: 0.4 }),
      { what: 'rebuilt', unit: 'events/s', outlast: rebuilds.map(speed), aim: { of: 'value', atLeast: 50_000 } },
      figure('greatest resident memory', 'MiB', (result) => result.maxMiB),
      figure('resident memory in the last third, against a read', 'MiB', (result) => result.lastThirdMiB),
      {
        what: 'resident memory in the last third, against the first third',
        unit: 'MiB',
        outlast: lastThird,
        comparator: rebuilds.map((result) => result.firstThirdMiB),
        aim: { of: 'ratio', atMost: MAX_GROWTH },
      },
    ],
    notes: [
      `A season of 18 weeks with ${formatCount(entries)} entries. All read models are rebuilt and switched into place.`,
      'Comparator: the log is read from beginning to end with the same statements and driver, and each row becomes an event.',
    ],
  }
}
