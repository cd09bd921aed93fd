import { setTimeout as delay } from 'node:timers/promises'
import type { Logger } from 'pino'
import { GuardTimeout } from '../lib/errors.ts'
import { type DatabaseAddress, describeDatabaseProblem, isProblemOfFullDisk } from './describe-problem.ts'

/** How often the database is checked, in milliseconds. */
const CHECK_EVERY_MS = 1_000
/** After this time without a response, the database counts as unreachable. A busy machine pauses for less. */
export const CHECK_TIMEOUT_MS = 2_500
/** While the database is unreachable, operations that have waited this long fail. */
const READ_TIMEOUT_MS = 3_500
const SWEEP_EVERY_MS = 200
const REMIND_EVERY_MS = 60_000

export interface OutageMonitorOptions {
  readonly address: DatabaseAddress
  /** Reads something from the database. Rejects if it cannot. */
  readonly check: () => Promise<unknown>
  readonly log: Pick<Logger, 'warn' | 'error' | 'info'>
  readonly checkEveryMs?: number
  readonly checkTimeoutMs?: number
}

interface Outage {
  readonly startedAt: number
  readonly sweep: NodeJS.Timeout
  remindedAt: number
  isDiskFull: boolean
}

interface PendingOperation {
  readonly deadline: number
  readonly reject: (error: GuardTimeout) => void
}

/**
 * Detects outages of the database. Logs an outage when it begins, once a minute while it lasts, and when it ends. Requests that wait
 * for the database meanwhile fail within seconds instead of waiting until their statements time out.
 */
export class OutageMonitor {
  readonly #options: OutageMonitorOptions
  readonly #stopping = new AbortController()
  readonly #pending = new Set<PendingOperation>()
  #checking: Promise<Error | undefined> | undefined
  #running: Promise<void> | undefined
  #outage: Outage | undefined

  constructor(options: OutageMonitorOptions) {
    this.#options = options
  }

  start(): void {
    this.#running ??= this.#run()
  }

  async stop(): Promise<void> {
    this.#stopping.abort()
    await this.#running
    clearInterval(this.#outage?.sweep)
    this.#outage = undefined
  }

  /** Whether the database did not respond to the last check, or its disk is full. */
  get isDown(): boolean {
    return this.#outage !== undefined
  }

  /** Whether the last check failed because the disk of the database is full. */
  get isDiskFull(): boolean {
    return this.#outage?.isDiskFull === true
  }

  /**
   * Waits for something that needs the database.
   *
   * @throws GuardTimeout if it takes longer than `timeoutMs` while the database is unreachable
   */
  guard<T>(operation: Promise<T>, timeoutMs: number = READ_TIMEOUT_MS): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      const pending: PendingOperation = { deadline: performance.now() + timeoutMs, reject }
      this.#pending.add(pending)
      const remove = (): void => void this.#pending.delete(pending)
      operation.finally(remove).then(resolve, reject)
    })
  }

  /** Checks the database now, and returns whether it is unreachable. */
  async checkNow(): Promise<boolean> {
    this.#checking ??= this.#check().finally(() => (this.#checking = undefined))
    const problem = await this.#checking
    if (this.#stopping.signal.aborted) return true
    if (problem === undefined) this.#end()
    else this.#begin(problem)
    return this.isDown
  }

  async #run(): Promise<void> {
    const { checkEveryMs = CHECK_EVERY_MS } = this.#options
    const { signal } = this.#stopping
    while (!signal.aborted) {
      await this.checkNow()
      await delay(checkEveryMs, undefined, { signal, ref: false }).catch(() => {})
    }
  }

  /** Returns the error of a check, or undefined if the database responded. */
  async #check(): Promise<Error | undefined> {
    const { check, checkTimeoutMs = CHECK_TIMEOUT_MS } = this.#options
    const timeout = new AbortController()
    const isTooSlow = delay(checkTimeoutMs, undefined, { signal: timeout.signal, ref: false }).then(async () => {
      // If this process was paused, the response may have arrived already; it is read before the next turn ends.
      await new Promise((resolve) => setImmediate(resolve))
      await new Promise((resolve) => setImmediate(resolve))
      return new Error(`no response within ${checkTimeoutMs / 1000} s`)
    })
    isTooSlow.catch(() => {})
    const responded = check().then(
      () => undefined,
      (error: unknown) => (error instanceof Error ? error : new Error(String(error))),
    )
    const result = await Promise.race([responded, isTooSlow])
    timeout.abort()
    return result
  }

  #begin(problem: Error): void {
    const { address, log } = this.#options
    const now = performance.now()
    const isDiskFull = isProblemOfFullDisk(address, problem)
    if (this.#outage === undefined) {
      const sweep = setInterval(() => this.#failPending(), SWEEP_EVERY_MS).unref()
      this.#outage = { startedAt: now, remindedAt: now, sweep, isDiskFull }
      log.error(describeDatabaseProblem(address, problem))
    } else if (now - this.#outage.remindedAt >= REMIND_EVERY_MS) {
      this.#outage.remindedAt = now
      const minutes = Math.round((now - this.#outage.startedAt) / 60_000)
      const since = minutes === 1 ? 'a minute' : `${minutes} minutes`
      log.error(`For ${since} now: ${describeDatabaseProblem(address, problem)}`)
    }
    this.#outage.isDiskFull = isDiskFull
    this.#failPending()
  }

  #end(): void {
    if (this.#outage === undefined) return
    clearInterval(this.#outage.sweep)
    const { startedAt, isDiskFull } = this.#outage
    const seconds = Math.round((performance.now() - startedAt) / 1000)
    this.#outage = undefined
    const what = isDiskFull ? 'The disk of the database has space again' : 'The database is reachable again'
    this.#options.log.info(`${what}, after ${seconds} s`)
  }

  #failPending(): void {
    const now = performance.now()
    for (const operation of this.#pending) {
      if (operation.deadline > now) continue
      this.#pending.delete(operation)
      operation.reject(new GuardTimeout('the database does not respond'))
    }
  }
}
