import type { CommandType } from '@outlast/domain'
import { type Appender, type Ending, OutcomeUnknown } from './appender.ts'
import type { Settled } from './receipts.ts'
import { type QueuedWork, toQueued, type Work } from './queued-command.ts'

/** Most works in one transaction: enough to share its cost, few enough that nobody waits long for the others. */
const MAX_BATCH = 300
/** Works that may wait. Beyond it a new one is turned away at once, so that those inside are served in time. */
const MAX_WAITING = 20_000
/**
 * Those who were just answered may well ask again: a short pause lets them share the next transaction, and half as many
 * transactions are worth more than the pause where each waits for the disk (bench/, 50 clients: 1.7 times the picks).
 * It ends with a share of the batch before, in milliseconds at most, or when so many wait that sharing gains no more.
 */
const GATHER_SHARE = 0.15
const GATHER_MS = 5
const ENOUGH = 100
/** How long a batch is tried again while the database is away, and others wait for a batch that does not end, in milliseconds. */
const PATIENCE_MS = 5_000
const RETRY_MS = 100

/** Too much waits already, or the server is stopping: to be tried again elsewhere or later. */
export class Overloaded extends Error {}
/** The database could not be reached for a while. */
export class DatabaseAway extends Error {}

interface Waiting {
  readonly work: QueuedWork
  readonly resolve: (settled: Settled<unknown>) => void
  readonly reject: (error: unknown) => void
}

/** Commands of this process, in the order they came, taken in batches. */
export class CommandQueue {
  readonly #appender: Pick<Appender, 'append'>
  readonly #onBatch: (size: number) => void
  readonly #patienceMs: number
  #waiting: Waiting[] = []
  #running: Promise<void> | undefined
  #closed = false

  constructor(appender: Pick<Appender, 'append'>, onBatch: (size: number) => void = () => {}, patienceMs: number = PATIENCE_MS) {
    this.#appender = appender
    this.#onBatch = onBatch
    this.#patienceMs = patienceMs
  }

  /** How many wait now. */
  get length(): number {
    return this.#waiting.length
  }

  /**
   * Runs a work. Resolves once it is recorded and committed, or refused by the rules.
   * Throws {@link Overloaded}, {@link DatabaseAway}, an IdempotencyMismatch, or what went unexpectedly wrong with it.
   */
  submit<T extends CommandType, A>(work: Work<T, A>): Promise<Settled<A>> {
    if (this.#closed || this.#waiting.length >= MAX_WAITING) return Promise.reject(new Overloaded())
    return new Promise<Settled<A>>((resolve, reject) => {
      // The queue keeps works of every type; each one's answer goes back to its own sender only.
      const deliver = resolve as (settled: Settled<unknown>) => void
      this.#waiting.push({ work: toQueued(work), resolve: deliver, reject })
      this.#running ??= this.#drain()
    })
  }

  /** Takes nothing new and finishes what it accepted. */
  async close(): Promise<void> {
    this.#closed = true
    await this.#running
  }

  async #drain(): Promise<void> {
    // One turn of the event loop lets requests that arrived together share the first batch.
    await new Promise((resolve) => setImmediate(resolve))
    while (this.#waiting.length > 0) {
      const taken = this.#waiting.splice(0, MAX_BATCH)
      const begun = performance.now()
      await this.#serve(taken)
      this.#onBatch(taken.length)
      await this.#gather((performance.now() - begun) * GATHER_SHARE)
    }
    this.#running = undefined
  }

  /** When others wait already, gives those who were just answered a moment to join them. */
  async #gather(ms: number): Promise<void> {
    const until = performance.now() + Math.min(ms, GATHER_MS)
    while (this.#waiting.length > 0 && this.#waiting.length < ENOUGH && !this.#closed) {
      await new Promise((resolve) => setTimeout(resolve, 1))
      if (performance.now() >= until) return
    }
  }

  /** @param taken gets those as well who come while the log's lock is waited for */
  async #serve(taken: Waiting[]): Promise<void> {
    const stalled = setInterval(() => this.#turnAway(new DatabaseAway('the database does not answer')), this.#patienceMs)
    try {
      const endings = await this.#appendPatiently(taken)
      taken.forEach((waiting, i) => deliver(waiting, endings[i]))
    } catch (error) {
      const away = error instanceof OutcomeUnknown ? error : new DatabaseAway('the database is away', { cause: error })
      for (const waiting of taken) waiting.reject(away)
      this.#turnAway(new DatabaseAway('the database is away', { cause: error }))
    } finally {
      clearInterval(stalled)
    }
  }

  /** Those behind a batch that does not end have waited as long: better a clear answer now than another wait each. */
  #turnAway(error: DatabaseAway): void {
    for (const waiting of this.#waiting.splice(0)) waiting.reject(error)
  }

  /** A restart of the database is over in seconds: whoever waits through it need not know of it. */
  async #appendPatiently(taken: Waiting[]): Promise<readonly Ending[]> {
    const deadline = performance.now() + this.#patienceMs
    const works = () => taken.map((waiting) => waiting.work)
    const joining = () => {
      const joined = this.#waiting.splice(0, MAX_BATCH - taken.length)
      taken.push(...joined)
      return joined.map((waiting) => waiting.work)
    }
    for (;;) {
      try {
        return await this.#appender.append(works(), joining)
      } catch (error) {
        if (error instanceof OutcomeUnknown || this.#closed || performance.now() > deadline) throw error
        await new Promise((resolve) => setTimeout(resolve, RETRY_MS))
      }
    }
  }
}

function deliver(waiting: Waiting, ending: Ending | undefined): void {
  if (ending === undefined) waiting.reject(new Error('the batch lost this work'))
  else if ('error' in ending) waiting.reject(ending.error)
  else waiting.resolve(ending.settled)
}
