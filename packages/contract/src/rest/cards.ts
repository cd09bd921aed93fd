import * as z from 'zod'
import { CARD_KINDS, CARD_SIZES, type CardSize } from '../cards.ts'
import { idInText } from '../fields/numbers.ts'

/** The address of a card: what it shows, of which week, entry or season, and in which size. */
export const cardParams = z.object({
  kind: z.enum(CARD_KINDS),
  id: idInText<number>('ID'),
  size: z.enum(Object.keys(CARD_SIZES) as [CardSize, ...CardSize[]]),
})

/** `v`: the version that the address names. */
export const cardQuery = z.object({ v: z.string().max(64).optional() })
