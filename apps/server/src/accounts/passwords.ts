import { availableParallelism } from 'node:os'
import { Piscina } from 'piscina'
import { Overloaded } from '../lib/overloaded.ts'
import { isCommonPassword } from './common-passwords.ts'
import type { PasswordTask } from './password-worker.ts'

/** bcrypt reads no further: a longer password must be refused, never cut (decisions.md §Rules 15). */
export const MAX_PASSWORD_BYTES = 72
/** More threads than this would only take the processor from the requests of everybody else. */
const MAX_THREADS = 4
/** Waiting for each thread; at cost 12 the last one waits some 8 seconds. Who comes then is turned away at once. */
const WAITING_PER_THREAD = 25
/** Threads yield to the event loop and to the database when all want the processor (Unix's nice). */
const NICE = 10
const IDLE_MS = 60_000

export interface PasswordsOptions {
  /** bcrypt's cost: 12, or less in tests. */
  readonly cost: number
  /** Whether common passwords are refused: in production. */
  readonly refuseCommon: boolean
  readonly threads?: number
  readonly waitingPerThread?: number
}

/** Hashes and checks passwords on threads of their own, behind a queue that has an end. */
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
      maxQueue: threads * (options.waitingPerThread ?? WAITING_PER_THREAD),
      concurrentTasksPerWorker: 1,
      idleTimeout: IDLE_MS,
      niceIncrement: NICE,
      recordTiming: false,
      // A worker needs nothing of how the process was started, least of all its environment.
      execArgv: [],
      env: {},
    })
  }

  /** How many wait for a thread. */
  get waiting(): number {
    return this.#pool.queueSize
  }

  /** Whether a new password is one that everybody tries first; never so outside of production. */
  async isTooCommon(password: string): Promise<boolean> {
    return this.#options.refuseCommon && (await isCommonPassword(password))
  }

  /**
   * The bcrypt hash of a password.
   * @throws Overloaded when too many wait; RangeError for a password of more than 72 bytes, which the contract refuses before
   */
  async hash(password: string): Promise<string> {
    if (Buffer.byteLength(password) > MAX_PASSWORD_BYTES) throw new RangeError('the password is too long for bcrypt')
    return String(await this.#run({ kind: 'hash', password, cost: this.#options.cost }))
  }

  /**
   * Whether a password is the one behind a hash. Takes as long without a hash (an unknown e-mail, an account that has no
   * password yet), so that the time tells nobody which accounts exist.
   * @throws Overloaded when too many wait
   */
  async verify(password: string, hash: string | null | undefined): Promise<boolean> {
    // Cut to 72 bytes it could be right, but nobody set a password of that length.
    const possible = Buffer.byteLength(password) <= MAX_PASSWORD_BYTES
    const isRight = await this.#run(comparison(password, hash, this.#options.cost))
    return isRight === true && possible && typeof hash === 'string'
  }

  /** Finishes what waits and ends the threads. */
  async close(): Promise<void> {
    await this.#pool.close()
  }

  async #run(task: PasswordTask): Promise<unknown> {
    if (this.#pool.queueSize >= this.#pool.options.maxQueue) throw new Overloaded('too many wait for a password check')
    return this.#pool.run(task)
  }
}

/** The same work whether or not there is a hash to compare with. */
export function comparison(password: string, hash: string | null | undefined, cost: number): PasswordTask {
  return { kind: 'compare', password, hash: hash ?? dummyHash(cost) }
}

/** A hash that no password has, whole in form, so that bcrypt works through it to the end. */
export function dummyHash(cost: number): string {
  return `$2b$${String(cost).padStart(2, '0')}$${'.'.repeat(53)}`
}
