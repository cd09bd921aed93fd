import { availableParallelism } from 'node:os'
import { Piscina } from 'piscina'
import { addressKey } from './address.ts'
import { isCommonPassword } from './common-passwords.ts'
import { FairQueue } from '../lib/fair-queue.ts'
import { type PasswordTask, runPasswordTask } from './password-task.ts'

/** bcrypt ignores everything after 72 bytes, so longer passwords are rejected instead of truncated (docs/rules.md §11.3). */
const MAX_PASSWORD_BYTES = 72
/** More threads would take CPU time from requests. */
const MAX_THREADS = 4
/**
 * How many tasks of one address may wait; further ones are rejected at once. Enough for a whole club behind one address that
 * signs in at the same moment. At cost 12, four threads take about 8 seconds for them.
 */
const MAX_WAITING_PER_ADDRESS = 100
/** How many tasks may wait in total. Beyond this, the address with the most tasks loses its newest one. */
const MAX_WAITING = 1_000
/** The Unix nice level, so that the event loop and the database have priority. */
const NICE = 10
const IDLE_MS = 60_000

interface PasswordsOptions {
  /** The bcrypt cost: 12, or less in tests. */
  readonly cost: number
  /** Whether common passwords are rejected (in production). */
  readonly rejectCommon: boolean
  /** 0 hashes in this thread, for tests: their hashes take less time than starting a thread. */
  readonly threads?: number | undefined
  readonly maxWaitingPerAddress?: number
}

/** Hashes and verifies passwords in worker threads. Addresses take turns, so that one of them cannot keep the others waiting. */
export class Passwords {
  readonly #threads: Piscina<PasswordTask, unknown> | undefined
  readonly #options: PasswordsOptions
  readonly #queue: FairQueue
  readonly #unfinished = new Set<Promise<unknown>>()

  constructor(options: PasswordsOptions) {
    const threads = options.threads ?? Math.min(MAX_THREADS, availableParallelism())
    this.#options = options
    this.#threads = threads === 0 ? undefined : startThreads(threads)
    this.#queue = new FairQueue({
      concurrency: Math.max(1, threads),
      maxWaitingPerKey: options.maxWaitingPerAddress ?? MAX_WAITING_PER_ADDRESS,
      maxWaiting: MAX_WAITING,
    })
  }

  /** The number of tasks that wait for a thread. */
  get waiting(): number {
    return this.#queue.size
  }

  /** Returns whether a new password is too common. Always false outside production. */
  async isTooCommon(password: string): Promise<boolean> {
    return this.#options.rejectCommon && (await isCommonPassword(password))
  }

  /**
   * Returns the bcrypt hash of a password.
   *
   * @param ip the address of the client
   * @throws Overloaded if too many tasks of this address wait; RangeError for a password of more than 72 bytes, which the contract rejects earlier
   */
  async hash(password: string, ip: string): Promise<string> {
    if (Buffer.byteLength(password) > MAX_PASSWORD_BYTES) throw new RangeError('the password is too long for bcrypt')
    return String(await this.#run({ kind: 'hash', password, cost: this.#options.cost }, ip))
  }

  /**
   * Returns whether a password matches a hash. Takes the same time without a hash (an unknown e-mail, an account without a
   * password), so that the time does not reveal which accounts exist.
   *
   * @param ip the address of the client
   * @throws Overloaded if too many tasks of this address wait
   */
  async verify(password: string, hash: string | null | undefined, ip: string): Promise<boolean> {
    // bcrypt would compare only the first 72 bytes, but no longer password can have been set.
    const isPossible = Buffer.byteLength(password) <= MAX_PASSWORD_BYTES
    const isMatch = await this.#run(compareTask(password, hash, this.#options.cost), ip)
    return isMatch === true && isPossible && typeof hash === 'string'
  }

  /** Finishes the queued tasks and ends the threads. */
  async close(): Promise<void> {
    await Promise.allSettled(this.#unfinished)
    await this.#threads?.close()
  }

  async #run(task: PasswordTask, ip: string): Promise<unknown> {
    const running = this.#queue.run(addressKey(ip), async () =>
      this.#threads === undefined ? runPasswordTask(task) : this.#threads.run(task),
    )
    this.#unfinished.add(running)
    try {
      return await running
    } finally {
      this.#unfinished.delete(running)
    }
  }
}

function startThreads(threads: number): Piscina<PasswordTask, unknown> {
  return new Piscina({
    filename: new URL('./password-worker.ts', import.meta.url).href,
    name: 'runPasswordTask',
    minThreads: 1,
    maxThreads: threads,
    concurrentTasksPerWorker: 1,
    idleTimeout: IDLE_MS,
    niceIncrement: NICE,
    recordTiming: false,
    // Do not pass the process's flags and environment, which contains secrets, to the workers.
    execArgv: [],
    env: {},
  })
}

/** Returns a comparison that takes the same time with and without a hash. */
export function compareTask(password: string, hash: string | null | undefined, cost: number): PasswordTask {
  return { kind: 'compare', password, hash: hash ?? dummyHash(cost) }
}

/** Returns a well-formed hash that no password matches, so that bcrypt does the full work. */
export function dummyHash(cost: number): string {
  return `$2b$${String(cost).padStart(2, '0')}$${'.'.repeat(53)}`
}
