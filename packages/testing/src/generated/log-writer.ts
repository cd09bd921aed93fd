import { randomBytes, randomUUID } from 'node:crypto'
import {
  type Actor,
  type ReplyOf,
  type CommandData,
  type CommandOfType,
  type CommandType,
  emptyPool,
  type Instant,
  instantFromMs,
  instantToMs,
  type PoolState,
  runCommand,
  type StreamName,
} from '@outlast/domain'
import type { Kysely } from 'kysely'
import type { Tables } from '@outlast/server/database'
import { GENESIS, seal } from '@outlast/server/log/chain'
import { nodeHashing } from '@outlast/server/log/hashing'
import type { StoredEvent } from '@outlast/server/log/stored-event'
import { inPieces, writeEvents } from '@outlast/server/log/write'

const SYSTEM: Actor = { kind: 'system' }
const CHUNK = 5_000

/**
 * Writes the log that a server would have written, only faster: the domain decides each command, each event is sealed into the
 * hash chain, and events are inserted in large chunks. The writer has its own clock, which must not go backwards.
 */
export class LogWriter {
  readonly pool: PoolState = emptyPool()
  /** The time of the next command, in milliseconds since 1970. */
  clockMs: number
  readonly #db: Kysely<Tables>
  readonly #streamLengths = new Map<StreamName, number>()
  readonly #onProgress: (events: number) => void
  #hash = GENESIS
  #pending: StoredEvent[] = []
  #writing: Promise<void> = Promise.resolve()

  /** @param db an empty, migrated database; one connection is enough */
  constructor(db: Kysely<Tables>, start: Instant, onProgress: (events: number) => void = () => {}) {
    this.#db = db
    this.clockMs = instantToMs(start)
    this.#onProgress = onProgress
  }

  get events(): number {
    return this.pool.position
  }

  get now(): Instant {
    return instantFromMs(this.clockMs)
  }

  /** Runs a command a millisecond after the last one. Throws when the rules reject it. */
  run<T extends CommandType>(type: T, data: CommandData[T], actor: Actor = SYSTEM): ReplyOf<T> {
    this.clockMs += 1
    const command = { type, data } as CommandOfType<T>
    const { recorded, outcome } = runCommand(this.pool, { command, actor }, this.now, nodeHashing)
    for (const event of recorded) {
      const version = (this.#streamLengths.get(event.stream) ?? 0) + 1
      this.#streamLengths.set(event.stream, version)
      const sealed = seal(event, version, randomUUID(), this.#hash)
      this.#hash = sealed.hash
      this.#pending.push(sealed)
    }
    if (!outcome.ok) throw outcome.violation
    return outcome.reply
  }

  /** Writes the pending events when there are enough for a chunk. Call it regularly. */
  async flushIfLarge(): Promise<void> {
    if (this.#pending.length >= CHUNK) await this.flush()
  }

  /** Starts to write the pending events, once the previous chunk is written. */
  async flush(): Promise<void> {
    await this.#writing
    const events = this.#pending
    this.#pending = []
    this.#writing = this.#db.transaction().execute((tx) => writeEvents(tx, inPieces(events)))
    // Awaited with the next chunk, which reports an error.
    this.#writing.catch(() => {})
    this.#onProgress(this.events)
  }

  /** Writes the remaining events, and waits until all are in the database. */
  async finish(): Promise<void> {
    await this.flush()
    await this.#writing
  }
}

/** Returns 32 random bytes in hexadecimal. */
export function randomNonce(): string {
  return randomBytes(32).toString('hex')
}
