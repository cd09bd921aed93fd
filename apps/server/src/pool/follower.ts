import { type ChainHead, emptyPool, evolve, instantFromMs, type PoolState, type StreamName } from '@outlast/domain'
import type { QueryExecutorProvider } from 'kysely'
import { follows, GENESIS } from '../log/chain.ts'
import { readEvents } from '../log/read.ts'
import { type Head, type StoredEvent, upToDate } from '../log/stored-event.ts'

/** The log folded into memory: the pool, the length of each stream, and the log's head. */
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

/** Folds the next event, in its current schema version. Throws {@link LogDiverged} if its position is not the next one. */
export function advance(state: LogState, event: StoredEvent): void {
  if (event.position !== state.head.position + 1) throw new LogDiverged(state.head, event)
  evolve(state.pool, event)
  state.streamLengths.set(event.stream, event.version)
  state.head = { position: event.position, hash: event.hash, recordedAt: event.recordedAt }
}

const EVENTS_PER_READ = 5_000

/**
 * The database's log does not begin with the events that were folded: it has lost some, for example because a standby without the last
 * commits became the primary, or a position is missing. Nothing may be folded, decided or answered on this state any more.
 */
export class LogDiverged extends Error {
  /** @param found the event that does not follow the folded head, or the head that is not it */
  constructor(folded: ChainHead, found: ChainHead) {
    super(
      `The log in the database is not the one that this server has read. It has read ${folded.position}:${folded.hash}, and found ${found.position}:${found.hash}. Events are missing, for example because a standby without the last commits became the primary. The server must start again, and then continues with the log as it is (docs/operations.md, "Solve a problem")`,
    )
  }
}

/** Called for every event, in the order of the log, before it is folded, so that `before` is the pool without the event. */
type EventListener = (event: StoredEvent, before: PoolState) => void
/** Called once after each batch of events has been folded. */
type AdvanceListener = (position: number) => void

/**
 * Folds the log into memory and notifies listeners. It receives the events that this process commits and those that it
 * reads from the log, in order and each exactly once.
 */
export class Follower {
  readonly #state: LogState
  readonly #eventListeners: EventListener[] = []
  readonly #advanceListeners: AdvanceListener[] = []
  readonly #waiters: { readonly position: number; readonly resolve: () => void }[] = []
  #catchingUp: Promise<void> | undefined
  /** The last positions of the batches whose commits are in progress. */
  readonly #committing = new Set<number>()
  readonly #divergence = Promise.withResolvers<LogDiverged>()
  #hasDiverged = false

  constructor(state: LogState = emptyLogState()) {
    this.#state = state
  }

  /** The state. Only the follower may change it. */
  get state(): LogState {
    return this.#state
  }

  get pool(): PoolState {
    return this.#state.pool
  }

  get position(): number {
    return this.#state.head.position
  }

  get head(): Head {
    return this.#state.head
  }

  /** Resolves once it is found that the database's log does not begin with what was folded. */
  get diverged(): Promise<LogDiverged> {
    return this.#divergence.promise
  }

  get hasDiverged(): boolean {
    return this.#hasDiverged
  }

  onEvent(listener: EventListener): void {
    this.#eventListeners.push(listener)
  }

  onAdvanced(listener: AdvanceListener): void {
    this.#advanceListeners.push(listener)
  }

  /** Folds events of one statement or commit, and skips those that were folded already. Throws {@link LogDiverged}. */
  ingest(events: readonly StoredEvent[]): void {
    const next = events.find((event) => event.position > this.position)
    if (next === undefined) return
    if (!follows(this.head, next)) throw this.#diverge(next)
    for (const event of events) {
      if (event.position <= this.position) continue
      const current = upToDate(event)
      for (const listener of this.#eventListeners) listener(current, this.pool)
      advance(this.#state, current)
    }
    this.#notify()
  }

  /**
   * Runs the commit of this process's own events up to a position. Meanwhile {@link lacks} returns false for them, since the
   * appender ingests them: the notification of a commit often arrives before the reply to it, and would cause a needless read.
   */
  async committing<T>(position: number, commit: () => Promise<T>): Promise<T> {
    this.#committing.add(position)
    try {
      return await commit()
    } finally {
      this.#committing.delete(position)
    }
  }

  /** Returns whether the event at a position has to be read from the log. */
  lacks(position: number): boolean {
    return position > Math.max(this.position, ...this.#committing)
  }

  /**
   * Throws {@link LogDiverged} unless a head that was read from the database is the one that was folded.
   *
   * @param folded the head that was folded before the other one was read. Default: the current one, for the holder of the append lock
   */
  assertHead(found: ChainHead, folded: ChainHead = this.head): void {
    if (found.position !== folded.position || found.hash !== folded.hash) throw this.#diverge(found, folded)
  }

  /** Reads new events from the log. Concurrent calls share one read. */
  catchUp(db: QueryExecutorProvider): Promise<void> {
    this.#catchingUp ??= this.readNewEvents(db).finally(() => {
      this.#catchingUp = undefined
    })
    return this.#catchingUp
  }

  /** Reads new events through the given connection, up to the head that it sees. */
  async readNewEvents(db: QueryExecutorProvider): Promise<void> {
    for (;;) {
      const events = await readEvents(db, this.position, EVENTS_PER_READ)
      this.ingest(events)
      if (events.length < EVENTS_PER_READ) return
    }
  }

  /** Resolves once this process has folded the event at a position. */
  caughtUpTo(position: number): Promise<void> {
    if (this.position >= position) return Promise.resolve()
    return new Promise((resolve) => this.#waiters.push({ position, resolve }))
  }

  #diverge(found: ChainHead, folded: ChainHead = this.head): LogDiverged {
    const error = new LogDiverged(folded, found)
    this.#hasDiverged = true
    this.#divergence.resolve(error)
    return error
  }

  #notify(): void {
    for (const listener of this.#advanceListeners) listener(this.position)
    for (let i = this.#waiters.length - 1; i >= 0; i -= 1) {
      const waiter = this.#waiters[i]
      if (waiter === undefined || waiter.position > this.position) continue
      this.#waiters.splice(i, 1)
      waiter.resolve()
    }
  }
}
