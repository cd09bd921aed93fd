import { setTimeout as sleep } from 'node:timers/promises'
import type { CommandType } from '@outlast/domain'
import type { Appender } from './appender.ts'
import type { BatchItemResult, DecidedBatch } from './decided-batch.ts'
import type { Pipeline, SendOutcome } from './pipeline.ts'
import { LogDiverged } from '../pool/follower.ts'
import { Overloaded, DatabaseUnavailable, OutcomeUnknown } from '../lib/errors.ts'
import { type CommandSubmission, type QueuedCommand, toQueuedCommand } from './queued-command.ts'
import type { CommandResult } from './receipts.ts'

/** Commands per transaction: enough to share the cost of a commit, few enough to keep the latency of each one low. */
const MAX_BATCH = 300
/** Batches in flight: PostgreSQL executes one while the next one is sent. */
const MAX_IN_FLIGHT = 2
/**
 * How many commands must wait before a batch is sent while another is in flight. Every batch costs PostgreSQL a transaction, so
 * smaller ones would cost more than the overlap saves (`npm run bench -- picks`).
 */
const OVERLAP_FROM = 60
/** How many commands may wait. Beyond this the queue rejects new ones at once, so that the accepted ones finish in time. */
const MAX_WAITING = 20_000
/**
 * Between batches the queue pauses briefly, so that clients that just received a response can share the next transaction. The
 * pause lasts a fraction of the previous batch's time, at most {@link GATHER_MS} milliseconds, and ends early once
 * {@link GATHER_ENOUGH} commands wait. With 50 clients this handles 1.7 times as many picks (`npm run bench -- picks`).
 */
const GATHER_SHARE = 0.15
const GATHER_MS = 5
const GATHER_ENOUGH = 100
/** How long a batch is retried while the database is unreachable, and how long commands wait behind a stalled batch. */
const RETRY_FOR_MS = 3_500
const RETRY_EVERY_MS = 100

interface PendingCommand {
  readonly command: QueuedCommand
  readonly resolve: (result: CommandResult<unknown>) => void
  readonly reject: (error: unknown) => void
}

/** A batch that the appender has to record under the lock. */
interface LockedBatch {
  readonly batch: PendingCommand[]
  /** The batch as it was sent before, if it may have committed. */
  readonly lost: DecidedBatch | undefined
}

export interface QueueOptions {
  /** Sends batches while earlier ones are in flight. Without it, each batch waits for the one before. */
  readonly pipeline?: Pick<Pipeline, 'send'> | undefined
  /** How many commands must wait before a batch is sent while another is in flight. */
  readonly overlapFrom?: number
  readonly onBatch?: ((size: number) => void) | undefined
  readonly retryForMs?: number
  /** Called with the error of each attempt that failed. */
  readonly onFailure?: ((error: unknown) => void) | undefined
  /** Returns why nothing may be recorded now. */
  readonly refusal?: (() => Error | undefined) | undefined
}

/** Holds the commands of this process in order of arrival, and appends them in batches. */
export class CommandQueue {
  readonly #appender: Pick<Appender, 'append'>
  readonly #pipeline: Pick<Pipeline, 'send'> | undefined
  readonly #overlapFrom: number
  readonly #onBatch: (size: number) => void
  readonly #retryForMs: number
  readonly #onFailure: (error: unknown) => void
  readonly #refusal: () => Error | undefined
  #pending: PendingCommand[] = []
  /** One promise for each batch in flight, oldest first; none rejects. */
  #inFlight: Promise<void>[] = []
  /** The batches that failed in flight, oldest first, and then the one that cannot be sent. */
  #locked: LockedBatch[] = []
  #arrival = Promise.withResolvers<void>()
  /** How long the last batch took, in milliseconds. */
  #lastMs = 0
  #draining: Promise<void> | undefined
  #closed = false

  constructor(
    appender: Pick<Appender, 'append'>,
    {
      pipeline,
      overlapFrom = OVERLAP_FROM,
      onBatch = () => {},
      retryForMs = RETRY_FOR_MS,
      onFailure = () => {},
      refusal = () => undefined,
    }: QueueOptions = {},
  ) {
    this.#appender = appender
    this.#pipeline = pipeline
    this.#overlapFrom = overlapFrom
    this.#onBatch = onBatch
    this.#retryForMs = retryForMs
    this.#onFailure = onFailure
    this.#refusal = refusal
  }

  /** The number of commands that wait for a batch. */
  get length(): number {
    return this.#pending.length
  }

