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
import type { StoredEvent } from '../log/stored-event.ts'
import type { LogState } from '../state/follower.ts'

/**
 * Decides the commands of one transaction, in order, on a fork of the pool. Each command sees the effects of the earlier
 * ones; nothing else sees them until the transaction commits. The base state must not advance meanwhile, which the append
 * lock guarantees.
 */
export class Batch {
  readonly tx: Kysely<Tables>
  readonly pool: PoolState
  readonly events: StoredEvent[] = []
  readonly #base: LogState
  readonly #now: Instant
  readonly #streamLengths = new Map<StreamName, number>()
  #hash: string

  /** @param now the database's clock, read under the append lock */
  constructor(tx: Kysely<Tables>, base: LogState, now: Instant) {
    this.tx = tx
    this.#base = base
    this.#now = now
    this.#hash = base.head.hash
    this.pool = forkPool(base.pool)
  }

  decide<T extends CommandType>(
    sent: CommandEnvelope<T>,
  ): { readonly outcome: CommandOutcome<T>; readonly events: readonly StoredEvent[] } {
    const { recorded, outcome } = runCommand(this.pool, sent, this.#now, nodeHashing)
    const events = recorded.map((event) => this.#seal(event))
    for (const event of events) this.events.push(event)
    return { outcome, events }
  }

  /** Returns an event of this batch or of the log. */
  async eventAt(position: number): Promise<StoredEvent | undefined> {
    if (position > this.#base.head.position) return this.events[position - this.#base.head.position - 1]
    const [event] = await readEvents(this.tx, position - 1, 1)
    return event
  }

  #seal(event: RecordedEvent): StoredEvent {
    const length = this.#streamLengths.get(event.stream) ?? this.#base.streamLengths.get(event.stream) ?? 0
    const sealed = seal(event, length + 1, randomUUID(), this.#hash)
    this.#streamLengths.set(event.stream, sealed.version)
    this.#hash = sealed.hash
    return sealed
  }
}
