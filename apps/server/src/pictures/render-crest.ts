import { createHash } from 'node:crypto'
import { CREST_SIZES, type CrestSize } from '@outlast/contract/crest'
import * as z from 'zod'
import { type CrestTask, ImageTimeout, runImageTask } from './run-image-task.ts'
import { Overloaded } from '../lib/errors.ts'
import { checkCrest, CrestError } from './check-crest.ts'

const UNREADABLE = 'The image is damaged or empty'
const TOO_COMPLEX = 'The image takes too long to draw: simplify it, or give a PNG'

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

/** Draws an uploaded SVG or PNG as square PNG images. @throws CrestError */
export async function renderCrest(file: Buffer): Promise<RenderedCrest> {
  const images = rendered.parse(await draw({ kind: 'crest', type: checkCrest(file), file, sizes: CREST_SIZES }))
  const largest = images.at(-1)
  if (largest === undefined || largest.isEmpty) throw new CrestError(UNREADABLE)
  return {
    hash: createHash('sha256').update(largest.png).digest('hex'),
    images: images.map(({ size, png }) => ({ size, png })),
  }
}

async function draw(task: CrestTask): Promise<unknown> {
  try {
    return await runImageTask(task)
  } catch (error) {
    if (error instanceof Overloaded) throw error
    throw new CrestError(error instanceof ImageTimeout ? TOO_COMPLEX : UNREADABLE, { cause: error })
  }
}
