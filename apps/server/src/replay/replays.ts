import type { AuditAt } from '@outlast/contract'
import { Piscina } from 'piscina'
import { LRUCache } from 'lru-cache'
import { Overloaded } from '../lib/overloaded.ts'
import type { ReplayTask } from './replay-worker.ts'

const WAITING = 8
const KEPT = 16
const IDLE_MS = 30_000

/**
 * The pool as it once stood, folded in a thread beside the server, one at a time: on a long log it takes seconds, and
 * anybody may ask. Answers are kept for a while, shared by those who ask meanwhile, and forgotten when something is hidden
 * or redacted again: those under way too, which began before it was.
 */
export class Replays {
  readonly #connectionString: string
  readonly #kept = new LRUCache<number, Promise<AuditAt | undefined>>({ max: KEPT })
  readonly #threads = new Piscina<ReplayTask, AuditAt | null>({
    filename: new URL('./replay-worker.ts', import.meta.url).href,
    name: 'replayAt',
    minThreads: 0,
    maxThreads: 1,
    maxQueue: WAITING,
    idleTimeout: IDLE_MS,
    execArgv: [],
    env: {},
  })

  constructor(connectionString: string) {
    this.#connectionString = connectionString
  }

  /** @returns `undefined` when the log does not reach that far. Throws {@link Overloaded} when too many wait. */
  async at(position: number): Promise<AuditAt | undefined> {
    const kept = this.#kept.get(position)
    if (kept !== undefined) return kept
    if (this.#threads.queueSize >= WAITING) throw new Overloaded()
    const replay = this.#replay(position)
    this.#kept.set(position, replay)
    const drop = (): void => {
      if (this.#kept.get(position) === replay) this.#kept.delete(position)
    }
    // What is not there may come, and what failed may go well the next time.
    replay.then((found) => found === undefined && drop(), drop)
    return replay
  }

  async #replay(position: number): Promise<AuditAt | undefined> {
    return (await this.#threads.run({ connectionString: this.#connectionString, position })) ?? undefined
  }

  clear(): void {
    this.#kept.clear()
  }

  close(): Promise<void> {
    return this.#threads.destroy()
  }
}
