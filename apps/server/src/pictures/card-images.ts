import { createHash } from 'node:crypto'
import type { CardSize } from '@outlast/contract/cards'
import { LRUCache } from 'lru-cache'
import * as z from 'zod'
import type { Card } from './card.ts'
import { VERSION } from '../lib/paths.ts'
import { type CardTask, runImageTask } from './run-image-task.ts'

/** Enough for about 150 cards. An evicted card is drawn again. */
const MAX_BYTES = 16_000_000

/** Draws a card as PNG. */
export type DrawCard = (task: CardTask) => Promise<unknown>

interface CardImagesOptions {
  /** Reads the club's crest as PNG. */
  readonly readCrest: (crest: string) => Promise<Uint8Array | undefined>
  /** Default: in a thread. */
  readonly draw?: DrawCard | undefined
}

/**
 * Returns the version of a card: a hash of everything that its picture depends on. What a card does not show, such as the picks of an
 * open week, cannot change it.
 */
export const cardVersion = (card: Card): string =>
  createHash('sha256')
    .update(JSON.stringify([VERSION, card]))
    .digest('hex')
    .slice(0, 16)

/** Draws cards as PNG and caches them. Concurrent requests for the same version share one drawing. */
export class CardImages {
  readonly #options: CardImagesOptions
  readonly #images = new LRUCache<string, Buffer>({ maxSize: MAX_BYTES, sizeCalculation: (png) => png.length })
  readonly #drawing = new Map<string, Promise<Buffer>>()

  constructor(options: CardImagesOptions) {
    this.#options = options
  }

  /** Returns the picture of a card. @throws Overloaded if too many pictures wait to be drawn */
  async image(card: Card, size: CardSize): Promise<Buffer> {
    const key = `${cardVersion(card)} ${size}`
    const known = this.#images.get(key)
    if (known !== undefined) return known
    const drawing = this.#drawing.get(key) ?? this.#draw(card, size, key)
    return drawing
  }

  #draw(card: Card, size: CardSize, key: string): Promise<Buffer> {
    const { readCrest, draw = runImageTask } = this.#options
    const drawing = (async () => {
      const crest = card.club.crest === null ? undefined : await readCrest(card.club.crest)
      const png = Buffer.from(z.instanceof(Uint8Array).parse(await draw({ kind: 'card', card, size, crest })))
      this.#images.set(key, png)
      return png
    })().finally(() => this.#drawing.delete(key))
    this.#drawing.set(key, drawing)
    return drawing
  }
}
