import { readFileSync } from 'node:fs'
import { CARD_SIZES, type CardSize } from '@outlast/contract/cards'
import satori, { type Font } from 'satori'
import type { Card } from '../card.ts'
import { champion } from './champion.ts'
import { countdown } from './countdown.ts'
import type { Child } from './elements.ts'
import { entry } from './entry.ts'
import { frame } from './frame.ts'
import { type Look, lookOf } from './look.ts'
import { week } from './week.ts'

interface Drawing {
  readonly card: Card
  readonly size: CardSize
  /** The club's crest as PNG. */
  readonly crest: Uint8Array | undefined
}

/** Lays a card out, and returns it as SVG whose texts are paths. Runs in a thread (pictures/image-worker.ts). */
export async function cardSvg({ card, size, crest }: Drawing): Promise<string> {
  const dimensions = CARD_SIZES[size]
  const look = lookOf(card, size, dimensions)
  const source = crest === undefined ? undefined : `data:image/png;base64,${Buffer.from(crest).toString('base64')}`
  const element = frame(card, look, source, contentOf(card, look))
  return satori(element, { ...dimensions, fonts: [...faces()] })
}

function contentOf(card: Card, look: Look): readonly Child[] {
  switch (card.kind) {
    case 'countdown':
      return countdown(card, look)
    case 'week':
      return week(card, look)
    case 'entry':
      return entry(card, look)
    case 'champion':
      return champion(card, look)
    default:
      return card satisfies never
  }
}

const PACKAGES = {
  'barlow-condensed': import.meta.resolve('@fontsource/barlow-condensed/package.json'),
  figtree: import.meta.resolve('@fontsource/figtree/package.json'),
} as const

/** The app's fonts, under the names of look.ts. */
const faces = (): readonly Font[] => [...facesNamed('', 'latin'), ...facesNamed(' Extended', 'latin-ext')]

const facesNamed = (suffix: string, subset: 'latin' | 'latin-ext'): readonly Font[] => [
  ...([600, 700] as const).map((weight) => face(`Barlow Condensed${suffix}`, 'barlow-condensed', subset, weight)),
  ...([500, 700] as const).map((weight) => face(`Figtree${suffix}`, 'figtree', subset, weight)),
]

const face = (name: string, file: keyof typeof PACKAGES, subset: string, weight: 500 | 600 | 700): Font => ({
  name,
  weight,
  style: 'normal',
  data: readFileSync(new URL(`files/${file}-${subset}-${weight}-normal.woff`, PACKAGES[file])),
})
