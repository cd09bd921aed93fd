import { does, type Effect } from '@outlast/domain'
import type { Logger } from 'pino'
import { serverConnectionName } from '../database/connected-servers.ts'
import { connectionConfig } from '../database/pool.ts'
import { LEADER_LOCK } from '../database/locks.ts'
import { createWaiter, type Waiter } from '../lib/wait.ts'
import type { Follower } from '../pool/follower.ts'
import { startLeadership } from './leadership.ts'

/** Work in the background of a process, or of one of all processes. */
export interface Job {
  /** For the log, such as `the backups`. */
  readonly name: string
  /** Whether one of all processes does it. Default: each process does. */
  readonly leader?: boolean
  /** What events do after which it may be due. */
  readonly wakesOn?: Effect
  /** How often it runs, in milliseconds. */
  readonly every: number
  /**
   * Does what is due, and returns how long to wait, in milliseconds; undefined: {@link every}. A job with a pace of its own may go on until the
   * signal aborts, and wait with the waiter, which {@link wakesOn} wakes. A failure is logged, and the job runs again.
   */
  readonly run: (signal: AbortSignal, waiter: Waiter) => Promise<number | void>
}

interface JobsOptions {
  readonly jobs: readonly Job[]
  readonly connectionString: string
  readonly follower?: Pick<Follower, 'onEvent'> | undefined
  readonly log: Pick<Logger, 'info' | 'warn'>
  /** How often a follower tries to become the leader, in milliseconds. */
  readonly retryMs?: number
}

interface RunningJobs {
  /** Returns whether this process does the jobs of the leader. */
  isLeader(): boolean
  /** Finishes what is in progress, and leaves the jobs of the leader to another process. */
  stop(): Promise<void>
}

/** Runs jobs until they are stopped. A process has one connection, for the lock of the leader, however many jobs need it. */
export function startJobs({ jobs, connectionString, follower, log, retryMs }: JobsOptions): RunningJobs {
  const stopping = new AbortController()
  const waiters = new Map(jobs.map((job) => [job, createWaiter()]))
  const woken = [...waiters].flatMap(([{ wakesOn }, waiter]) => (wakesOn === undefined ? [] : [{ wakesOn, waiter }]))
  follower?.onEvent((event) => {
    for (const { wakesOn, waiter } of woken) if (does(event, wakesOn)) waiter.wake()
  })
  const runAll = async (isLeader: boolean, signal: AbortSignal): Promise<void> => {
    const chosen = [...waiters].filter(([{ leader = false }]) => leader === isLeader)
    await Promise.all(chosen.map(([job, waiter]) => repeat(job, waiter, log, signal)))
  }
  const own = runAll(false, stopping.signal)
  const leadership = jobs.some(({ leader }) => leader === true)
    ? startLeadership({
        connection: connectionConfig({
          connectionString,
          max: 1,
          applicationName: serverConnectionName('leader'),
          onError: () => {},
        }),
        key: LEADER_LOCK,
        job: jobs.flatMap(({ leader, name }) => (leader === true ? name : [])).join(', '),
        log,
        ...(retryMs === undefined ? {} : { retryMs }),
        lead: (signal) => runAll(true, signal),
      })
    : undefined
  return {
    isLeader: () => leadership?.isLeader() === true,
    stop: async () => {
      stopping.abort()
      await Promise.all([own, leadership?.stop()])
    },
  }
}

async function repeat(job: Job, waiter: Waiter, log: JobsOptions['log'], signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    const pause = await job.run(signal, waiter).catch((error: unknown) => {
      log.warn({ err: error, job: job.name }, 'A job failed and will be repeated')
    })
    await waiter.wait(pause ?? job.every, signal)
  }
}
