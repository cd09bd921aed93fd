import { setTimeout as sleep } from 'node:timers/promises'
import type { Follower } from './follower.ts'

/** However many reads arrive, the log's head is not looked up more often than this. */
const MIN_INTERVAL_MS = 5
/** How long to wait until the appender applies the events of a commit of this process. */
const OWN_COMMIT_MS = 250

interface ReadBarrierOptions {
  readonly follower: Pick<Follower, 'position' | 'lacks' | 'caughtUpTo'>
  /** Reads the position of the log's head from the database. */
  readonly readHead: () => Promise<number>
  /** Applies the events that the log has beyond the follower's position. Concurrent calls may share one read. */
  readonly catchUp: () => Promise<void>
  /** Refreshes what the version of an answer needs besides the log. Runs with each look at the log's head. */
  readonly refresh?: () => Promise<unknown>
}

/**
 * Makes reads linearizable: a read that passed it sees the pool as of its request, or later, whichever process committed the last event. So
 * no client gets an older answer than any client got before, from any of several servers
 * (docs/decisions/116-answers-are-as-of-a-version.md). Concurrent reads share one look at the log's head.
 */
export class ReadBarrier {
  readonly #options: ReadBarrierOptions
  #current: Promise<void> = Promise.resolve()
  /** The look that has not begun yet. New reads share it. */
  #next: Promise<void> | undefined
  #lastStartAt = Number.NEGATIVE_INFINITY

  constructor(options: ReadBarrierOptions) {
    this.#options = options
  }

  /** Resolves once this process has applied every event that was committed before the call. Rejects if the database does not answer. */
  pass(): Promise<void> {
    this.#next ??= this.#startNext()
    return this.#next
  }

  async #startNext(): Promise<void> {
    await this.#current.catch(() => undefined)
    const wait = this.#lastStartAt + MIN_INTERVAL_MS - performance.now()
    if (wait > 0) await sleep(wait)
    // From here on, a new read may follow a commit that this look does not see.
    this.#next = undefined
    this.#lastStartAt = performance.now()
    this.#current = this.#look()
    await this.#current
  }

  async #look(): Promise<void> {
    const { follower, readHead, catchUp, refresh } = this.#options
    const [position] = await Promise.all([readHead(), refresh?.()])
    // The appender applies the events of its own commits, unless the reply to one is lost.
    if (!follower.lacks(position)) {
      await Promise.race([follower.caughtUpTo(position), sleep(OWN_COMMIT_MS, undefined, { ref: false })])
    }
    // A read that was in progress may have begun too early. A head without its events, which somebody changed, is never reached.
    for (let attempt = 0; attempt < 2 && follower.position < position; attempt += 1) await catchUp()
  }
}
