import type { CardReader } from '../pictures/read-cards.ts'
import { type CardImages, cardVersion } from '../pictures/card-images.ts'
import { encodeBody } from '../lib/encoded-body.ts'
import { HttpError } from '../lib/http-error.ts'
import { handlers } from '../http/handler.ts'
import { PUBLIC_CACHE_CONTROL } from '../http/response-cache.ts'

interface CardDependencies {
  readonly cards: CardReader
  readonly images: CardImages
}

/** The picture at an address that names its version never changes. */
const IMMUTABLE = 'public, max-age=31536000, immutable'

/** Pictures to share. */
export const cardRoutes = ({ cards, images }: CardDependencies) =>
  handlers({
    getCard: async ({ params: { kind, id, size }, query: { v } }, { clientHas }) => {
      const card = await cards.read(kind, id)
      if (card === undefined) throw new HttpError('card_not_found')
      const version = cardVersion(card)
      const cacheControl = v === version ? IMMUTABLE : PUBLIC_CACHE_CONTROL
      if (clientHas(version)) return { status: 304, version, cacheControl }
      const encoded = await encodeBody(await images.image(card, size), { contentType: 'image/png', etag: version })
      return { status: 200, encoded, cacheControl }
    },
  })
