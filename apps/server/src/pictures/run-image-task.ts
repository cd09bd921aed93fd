import { setTimeout as wait } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import type { CardSize } from '@outlast/contract/cards'
import type { CrestSize } from '@outlast/contract/crest'
import type { Card } from './card.ts'
import { Overloaded } from '../lib/errors.ts'

/** Draws an uploaded image in several sizes. */
export interface CrestTask {
  readonly kind: 'crest'
  readonly type: 'image/png' | 'image/svg+xml'
  readonly file: Uint8Array
  readonly sizes: readonly CrestSize[]
}

/** Draws a card in one size. */
export interface CardTask {
  readonly kind: 'card'
  readonly card: Card
  readonly size: CardSize
  /** The club's crest as PNG, if it has one. */
  readonly crest: Uint8Array | undefined
}

export type ImageTask = CrestTask | CardTask

/** Thrown if an upload needs too much computing, so that its thread was terminated. */
export class ImageTimeout extends Error {
  override name = 'ImageTimeout'
}

/** How long a thread may compute for an image. On a busy machine the thread, which has a low priority, waits meanwhile. */
const COMPUTING_LIMIT_MS = { crest: 3_000, card: 10_000 }
/** How long an image may take in all. */
const LIMIT_MS = 60_000
const CHECK_EVERY_MS = 500
const MAX_WAITING = 24
const IDLE_MS = 15_000

/** Separate queues, so that an admin who uploads a crest does not wait for cards. */
const queues = {
  crest: { latest: Promise.resolve<unknown>(0), waiting: 0 },
  card: { latest: Promise.resolve<unknown>(0), waiting: 0 },
}

/**
 * Runs a task in a thread, one task of each kind at a time, and resolves with its result.
 * @throws ImageTimeout; Overloaded if too many tasks wait, or the machine is too busy; the thread's own error
 */
export async function runImageTask(task: ImageTask): Promise<unknown> {
  const queue = queues[task.kind]
  if (queue.waiting >= MAX_WAITING) throw new Overloaded('too many images wait to be drawn')
  queue.waiting += 1
  const running = queue.latest.then(() => run(task))
  queue.latest = running.catch(() => undefined)
  try {
    return await running
  } finally {
    queue.waiting -= 1
  }
}

/** The thread that drew the last card. The layout engine takes most of a second to load; then a card takes about 100 ms. */
let idle: { readonly worker: Worker; readonly timer: NodeJS.Timeout } | undefined

async function run(task: ImageTask): Promise<unknown> {
  const worker = task.kind === 'card' ? takeIdle() : start()
  const ended = new AbortController()
  try {
    const drawn = await new Promise<unknown>((resolve, reject) => {
      limitTime(worker, task.kind, ended.signal).catch(reject)
      worker.once('message', resolve)
      worker.once('error', reject)
      worker.once('exit', () => reject(new Error('the thread of an image ended early')))
      worker.postMessage(task)
    })
    // A thread that has seen an upload draws nothing else.
    if (task.kind === 'card') keepIdle(worker)
    else await worker.terminate()
    return drawn
  } catch (error) {
    await worker.terminate()
    throw error
  } finally {
    ended.abort()
  }
}

/** Rejects when the thread has computed for too long, or the machine gave it too little time for too long. */
async function limitTime(worker: Worker, kind: ImageTask['kind'], ended: AbortSignal): Promise<void> {
  const before = await usageOf(worker)
  for (let waited = 0; waited < LIMIT_MS; waited += CHECK_EVERY_MS) {
    await wait(CHECK_EVERY_MS, undefined, { signal: ended }).catch(() => undefined)
    if (ended.aborted) return
    const computed = (await usageOf(worker)) - before
    if (computed > COMPUTING_LIMIT_MS[kind]) throw new ImageTimeout(`an image was computed for ${computed} ms`)
  }
  throw new Overloaded('the machine is too busy to draw an image')
}

/** Returns the milliseconds that a thread has computed, or those that have passed if Node.js is older than 24.6 and does not tell. */
async function usageOf(worker: Worker): Promise<number> {
  // A thread that has not begun or has ended reports an error.
  const usage = 'cpuUsage' in worker ? await worker.cpuUsage().catch(() => ({ user: 0, system: 0 })) : undefined
  return usage === undefined ? performance.now() : (usage.user + usage.system) / 1_000
}

const start = (): Worker => new Worker(new URL('./image-worker.ts', import.meta.url), { env: {}, execArgv: [] })

function takeIdle(): Worker {
  const known = idle
  idle = undefined
  if (known === undefined) return start()
  clearTimeout(known.timer)
  known.worker.ref()
  return known.worker
}

/** Keeps a thread for the next card, without keeping the process alive. */
function keepIdle(worker: Worker): void {
  for (const event of ['message', 'error', 'exit'] as const) worker.removeAllListeners(event)
  worker.on('error', () => undefined)
  worker.once('exit', () => {
    if (idle?.worker === worker) idle = undefined
  })
  worker.unref()
  idle = { worker, timer: setTimeout(() => void worker.terminate(), IDLE_MS).unref() }
}
