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
  type PoolState,
  runCommand,
  type StreamName,
} from '@outlast/domain'
import type { Kysely } from 'kysely'
import type { Tables } from '@outlast/server/database'
import { GENESIS, seal } from '@outlast/server/log/chain'
import { nodeHashing } from '@outlast/server/log/hashing'
import type { StoredEvent } from '@outlast/server/log/stored-event'
import { writeEvents } from '@outlast/server/log/write'

const SYSTEM: Actor = { kind: 'system' }
const CHUNK = 5_000

/**
 * Writes a log as the server would have, only faster: each command decided by the domain, each event sealed into the
 * chain, and then written in large pieces. Time is the writer's own, and must not go backwards.
 */
export class LogMaker {
  readonly pool: PoolState = emptyPool()
  /** Real time of the next command, in milliseconds since 1970. */
  clockMs: number
  readonly #db: Kysely<Tables>
  readonly #streamLengths = new Map<StreamName, number>()
  readonly #onProgress: (events: number) => void
  #hash = GENESIS
  #pending: StoredEvent[] = []
  #writing: Promise<void> = Promise.resolve()

  /** @param db an empty, migrated database; a pool of one connection is enough */
  constructor(db: Kysely<Tables>, startMs: number, onProgress: (events: number) => void = () => {}) {
    this.#db = db
    this.clockMs = startMs
    this.#onProgress = onProgress
  }

  get events(): number {
    return this.pool.position
  }

  get now(): Instant {
    return instantFromMs(this.clockMs)
  }

  /** Runs a command a millisecond after the last one. Throws when the rules refuse it. */
  run<T extends CommandType>(type: T, data: CommandData[T], actor: Actor = SYSTEM): ReplyOf<T> {
    this.clockMs += 1
    const command = { type, data } as unknown as CommandOfType<T>
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

  /** To be awaited now and then: writes when there is enough, and waits for the piece before. */
  async pace(): Promise<void> {
    if (this.#pending.length >= CHUNK) await this.flush()
  }

  /** Begins to write what is there, once the piece before is written. */
  async flush(): Promise<void> {
    await this.#writing
    const events = this.#pending
    this.#pending = []
    this.#writing = this.#db.transaction().execute((tx) => writeEvents(tx, events))
    // Awaited with the next piece; an error is told there.
    this.#writing.catch(() => {})
    this.#onProgress(this.events)
  }

  /** Writes the rest, and waits until all of it is in the database. */
  async finish(): Promise<void> {
    await this.flush()
    await this.#writing
  }
}

/** 32 random bytes, hex. */
export function nonce(): string {
  return randomBytes(32).toString('hex')
}
