import type { Kysely } from 'kysely'
import type { Logger } from 'pino'
import { apply } from '@outlast/projections'
import type { Clock } from '../lib/clock.ts'
import { openDatabase } from '../database/pool.ts'
import type { Tables } from '../database/tables.ts'
import { Appender } from '../commands/appender.ts'
import { Follower } from '../state/follower.ts'
import { LockTimer } from '../jobs/lock-timer.ts'
import { ensureProjections } from '../log/projections.ts'
import { CommandQueue } from '../commands/queue.ts'
import { dropOldReceipts } from '../commands/receipts.ts'
import { SnapshotKeeper } from '../jobs/snapshot-job.ts'
import { makeAllPicks } from '../state/snapshot-picks.ts'
import { type Companion, foldLog, loadSnapshot } from '../state/snapshots.ts'
import { DatabaseClock, readClock, Tail } from '../log/tail.ts'

const READERS = 10
const STATEMENT_TIMEOUT_MS = 15_000
const RECEIPTS_EVERY_MS = 3_600_000

export interface StartLogOptions<C extends Companion> {
  readonly connectionString: string
  readonly clock: Clock
  readonly log: Logger
  /** Folded beside the pool and kept with its snapshots: the topics' versions. */
  readonly makeCompanion: (extra: unknown) => C
  readonly onBatch?: (size: number) => void
}

/** A process's part of the log: it appends, it follows, and it knows the pool. */
export interface RunningLog<C extends Companion> {
  /** For reading. */
  readonly db: Kysely<Tables>
  readonly follower: Follower
  readonly queue: CommandQueue
  readonly clock: DatabaseClock
  readonly companion: C
  /** Where the log ended when it was last looked at; undefined before. */
  readonly headPosition: () => number | undefined
  /** Starts following others, locking by time, and keeping house. Call it once every listener listens. */
  readonly start: () => void
  /** Takes no more commands, finishes those it has, and lets go of the database. */
  readonly stop: () => Promise<void>
}

/** Opens the log on a migrated database: folds the pool, makes or brings forward the read models. */
export async function openLog<C extends Companion>(options: StartLogOptions<C>): Promise<RunningLog<C>> {
  const { connectionString, log } = options
  let isStopping = false
  const onError = (error: Error): void => {
    // While stopping, the database may be quicker to hang up than the pool: nothing is lost by it.
    if (!isStopping) log.warn({ err: error }, 'a database connection broke')
  }
  const timeouts = { statementTimeoutMs: STATEMENT_TIMEOUT_MS, idleInTransactionTimeoutMs: STATEMENT_TIMEOUT_MS }
  const readers = openDatabase<Tables>({ connectionString, max: READERS, onError, ...timeouts })
  const appending = openDatabase<Tables>({
    connectionString,
    max: 1,
    onError,
    ...timeouts,
    applicationName: 'outlast-append',
    prepare: true,
  })
  try {
    await prepareProjections(connectionString, log)
    const loaded = await loadSnapshot(readers.db)
    const last = loaded.state.head.position
    const companion = options.makeCompanion(loaded.extra)
    await foldLog(readers.db, loaded.state, companion)
    const follower = new Follower(loaded.state)
    follower.onEvent((event, before) => companion.apply(event, before))
    const clock = new DatabaseClock(() => options.clock.nowMs())
    clock.observe(await readClock(readers.db))
    const appender = new Appender({
      db: appending.db,
      follower,
      project: (tx, events) => apply(tx, events),
      onTime: (now) => clock.observe(now),
    })
    const queue = new CommandQueue(appender, options.onBatch)
    const upkeep = keepUp({ connectionString, db: readers.db, follower, queue, clock, log, last })
    return {
      db: readers.db,
      follower,
      queue,
      clock,
      companion,
      headPosition: upkeep.headPosition,
      start: () => upkeep.start(),
      async stop() {
        isStopping = true
        await upkeep.stop()
        await queue.close()
        await Promise.all([readers.close(), appending.close()])
      },
    }
  } catch (error) {
    await Promise.all([readers.close(), appending.close()])
    throw error
  }
}

/** Making read models anew may take longer than any statement of a running server. */
async function prepareProjections(connectionString: string, log: Logger): Promise<void> {
  const patient = openDatabase<Tables>({ connectionString, max: 3, onError: () => {}, applicationName: 'outlast-rebuild' })
  try {
    await ensureProjections(patient.db, (progress) => log.info(progress, 'making the read models'))
  } finally {
    await patient.close()
  }
}

interface Upkeep {
  readonly connectionString: string
  readonly db: Kysely<Tables>
  readonly follower: Follower
  readonly queue: CommandQueue
  readonly clock: DatabaseClock
  readonly log: Logger
  readonly last: number
}

/** What runs beside the requests: the tail, the lock's timer, snapshots, and forgetting old receipts. */
function keepUp({ connectionString, db, follower, queue, clock, log, last }: Upkeep) {
  const now = () => clock.now()
  const tail = new Tail({ connectionString, db, follower, clock, log })
  const timer = new LockTimer({ follower, now, lockDueWeeks: () => lockDueWeeks(queue) })
  const snapshots = new SnapshotKeeper({ connectionString, db, follower, log, last })
  let sweeping: NodeJS.Timeout | undefined
  let isStopped = false
  return {
    headPosition: () => tail.headPosition,
    start() {
      tail.start()
      timer.start()
      snapshots.consider()
      void makeAllPicks(follower.pool.entries.values(), () => isStopped)
      sweeping = setInterval(() => {
        dropOldReceipts(db).catch((error: unknown) => log.warn({ err: error }, 'old receipts could not be dropped'))
      }, RECEIPTS_EVERY_MS)
    },
    async stop() {
      isStopped = true
      clearInterval(sweeping)
      timer.stop()
      await tail.stop()
      await snapshots.stop()
    },
  }
}

/** Records the locks whose time has come. */
export async function lockDueWeeks(queue: Pick<CommandQueue, 'submit'>): Promise<void> {
  await queue.submit({ sent: { command: { type: 'LockDueWeeks', data: {} }, actor: { kind: 'system' } }, answer: () => null })
}
