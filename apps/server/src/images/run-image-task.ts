import { Worker } from 'node:worker_threads'
import type { CardSize } from '@outlast/contract/cards'
import type { CrestSize } from '@outlast/contract/crest'
import type { Card } from '../cards/card.ts'
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

/** Thrown if a task took too long, so that its thread was terminated. */
export class ImageTimeout extends Error {
  override name = 'ImageTimeout'
}

/** Below the time that a write may take (serve-route.ts). */
const TIME_LIMIT_MS = 3_000
/** A busy machine may need longer for a card, which no write waits for. */
const CARD_TIME_LIMIT_MS = 10_000
const MAX_WAITING = 24
const IDLE_MS = 15_000

/** Separate queues, so that an admin who uploads a crest does not wait for cards. */
const queues = {
  crest: { latest: Promise.resolve<unknown>(0), waiting: 0 },
  card: { latest: Promise.resolve<unknown>(0), waiting: 0 },
}

/**
 * Runs a task in a thread, one task of each kind at a time, and resolves with its result.
 * @throws ImageTimeout; Overloaded if too many tasks wait; the thread's own error
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
  let timer: NodeJS.Timeout | undefined
  try {
    const drawn = await new Promise<unknown>((resolve, reject) => {
      const limit = task.kind === 'crest' ? TIME_LIMIT_MS : CARD_TIME_LIMIT_MS
      timer = setTimeout(() => reject(new ImageTimeout(`an image took more than ${limit} ms`)), limit)
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
    clearTimeout(timer)
  }
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
