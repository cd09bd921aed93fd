import type { Kysely } from 'kysely'
import type { Logger } from 'pino'
import { Appender } from '../commands/appender.ts'
import { Pipeline } from '../commands/pipeline.ts'
import { CommandQueue } from '../commands/queue.ts'
import { serverConnectionName } from '../database/connected-servers.ts'
import { DatabaseClock, type FollowingClock, readDatabaseTime } from '../database/database-clock.ts'
import { openDatabase } from '../database/pool.ts'
import type { Tables } from '../database/tables.ts'
import { LockTimer, lockDueWeeks } from '../jobs/lock-timer.ts'
import type { Clock } from '../lib/clock.ts'
import { ensureProjections } from '../log/projections.ts'
import { Tail } from '../log/tail.ts'
import { assertKnownHeads, recordVerified } from '../log/verified-log.ts'
import { Follower } from '../pool/follower.ts'
import { decodeAllPicks } from '../pool/snapshot-picks.ts'
import { foldLog, loadSnapshot } from '../pool/snapshots.ts'
import { TopicVersions } from '../live/topic-versions.ts'

const READ_CONNECTIONS = 10
const STATEMENT_TIMEOUT_MS = 15_000

interface OpenLogOptions {
  readonly connectionString: string
  readonly clock: Clock
  /** Default: {@link DatabaseClock}. */
  readonly databaseClock?: FollowingClock | undefined
  readonly log: Logger
  readonly onBatch?: (size: number) => void
  /** Called with the error of each attempt to record commands that failed. */
  readonly onFailure?: ((error: unknown) => void) | undefined
  /** Returns why nothing may be recorded now. */
  readonly refusal?: (() => Error | undefined) | undefined
}

/** One process's access to the log: its queue for commands, and the state folded from it. */
export interface RunningLog {
  /** For reading. */
  readonly db: Kysely<Tables>
  readonly follower: Follower
  readonly queue: CommandQueue
  readonly clock: FollowingClock
  readonly versions: TopicVersions
  /** The log's head position when it was last polled; undefined before the first poll. */
  readonly headPosition: () => number | undefined
  /** Starts the background jobs. Call it once all listeners are registered. */
  readonly start: () => void
  /** Rejects new commands, finishes the accepted ones, and closes the database connections. */
  readonly stop: () => Promise<void>
}

/** Opens the log of a migrated database: folds the state, and creates the tables for readers of SQL. Throws ForgedLog. */
export async function openLog(options: OpenLogOptions): Promise<RunningLog> {
  const { connectionString, log } = options
  let isStopping = false
  const onError = (error: Error): void => {
    // During shutdown the database may close a connection first, which is harmless.
    if (!isStopping) log.warn({ err: error }, 'Database connection failed')
  }
  const timeouts = { statementTimeoutMs: STATEMENT_TIMEOUT_MS, idleInTransactionTimeoutMs: STATEMENT_TIMEOUT_MS }
  const readers = openDatabase<Tables>({
    connectionString,
    max: READ_CONNECTIONS,
    onError,
    ...timeouts,
    applicationName: serverConnectionName('read'),
  })
  const appending = openDatabase<Tables>({
    connectionString,
    max: 1,
    onError,
    ...timeouts,
    applicationName: serverConnectionName('append'),
    prepare: true,
    pipeline: true,
  })
  try {
    await ensureProjections(readers.db)
    const loaded = await loadSnapshot(readers.db)
    const versions = TopicVersions.fromJSON(loaded.extra)
    await assertKnownHeads(readers.db, loaded.state.head)
    await foldLog(readers.db, loaded.state, versions)
    await recordVerified(readers.db, loaded.state.head)
    const follower = new Follower(loaded.state)
    follower.onEvent((event, before) => versions.apply(event, before))
    const clock = options.databaseClock ?? new DatabaseClock(() => options.clock.nowMs())
    clock.observe(await readDatabaseTime(readers.db))
    const now = () => clock.now()
    const stopping = new AbortController()
    const appender = new Appender({
      db: appending.db,
      follower,
      onTime: (time) => clock.observe(time),
      stopping: stopping.signal,
    })
    const pipeline = new Pipeline({ connections: appending.pool, follower, now })
    const queue = new CommandQueue(appender, {
      pipeline,
      onBatch: options.onBatch,
      onFailure: options.onFailure,
      refusal: options.refusal,
    })
    const jobs = createBackgroundJobs({ connectionString, db: readers.db, follower, queue, clock, log })
    return {
      db: readers.db,
      follower,
      queue,
      clock,
      versions,
      headPosition: jobs.headPosition,
      start: jobs.start,
      async stop() {
        isStopping = true
        await jobs.stop()
        stopping.abort()
        await queue.close()
        await Promise.all([readers.close(), appending.close()])
      },
    }
  } catch (error) {
    await Promise.all([readers.close(), appending.close()])
    throw error
  }
}

interface BackgroundJobsOptions {
  readonly connectionString: string
  readonly db: Kysely<Tables>
  readonly follower: Follower
  readonly queue: CommandQueue
  readonly clock: FollowingClock
  readonly log: Logger
}

/** What each process does at the moment of an event or of a lock: the tail, and the lock timer. */
function createBackgroundJobs(options: BackgroundJobsOptions): Pick<RunningLog, 'headPosition' | 'start' | 'stop'> {
  const { follower, queue, clock } = options
  const tail = new Tail(options)
  const lockTimer = new LockTimer({ follower, now: () => clock.now(), lockDueWeeks: () => lockDueWeeks(queue) })
  let isStopped = false
  return {
    headPosition: () => tail.headPosition,
    start() {
      tail.start()
      lockTimer.start()
      void decodeAllPicks(follower.pool.entries.values(), () => isStopped)
    },
    async stop() {
      isStopped = true
      lockTimer.stop()
      await tail.stop()
    },
  }
}
