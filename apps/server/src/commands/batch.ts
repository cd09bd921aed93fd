import { randomUUID } from 'node:crypto'
import {
  type CommandType,
  forkPool,
  type Instant,
  type CommandOutcome,
  type PoolState,
  type RecordedEvent,
  runCommand,
  type CommandEnvelope,
  type StreamName,
} from '@outlast/domain'
import type { Kysely } from 'kysely'
import type { Tables } from '../database/tables.ts'
import { seal } from '../log/chain.ts'
import { nodeHashing } from '../log/hashing.ts'
import { readEvents } from '../log/read.ts'
import type { Head, StoredEvent } from '../log/stored-event.ts'
import type { LogState } from '../pool/follower.ts'

/** A command needs the transaction while it is decided, so its batch must be decided under the append lock. */
class NeedsAppendLock extends Error {}

/**
 * Decides the commands of one transaction, in order, on a fork of the pool. Each command sees the effects of the earlier
 * ones; nothing else sees them until the transaction commits. The base state must not advance meanwhile, except by the batches
 * that this one continues. Otherwise the transaction must fail (pipeline.ts).
 */
export class Batch {
  readonly pool: PoolState
  readonly #sealed: StoredEvent[] = []
  /** Decided, but not sealed yet: PostgreSQL can insert the first events of a lock while the last ones are sealed. */
  #unsealed: readonly RecordedEvent[] = []
  /** The position and the hash of the log's last event before this batch. */
  readonly after: Pick<Head, 'position' | 'hash'>
  /** The number of batches that this one continues, each on the state of the one before. */
  readonly depth: number
  readonly #tx: Kysely<Tables> | undefined
  readonly #base: LogState
  /** The time of its events. */
  readonly now: Instant
  readonly #streamLengths: Map<StreamName, number>
  #hash: string

  /**
   * @param tx the transaction that holds the append lock; undefined if the batch is decided before its transaction begins
   * @param now the database's time
   * @param previous the batch before this one, if it is not committed yet: this one takes over its fork
   */
  constructor(tx: Kysely<Tables> | undefined, base: LogState, now: Instant, previous?: Batch) {
    this.#tx = tx
    this.#base = base
    this.now = now
    this.#hash = previous?.lastHash ?? base.head.hash
    this.#streamLengths = previous?.streamLengths ?? new Map<StreamName, number>()
    this.pool = previous?.pool ?? forkPool(base.pool)
    this.after = { position: previous?.pool.position ?? base.head.position, hash: this.#hash }
    this.depth = previous === undefined ? 0 : previous.depth + 1
  }

  /** The transaction. Throws {@link NeedsAppendLock} if there is none yet. */
  get tx(): Kysely<Tables> {
    if (this.#tx === undefined) throw new NeedsAppendLock()
    return this.#tx
  }

  /** Its events. Seals those that are not sealed yet. */
  get events(): readonly StoredEvent[] {
    this.#seal(Number.POSITIVE_INFINITY)
    return this.#sealed
  }

  /** Returns its events in pieces of at most this size. Each piece is sealed when it is asked for. */
  *pieces(size: number): Generator<readonly StoredEvent[]> {
    for (let from = 0; from < this.#sealed.length + this.#unsealed.length; from += size) {
      this.#seal(from + size)
      yield this.#sealed.slice(from, from + size)
    }
  }

  /** The hash of the last event of the log with this batch. */
  get lastHash(): string {
    this.#seal(Number.POSITIVE_INFINITY)
    return this.#hash
  }

  /** The lengths of the streams that this batch and those that it continues have extended. */
  get streamLengths(): Map<StreamName, number> {
    return this.#streamLengths
  }

  decide<T extends CommandType>(
    sent: CommandEnvelope<T>,
  ): { readonly outcome: CommandOutcome<T>; readonly hasEvents: boolean; readonly events: () => readonly StoredEvent[] } {
    const { recorded, outcome } = runCommand(this.pool, sent, this.now, nodeHashing)
    const from = this.#sealed.length + this.#unsealed.length
    this.#unsealed = this.#unsealed.length === 0 ? recorded : [...this.#unsealed, ...recorded]
    return { outcome, hasEvents: recorded.length > 0, events: () => this.events.slice(from, from + recorded.length) }
  }

  /** Returns an event of this batch or of the log. */
  async eventAt(position: number): Promise<StoredEvent | undefined> {
    if (position > this.after.position) return this.events[position - this.after.position - 1]
    const [event] = await readEvents(this.tx, position - 1, 1)
    return event
  }

  /** Seals events until this many of the batch are sealed. */
  #seal(count: number): void {
    const missing = this.#unsealed.slice(0, Math.max(0, count - this.#sealed.length))
    for (const event of missing) {
      const length = this.#streamLengths.get(event.stream) ?? this.#base.streamLengths.get(event.stream) ?? 0
      const sealed = seal(event, length + 1, randomUUID(), this.#hash)
      this.#streamLengths.set(event.stream, sealed.version)
      this.#hash = sealed.hash
      this.#sealed.push(sealed)
    }
    this.#unsealed = this.#unsealed.slice(missing.length)
  }
}
