import { monitorEventLoopDelay } from 'node:perf_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import { instantFromMs, type WeekId } from '@outlast/domain'
import type { RunningLog } from '@outlast/server/open-log'
import { rebuildProjections } from '@outlast/server/log/projections'
import { openOwnLog } from '@outlast/testing/members/own-log'
import { cpuSeconds } from '@outlast/testing/process/usage'
import { serveRequests } from '@outlast/testing/process/worker'
import { sql } from 'kysely'

// Runs the pool's command queue in a process of its own, without the other jobs of a server.

export type LockRequest =
  /** Opens the log. */
  | { readonly connectionString: string }
  /** Opens the week if it is locked, and then measures its lock. */
  | { readonly weekId: WeekId }

export interface RecordedLock {
  /** Milliseconds from the command to the commit, which includes the read models. */
  readonly ms: number
  /** The longest time in which the process handled nothing else, in milliseconds. */
  readonly blockedMs: number
  /** Processor time of the process with its threads, and of the connection that it appends with, in milliseconds. */
  readonly cpuMs: number
  readonly databaseCpuMs: number
  readonly assigned: number
  /** Milliseconds until every row of `projections.reveal` for the week was read. */
  readonly revealMs: number
  readonly revealRows: number
  readonly memoryMiB: number
}

/** Long enough for the database to be idle again. */
const PAUSE_MS = 1_500
/** The change of the lock time, and the lock. */
const OTHER_EVENTS = 2

let log: RunningLog | undefined

async function handle(request: LockRequest): Promise<RecordedLock | undefined> {
  if ('connectionString' in request) {
    log = await openOwnLog(request.connectionString)
    return undefined
  }
  if (log === undefined) throw new Error('the log is not open')
  return measureLock(log, request.weekId)
}

async function measureLock(running: RunningLog, weekId: WeekId): Promise<RecordedLock> {
  // A lock time that has come locks the week in the same transaction, before the timer notices it.
  const lockIn = (ms: number) => {
    const command = { type: 'SetLockTime', data: { weekId, lockTime: instantFromMs(Date.now() + ms) } } as const
    return running.queue.submit({ envelope: { command, actor: { kind: 'system' } }, toResponse: () => null })
  }
  await lockIn(3_600_000)
  await sleep(PAUSE_MS)
  const before = running.follower.position
  const connection = await appendingConnection(running)
  const delays = monitorEventLoopDelay({ resolution: 1 })
  delays.enable()
  const [cpu, databaseCpu] = [process.cpuUsage(), cpuSeconds(connection)]
  const startedAt = performance.now()
  await lockIn(-1)
  const ms = performance.now() - startedAt
  const { user, system } = process.cpuUsage(cpu)
  const databaseCpuMs = (cpuSeconds(connection) - databaseCpu) * 1_000
  delays.disable()
  const { pool } = running.follower
  if ((pool.rounds.get(weekId)?.locked ?? null) === null) throw new Error('the week did not lock')
  const memoryMiB = process.memoryUsage.rss() / 2 ** 20
  return {
    ms,
    blockedMs: delays.max / 1e6,
    cpuMs: (user + system) / 1_000,
    databaseCpuMs,
    assigned: pool.position - before - OTHER_EVENTS,
    memoryMiB,
    ...(await readReveal(running, weekId)),
  }
}

/** Returns the id of the PostgreSQL process that serves the connection which appends. */
async function appendingConnection({ db }: RunningLog): Promise<number> {
  const { rows } = await sql<{ pid: number }>`
    SELECT pid FROM pg_stat_activity WHERE application_name LIKE 'outlast-append %' AND datname = current_database()`.execute(db)
  return rows[0]?.pid ?? Number.NaN
}

async function readReveal({ db }: RunningLog, weekId: WeekId): Promise<Pick<RecordedLock, 'revealMs' | 'revealRows'>> {
  // No job of a server writes the tables here.
  await rebuildProjections(db)
  const startedAt = performance.now()
  const { rows } = await sql`SELECT * FROM projections.reveal WHERE week_id = ${weekId}`.execute(db)
  return { revealMs: performance.now() - startedAt, revealRows: rows.length }
}

serveRequests(handle, async () => log?.stop())
