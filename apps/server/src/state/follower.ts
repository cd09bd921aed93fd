import { emptyPool, evolve, instantFromMs, type PoolState, type StreamName } from '@outlast/domain'
import type { QueryExecutorProvider } from 'kysely'
import { GENESIS } from '../log/chain.ts'
import { readEvents } from '../log/read.ts'
import { type Head, type StoredEvent, upToDate } from '../log/stored-event.ts'

/** What a process holds of the log: the folded pool, how long each stream is, and where the log ends. */
export interface LogState {
  readonly pool: PoolState
  readonly streamLengths: Map<StreamName, number>
  head: Head
}

export function emptyLogState(): LogState {
  return {
    pool: emptyPool(),
    streamLengths: new Map(),
    head: { position: 0, hash: GENESIS, recordedAt: instantFromMs(0) },
  }
}

/** Folds one event, which must be the next one, in today's form. */
export function advance(state: LogState, event: StoredEvent): void {
  if (event.position !== state.head.position + 1) {
    throw new LogGap(`event ${event.position} follows ${state.head.position}`)
  }
  evolve(state.pool, event)
  state.streamLengths.set(event.stream, event.version)
  state.head = { position: event.position, hash: event.hash, recordedAt: event.recordedAt }
}

/** Most events of one reading. */
const READ_AT_ONCE = 5_000

/** The log skipped a position: an incident, never to be folded over. */
export class LogGap extends Error {}

/** Called for every event in the order of the log, before it is folded: `before` still knows what it takes away. */
export type EventListener = (event: StoredEvent, before: PoolState) => void
/** Called once after each batch of events was folded. */
export type AdvanceListener = (position: number) => void

/**
 * Follows the log: events that this process commits and events it reads come in here, in order and each once, and
 * from here everybody in this process learns of them.
 */
export class Follower {
  readonly #state: LogState
  readonly #eventListeners: EventListener[] = []
  readonly #advanceListeners: AdvanceListener[] = []
  readonly #waiting: { readonly position: number; readonly resolve: () => void }[] = []
  #catchingUp: Promise<void> | undefined
  #committing = 0

  constructor(state: LogState = emptyLogState()) {
    this.#state = state
  }

  /** Only to be read. */
  get state(): LogState {
    return this.#state
  }

  get pool(): PoolState {
    return this.#state.pool
  }

  get position(): number {
    return this.#state.head.position
  }

  onEvent(listener: EventListener): void {
    this.#eventListeners.push(listener)
  }

  onAdvanced(listener: AdvanceListener): void {
    this.#advanceListeners.push(listener)
  }

  /** Folds events that follow; those it has already are passed over. Throws {@link LogGap} on a gap. */
  ingest(events: readonly StoredEvent[]): void {
    let advanced = false
    for (const event of events) {
      if (event.position <= this.position) continue
      const current = upToDate(event)
      for (const listener of this.#eventListeners) listener(current, this.pool)
      advance(this.#state, current)
      advanced = true
    }
    if (advanced) this.#announce()
  }

  /**
   * Runs the commit of this process's own events up to a position. They come in by themselves: half of all batches used to be
   * read back from the log as well, because their own notice came before the commit's answer.
   */
  async committing<T>(position: number, commit: () => Promise<T>): Promise<T> {
    this.#committing = position
    try {
      return await commit()
    } finally {
      this.#committing = 0
    }
  }

  /** Whether the event at a position has to be read from the log. */
  lacks(position: number): boolean {
    return position > Math.max(this.position, this.#committing)
  }

  /** Reads what the log has beyond this process. Calls that overlap share one reading. */
  catchUp(db: QueryExecutorProvider): Promise<void> {
    this.#catchingUp ??= this.readOn(db).finally(() => {
      this.#catchingUp = undefined
    })
    return this.#catchingUp
  }

  /** Reads on through the given connection, to the end that it sees. */
  async readOn(db: QueryExecutorProvider): Promise<void> {
    for (;;) {
      const events = await readEvents(db, this.position, READ_AT_ONCE)
      this.ingest(events)
      if (events.length < READ_AT_ONCE) return
    }
  }

  /** Resolves once this process has folded the event at a position. */
  caughtUpTo(position: number): Promise<void> {
    if (this.position >= position) return Promise.resolve()
    return new Promise((resolve) => this.#waiting.push({ position, resolve }))
  }

  #announce(): void {
    for (const listener of this.#advanceListeners) listener(this.position)
    for (let i = this.#waiting.length - 1; i >= 0; i -= 1) {
      const waiter = this.#waiting[i]
      if (waiter === undefined || waiter.position > this.position) continue
      this.#waiting.splice(i, 1)
      waiter.resolve()
    }
  }
}
