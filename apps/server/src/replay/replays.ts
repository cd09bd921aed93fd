import type { AuditAt } from '@outlast/contract'
import { Piscina } from 'piscina'
import { LRUCache } from 'lru-cache'
import { Overloaded } from '../lib/errors.ts'
import type { ReplayTask } from './replay-worker.ts'

const MAX_QUEUED = 8
const MAX_CACHED = 16
const IDLE_MS = 30_000

/**
 * Returns earlier states of the pool. They are folded in one worker thread, since a long log takes seconds and every visitor
 * can request one. Results are cached and shared by concurrent requests. The cache is cleared when something is hidden or
 * redacted, including replays in progress, which started before that.
 */
export class Replays {
  readonly #connectionString: string
  readonly #cache = new LRUCache<number, Promise<AuditAt | undefined>>({ max: MAX_CACHED })
  readonly #threads = new Piscina<ReplayTask, AuditAt | null>({
    filename: new URL('./replay-worker.ts', import.meta.url).href,
    name: 'replayAt',
    minThreads: 0,
    maxThreads: 1,
    maxQueue: MAX_QUEUED,
    idleTimeout: IDLE_MS,
    execArgv: [],
    env: {},
  })

  constructor(connectionString: string) {
    this.#connectionString = connectionString
  }

  /**
   * Returns the pool at a position, or undefined if the log ends before it.
   *
   * @throws Overloaded if too many replays wait
   */
  async at(position: number): Promise<AuditAt | undefined> {
    const cached = this.#cache.get(position)
    if (cached !== undefined) return cached
    if (this.#threads.queueSize >= MAX_QUEUED) throw new Overloaded()
    const replay = this.#replay(position)
    this.#cache.set(position, replay)
    const drop = (): void => {
      if (this.#cache.get(position) === replay) this.#cache.delete(position)
    }
    // Do not cache failures and positions that the log has not reached.
    replay.then((result) => result === undefined && drop(), drop)
    return replay
  }

  async #replay(position: number): Promise<AuditAt | undefined> {
    return (await this.#threads.run({ connectionString: this.#connectionString, position })) ?? undefined
  }

  clear(): void {
    this.#cache.clear()
  }

  close(): Promise<void> {
    return this.#threads.destroy()
  }
}
