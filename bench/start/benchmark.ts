import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { BenchContext, Benchmark, LargeLog } from '../support/context.ts'
import { ensureProjections } from '@outlast/server/log/projections'
import type { Tables } from '@outlast/server/database'
import { openDatabase } from '@outlast/server/database'
import { withClient } from '@outlast/testing/postgres/durable-postgres'
import { makeSeasonLog } from '../support/large-log.ts'
import { residentMiB } from '@outlast/testing/process/worker'
import { startOurServer } from '@outlast/testing/server/benchmark-server'

/** How long the server may take to make its snapshot, which it does beside its work. */
const SNAPSHOT_WITHIN_MS = 300_000

interface Start {
  readonly seconds: number
  readonly memory: number
}

/** The comparator's pool. */
const SMALL = { name: 'start_small', entries: 1_000 }

/** From the start of the process until it says that it is ready: with a large log and a state snapshot, and without one. */
export const start: Benchmark = {
  name: 'start',
  about: 'seconds from the start of the process until it is ready, with a large log',
  run: async (context) => {
    const log = await context.largeLog()
    const small = await makeSeasonLog(context.postgres, SMALL, context.say)
    await makeReadModels(log.connectionString)
    await makeReadModels(small.connectionString)
    const dataDir = mkdtempSync(join(tmpdir(), 'outlast-bench-data-'))
    try {
      const cold = await coldStart(context, log, dataDir)
      const warm: Start[] = []
      const bare: Start[] = []
      for (let round = 1; round <= context.rounds; round += 1) {
        context.say(`start: round ${round}`)
        warm.push(await startOnce(context, log.connectionString, dataDir))
        bare.push(await startOnce(context, small.connectionString, dataDir))
      }
      return reportOf({ log, small }, warm, bare, cold)
    } finally {
      rmSync(dataDir, { recursive: true, force: true })
    }
  },
}

async function makeReadModels(connectionString: string): Promise<void> {
  const database = openDatabase<Tables>({ connectionString, max: 4, onError: () => {} })
  try {
    await ensureProjections(database.db)
  } finally {
    await database.close()
  }
}

async function startOnce({ profile }: BenchContext, connectionString: string, dataDir: string): Promise<Start> {
  const server = await startOurServer({ connectionString, dataDir, profile })
  const memory = residentMiB(server.part.pid)
  await server.part.stop()
  return { seconds: server.readyAfter, memory }
}

/** A start that finds no snapshot; the server then makes one, which the other starts find. */
async function coldStart(context: BenchContext, { connectionString, events }: LargeLog, dataDir: string): Promise<Start> {
  await withClient(connectionString, (client) => client.query('DELETE FROM state_snapshots'))
  const server = await startOurServer({ connectionString, dataDir, profile: undefined })
  const memory = residentMiB(server.part.pid)
  context.say(`start: ${server.readyAfter.toFixed(1)} s without a snapshot; waiting for the server to make one`)
  try {
    await untilSnapshot(connectionString, events)
  } finally {
    await server.part.stop()
  }
  return { seconds: server.readyAfter, memory }
}

async function untilSnapshot(connectionString: string, events: number): Promise<void> {
  const deadline = performance.now() + SNAPSHOT_WITHIN_MS
  const query = 'SELECT FROM state_snapshots WHERE position >= $1'
  while ((await withClient(connectionString, (client) => client.query(query, [events]))).rowCount === 0) {
    if (performance.now() > deadline) throw new Error('the server made no snapshot')
    await new Promise((resolve) => setTimeout(resolve, 500))
  }
}

function reportOf(
  { log, small }: Record<'log' | 'small', LargeLog>,
  warm: readonly Start[],
  bare: readonly Start[],
  cold: Start,
) {
  const seconds = (starts: readonly Start[]) => starts.map((one) => one.seconds)
  const memory = (starts: readonly Start[]) => starts.map((one) => one.memory)
  return {
    title: `From the start of the process until it is ready, with ${whole(log.events)} events`,
    figures: [
      {
        what: 'with a state snapshot',
        unit: 's',
        ours: seconds(warm),
        comparator: seconds(bare),
        aim: { of: 'value', atMost: 3 },
      },
      { what: 'resident memory when ready', unit: 'MiB', ours: memory(warm), comparator: memory(bare) },
      { what: 'without a snapshot, for information', unit: 's', ours: [cold.seconds] },
    ],
    notes: [
      `A season of 18 weeks with ${whole(log.entries)} entries, read models in place; the snapshot is one that the server made by itself. Database running already.`,
      `Comparator: the same season with ${whole(small.entries)} entries and ${whole(small.events)} events, too few for a snapshot.`,
    ],
  } as const
}

function whole(number: number): string {
  return number.toLocaleString('en-US')
}