  /**
   * Runs a command. Resolves once it is committed, or rejected by the rules.
   *
   * @throws Overloaded, DatabaseUnavailable, OutcomeUnknown, IdempotencyMismatch, or the unexpected error of this command
   */
  submit<T extends CommandType, R>(submission: CommandSubmission<T, R>): Promise<CommandResult<R>> {
    if (this.#closed || this.#pending.length >= MAX_WAITING) return Promise.reject(new Overloaded())
    const refusal = this.#refusal()
    if (refusal !== undefined) return Promise.reject(new DatabaseUnavailable(refusal.message, { cause: refusal }))
    return new Promise<CommandResult<R>>((resolve, reject) => {
      // The queue erases the type of the response; each response goes only to the promise of its own submission.
      const deliver = resolve as (result: CommandResult<unknown>) => void
      this.#pending.push({ command: toQueuedCommand(submission), resolve: deliver, reject })
      this.#arrival.resolve()
      this.#draining ??= this.#drain()
    })
  }

  /** Rejects new commands and finishes the accepted ones. */
  async close(): Promise<void> {
    this.#closed = true
    await this.#draining
  }

  async #drain(): Promise<void> {
    // One turn of the event loop lets requests that arrived together share the first batch.
    await new Promise((resolve) => setImmediate(resolve))
    while (this.#pending.length > 0 || this.#inFlight.length > 0 || this.#locked.length > 0) {
      if (this.#locked.length > 0) await this.#appendLocked()
      else if (this.#inFlight.length >= MAX_IN_FLIGHT) await this.#inFlight[0]
      else if (this.#pending.length < (this.#inFlight.length === 0 ? 1 : this.#overlapFrom)) await this.#nextEvent()
      else await this.#appendNext()
    }
    this.#draining = undefined
    this.#lastMs = 0
  }

  /** Waits until a command arrives or the oldest batch in flight ends. */
  async #nextEvent(): Promise<void> {
    this.#arrival = Promise.withResolvers()
    await Promise.race([this.#arrival.promise, this.#inFlight[0]])
  }

  async #appendNext(): Promise<void> {
    await this.#gather()
    const batch = this.#pending.splice(0, MAX_BATCH)
    const startedAt = performance.now()
    const sent = await this.#pipeline?.send(batch.map(({ command }) => command))
    if (sent === undefined) {
      // Batches in flight are older, so those that fail must be appended first.
      await Promise.all(this.#inFlight)
      this.#locked.push({ batch, lost: undefined })
      return
    }
    const ended: Promise<void> = this.#settle(batch, sent.outcome).finally(() => {
      this.#inFlight = this.#inFlight.filter((other) => other !== ended)
      this.#lastMs = performance.now() - startedAt
    })
    this.#inFlight.push(ended)
  }

  /** Delivers the results of a batch in flight, or keeps it for the appender. */
  async #settle(batch: PendingCommand[], outcome: Promise<SendOutcome>): Promise<void> {
    const sent = await this.#whileNotStalled(() => outcome)
    if (!sent.committed) return void this.#locked.push({ batch, lost: sent.lost })
    batch.forEach((pending, i) => deliver(pending, sent.results[i]))
    this.#onBatch(batch.length)
  }

  /** Appends batches under the lock, one after the other, once none is in flight. */
  async #appendLocked(): Promise<void> {
    await Promise.all(this.#inFlight)
    for (let next = this.#locked.shift(); next !== undefined; next = this.#locked.shift()) {
      const startedAt = performance.now()
      await this.#process(next)
      this.#onBatch(next.batch.length)
      this.#lastMs = performance.now() - startedAt
    }
  }

  /** Pauses before the next batch if some commands wait already, so that more of them can join it. */
  async #gather(): Promise<void> {
    const until = performance.now() + Math.min(this.#lastMs * GATHER_SHARE, GATHER_MS)
    while (performance.now() < until && this.#pending.length < GATHER_ENOUGH && !this.#closed) {
      await sleep(1)
    }
  }

  /** Appends a batch under the lock. Commands that arrive while the lock is awaited are added to it. */
  async #process({ batch, lost }: LockedBatch): Promise<void> {
    try {
      const results = await this.#whileNotStalled(() => this.#appendWithRetry(batch, lost))
      batch.forEach((pending, i) => deliver(pending, results[i]))
    } catch (error) {
      const unavailable = new DatabaseUnavailable('the database is unreachable', { cause: error })
      rejectBatch(batch, error instanceof OutcomeUnknown ? error : unavailable)
      for (const behind of this.#locked.splice(0)) {
        const unknown = new OutcomeUnknown('no reply to COMMIT', { cause: error })
        rejectBatch(behind.batch, behind.lost === undefined ? unavailable : unknown)
      }
      this.#rejectPending(unavailable)
    }
  }

  /** Runs a step of a batch. While it is stalled, commands behind it are rejected. */
  async #whileNotStalled<T>(step: () => Promise<T>): Promise<T> {
    const stallTimer = setInterval(
      () => this.#rejectPending(new DatabaseUnavailable('the database does not respond')),
      this.#retryForMs,
    )
    try {
      return await step()
    } finally {
      clearInterval(stallTimer)
    }
  }

  /** Commands behind a stalled batch have waited as long as the batch: a clear error now is better than another full wait. */
  #rejectPending(error: DatabaseUnavailable): void {
    rejectBatch(this.#pending.splice(0), error)
  }

  /** Retries a batch for a few seconds, so that clients do not notice a restart of the database. */
  async #appendWithRetry(batch: PendingCommand[], lost: DecidedBatch | undefined): Promise<readonly BatchItemResult[]> {
    const deadline = performance.now() + this.#retryForMs
    const takeLateArrivals = () => {
      // Commands of the batches behind this one came earlier.
      if (this.#locked.length > 0) return []
      const late = this.#pending.splice(0, MAX_BATCH - batch.length)
      batch.push(...late)
      return late.map((pending) => pending.command)
    }
    for (;;) {
      try {
        const commands = batch.map((pending) => pending.command)
        return await this.#appender.append(commands, takeLateArrivals, lost)
      } catch (error) {
        this.#onFailure(error)
        const isFinal = error instanceof OutcomeUnknown || error instanceof LogDiverged
        if (isFinal || this.#closed || performance.now() > deadline) throw error
        await sleep(RETRY_EVERY_MS)
      }
    }
  }
}

function rejectBatch(batch: readonly PendingCommand[], error: Error): void {
  for (const pending of batch) pending.reject(error)
}

function deliver(pending: PendingCommand, item: BatchItemResult | undefined): void {
  if (item === undefined) pending.reject(new Error('the batch returned no result for this command'))
  else if ('error' in item) pending.reject(item.error)
  else pending.resolve(item.result)
}
