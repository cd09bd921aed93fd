import { availableParallelism } from 'node:os'
import { Piscina } from 'piscina'
import { Overloaded } from '../lib/errors.ts'
import { isCommonPassword } from './common-passwords.ts'
import type { PasswordTask } from './password-worker.ts'

/** bcrypt ignores everything after 72 bytes, so longer passwords are rejected instead of truncated (docs/rules.md §11.3). */
const MAX_PASSWORD_BYTES = 72
/** More threads would take CPU time from requests. */
const MAX_THREADS = 4
/** The queue per thread. At cost 12 the last task waits about 8 seconds; further ones are rejected at once. */
const QUEUED_PER_THREAD = 25
/** The Unix nice level, so that the event loop and the database have priority. */
const NICE = 10
const IDLE_MS = 60_000

interface PasswordsOptions {
  /** The bcrypt cost: 12, or less in tests. */
  readonly cost: number
  /** Whether common passwords are rejected (in production). */
  readonly refuseCommon: boolean
  readonly threads?: number
  readonly waitingPerThread?: number
}

/** Hashes and verifies passwords in worker threads, with a bounded queue. */
export class Passwords {
  readonly #pool: Piscina<PasswordTask, unknown>
  readonly #options: PasswordsOptions

  constructor(options: PasswordsOptions) {
    const threads = options.threads ?? Math.min(MAX_THREADS, availableParallelism())
    this.#options = options
    this.#pool = new Piscina({
      filename: new URL('./password-worker.ts', import.meta.url).href,
      name: 'work',
      minThreads: 1,
      maxThreads: threads,
      maxQueue: threads * (options.waitingPerThread ?? QUEUED_PER_THREAD),
      concurrentTasksPerWorker: 1,
      idleTimeout: IDLE_MS,
      niceIncrement: NICE,
      recordTiming: false,
      // Do not pass the process's flags and environment, which contains secrets, to the workers.
      execArgv: [],
      env: {},
    })
  }

  /** The number of tasks that wait for a thread. */
  get waiting(): number {
    return this.#pool.queueSize
  }

  /** Returns whether a new password is too common. Always false outside production. */
  async isTooCommon(password: string): Promise<boolean> {
    return this.#options.refuseCommon && (await isCommonPassword(password))
  }

  /**
   * Returns the bcrypt hash of a password.
   *
   * @throws Overloaded if the queue is full; RangeError for a password of more than 72 bytes, which the contract rejects earlier
   */
  async hash(password: string): Promise<string> {
    if (Buffer.byteLength(password) > MAX_PASSWORD_BYTES) throw new RangeError('the password is too long for bcrypt')
    return String(await this.#run({ kind: 'hash', password, cost: this.#options.cost }))
  }

  /**
   * Returns whether a password matches a hash. Takes the same time without a hash (an unknown e-mail, an account without a
   * password), so that the time does not reveal which accounts exist.
   *
   * @throws Overloaded if the queue is full
   */
  async verify(password: string, hash: string | null | undefined): Promise<boolean> {
    // bcrypt would compare only the first 72 bytes, but no longer password can have been set.
    const isPossible = Buffer.byteLength(password) <= MAX_PASSWORD_BYTES
    const isMatch = await this.#run(compareTask(password, hash, this.#options.cost))
    return isMatch === true && isPossible && typeof hash === 'string'
  }

  /** Finishes the queued tasks and ends the threads. */
  async close(): Promise<void> {
    await this.#pool.close()
  }

  async #run(task: PasswordTask): Promise<unknown> {
    if (this.#pool.queueSize >= this.#pool.options.maxQueue) throw new Overloaded('the password queue is full')
    return this.#pool.run(task)
  }
}

/** Returns a comparison that takes the same time with and without a hash. */
export function compareTask(password: string, hash: string | null | undefined, cost: number): PasswordTask {
  return { kind: 'compare', password, hash: hash ?? dummyHash(cost) }
}

/** Returns a well-formed hash that no password matches, so that bcrypt does the full work. */
export function dummyHash(cost: number): string {
  return `$2b$${String(cost).padStart(2, '0')}$${'.'.repeat(53)}`
}
