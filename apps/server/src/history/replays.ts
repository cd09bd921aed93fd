import type { WeekId } from '@outlast/domain'
import { Piscina } from 'piscina'
import { LRUCache } from 'lru-cache'
import type { Viewer } from '../accounts/viewer.ts'
import type { EncodedBody } from '../lib/encoded-body.ts'
import { DatabaseUnavailable, Overloaded } from '../lib/errors.ts'
import { rateLimited } from '../lib/http-error.ts'
import type { replayAt, ReplayTask } from './replay-worker.ts'

const MAX_QUEUED = 8
/** Visitors leave most places in the queue to members. */
const MAX_QUEUED_FOR_VISITORS = 1
const VISITORS_RETRY_AFTER_S = 5
const MAX_CACHED = 32
const IDLE_MS = 30_000

/** Replays the log up to a position. */
export type Replay = typeof replayAt

/**
 * Returns earlier states of the pool. They are folded in one worker thread, since a long log takes seconds and every visitor
 * can request one. Results are cached and shared by concurrent requests. The cache is cleared when something is hidden or
 * redacted, including replays in progress, which started before that.
 */
export class Replays {
  readonly #connectionString: string
  readonly #revealed: () => ReadonlySet<WeekId>
  readonly #run: Replay
  readonly #cache = new LRUCache<number, Promise<EncodedBody | undefined>>({ max: MAX_CACHED })
  readonly #threads = new Piscina<ReplayTask, Awaited<ReturnType<typeof replayAt>>>({
    filename: new URL('./replay-worker.ts', import.meta.url).href,
    name: 'replayAt',
    minThreads: 0,
    maxThreads: 1,
    maxQueue: MAX_QUEUED,
    idleTimeout: IDLE_MS,
    execArgv: [],
    env: {},
  })

  /**
   * @param revealed returns the weeks that are locked
   * @param run replays instead of the worker thread
   */
  constructor(connectionString: string, revealed: () => ReadonlySet<WeekId>, run?: Replay) {
    this.#connectionString = connectionString
    this.#revealed = revealed
    this.#run = run ?? ((task) => this.#threads.run(task))
  }

  /**
   * Returns the pool at a position as encoded `AuditAt`, or undefined if the log ends before it.
   *
   * @throws DatabaseUnavailable; Overloaded if too many replays wait; HttpError 429 for visitors, who must not crowd out members
   */
  async at(position: number, viewer: Pick<Viewer, 'kind'>): Promise<EncodedBody | undefined> {
    const cached = this.#cache.get(position)
    if (cached !== undefined) return cached
    const { queueSize } = this.#threads
    if (viewer.kind === 'visitor' && queueSize >= MAX_QUEUED_FOR_VISITORS) throw rateLimited(VISITORS_RETRY_AFTER_S)
    if (queueSize >= MAX_QUEUED) throw new Overloaded()
    const replay = this.#replay(position)
    this.#cache.set(position, replay)
    const drop = (): void => {
      if (this.#cache.get(position) === replay) this.#cache.delete(position)
    }
    // Do not cache failures and positions that the log has not reached.
    replay.then((result) => result === undefined && drop(), drop)
    return replay
  }

  async #replay(position: number): Promise<EncodedBody | undefined> {
    const found = await this.#run({ connectionString: this.#connectionString, position, revealed: this.#revealed() })
    if (found === 'unavailable') throw new DatabaseUnavailable('the database is unreachable')
    return found === null ? undefined : fromWorker(found)
  }

  clear(): void {
    this.#cache.clear()
  }

  close(): Promise<void> {
    return this.#threads.destroy()
  }
}

/** Restores the buffers of a body, which arrive from a worker thread as plain arrays of bytes. */
function fromWorker({ brotli, gzip, ...body }: EncodedBody): EncodedBody {
  return {
    ...body,
    raw: Buffer.from(body.raw),
    ...(brotli === undefined ? {} : { brotli: Buffer.from(brotli) }),
    ...(gzip === undefined ? {} : { gzip: Buffer.from(gzip) }),
  }
}
