import { rmSync } from 'node:fs'
import { openDatabase, type Tables } from '@outlast/server/database'
import { rebuildProjections } from '@outlast/server/log/projections'
import { createTemporaryFolder, residentMiB, waitUntil, withClient } from '@outlast/testing'
import type { BenchContext, Benchmark, LargeLog } from '../support/context.ts'
import { generateSeasonLog } from '../support/large-log.ts'
import { figuresOf, formatCount, type Report } from '../support/report.ts'
import { startBenchServer } from '../support/server.ts'

/** How long the server may take to write its state snapshot in the background. */
const SNAPSHOT_TIMEOUT_MS = 300_000
const SMALL_ENTRIES = 1_000

interface Start {
  readonly seconds: number
  readonly memoryMiB: number
}

/** Measures the time from the start of the process until it is ready, with a large log, with and without a state snapshot. */
export const start: Benchmark = {
  name: 'start',
  about: 'seconds from the start of the process until it is ready, with a large log',
  promise: 'A restart or an upgrade of a pool with two million events takes three seconds',
  run: async (context) => {
    const log = await context.largeLog()
    const small = await generateSeasonLog(context, 'start_small', SMALL_ENTRIES)
    await buildReadModels(log.connectionString)
    await buildReadModels(small.connectionString)
    const dataDir = createTemporaryFolder('bench')
    try {
      const cold = await startWithoutSnapshot(context, log, dataDir)
      const large: Start[] = []
      const comparator: Start[] = []
      for (let round = 1; round <= context.rounds; round += 1) {
        context.progress(`start: round ${round}`)
        large.push(await startOnce(context, log.connectionString, dataDir))
        comparator.push(await startOnce(context, small.connectionString, dataDir))
      }
      return reportOf(log, small, large, comparator, cold)
    } finally {
      rmSync(dataDir, { recursive: true, force: true })
    }
  },
}

async function buildReadModels(connectionString: string): Promise<void> {
  const database = openDatabase<Tables>({ connectionString, max: 4, onError: () => {} })
  try {
    await rebuildProjections(database.db)
  } finally {
    await database.close()
  }
}

async function startOnce({ profile }: BenchContext, connectionString: string, dataDir: string): Promise<Start> {
  const server = await startBenchServer({ connectionString, dataDir, profile })
  const memoryMiB = residentMiB(server.pid)
  await server.stop()
  return { seconds: server.readyAfter, memoryMiB }
}

/** Starts a server that finds no snapshot, and waits until it has written one for the later starts. */
async function startWithoutSnapshot({ progress }: BenchContext, log: LargeLog, dataDir: string): Promise<Start> {
  const { connectionString, events } = log
  await withClient(connectionString, (client) => client.query('DELETE FROM state_snapshots'))
  const server = await startBenchServer({ connectionString, dataDir, profile: undefined })
  const memoryMiB = residentMiB(server.pid)
  progress(`start: ${server.readyAfter.toFixed(1)} s without a snapshot; waiting for the server to write one`)
  const query = 'SELECT FROM state_snapshots WHERE position >= $1'
  const hasSnapshot = async () => (await withClient(connectionString, (client) => client.query(query, [events]))).rowCount !== 0
  try {
    await waitUntil('the server has written a snapshot', hasSnapshot, { everyMs: 500, timeoutMs: SNAPSHOT_TIMEOUT_MS })
  } finally {
    await server.stop()
  }
  return { seconds: server.readyAfter, memoryMiB }
}

function reportOf(log: LargeLog, small: LargeLog, large: readonly Start[], comparator: readonly Start[], cold: Start): Report {
  const figure = figuresOf(large, comparator)
  return {
    title: `From the start of the process until it is ready, with ${formatCount(log.events)} events`,
    figures: [
      figure('with a state snapshot', 's', (one) => one.seconds, { of: 'value', atMost: 3 }),
      figure('resident memory when ready', 'MiB', (one) => one.memoryMiB),
      { what: 'without a snapshot, for information', unit: 's', outlast: [cold.seconds] },
    ],
    notes: [
      `A season of 18 weeks with ${formatCount(log.entries)} entries; the read models are current, the server wrote the snapshot itself, and the database is already running.`,
      `Comparator: the same season with ${formatCount(small.entries)} entries and ${formatCount(small.events)} events, too few for a snapshot.`,
    ],
  }
}
