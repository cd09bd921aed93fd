import { createHash } from 'node:crypto'
import { Worker } from 'node:worker_threads'
import { CREST_SIZES, type CrestSize } from '@outlast/contract/crest'
import * as z from 'zod'
import { checkCrest, CrestError } from './check-crest.ts'

/** Below the time that a write may take (serve-route.ts). */
const TIME_LIMIT_MS = 3_000
const UNREADABLE = 'The image is damaged or empty'
const TOO_COMPLEX = 'The image takes too long to draw: simplify it, or give a PNG'

export interface RenderTask {
  readonly type: 'image/png' | 'image/svg+xml'
  readonly file: Uint8Array
  readonly sizes: readonly CrestSize[]
}

/** The crest as PNG in every size. */
export interface RenderedCrest {
  /** The hash of the largest image, in hex: the crest's version. */
  readonly hash: string
  readonly images: readonly { readonly size: CrestSize; readonly png: Buffer }[]
}

const rendered = z.array(
  z.object({
    size: z.literal([...CREST_SIZES]),
    png: z.instanceof(Uint8Array).transform((png) => Buffer.from(png)),
    isEmpty: z.boolean(),
  }),
)

let latest: Promise<unknown> = Promise.resolve()

/** Draws an uploaded SVG or PNG as square PNG images, one upload after the other. @throws CrestError */
export function renderCrest(file: Buffer): Promise<RenderedCrest> {
  const type = checkCrest(file)
  const rendering = latest.then(() => render({ type, file, sizes: CREST_SIZES }))
  latest = rendering.catch(() => undefined)
  return rendering
}

async function render(task: RenderTask): Promise<RenderedCrest> {
  const images = rendered.parse(await runWorker(task))
  const largest = images.at(-1)
  if (largest === undefined || largest.isEmpty) throw new CrestError(UNREADABLE)
  return {
    hash: createHash('sha256').update(largest.png).digest('hex'),
    images: images.map(({ size, png }) => ({ size, png })),
  }
}

/** Resolves with what a thread posts; ends it when it takes too long. */
async function runWorker(task: RenderTask): Promise<unknown> {
  const worker = new Worker(new URL('./render-worker.ts', import.meta.url), { workerData: task, env: {}, execArgv: [] })
  let timer: NodeJS.Timeout | undefined
  try {
    return await new Promise<unknown>((resolve, reject) => {
      timer = setTimeout(() => reject(new CrestError(TOO_COMPLEX)), TIME_LIMIT_MS)
      worker.once('message', resolve)
      worker.once('error', (cause) => reject(new CrestError(UNREADABLE, { cause })))
      worker.once('exit', () => reject(new CrestError(UNREADABLE)))
    })
  } finally {
    clearTimeout(timer)
    await worker.terminate()
  }
}
