/** Cards: pictures of a result for chats and social networks. For browsers that load no schemas. */

/** The sizes of a card in pixels: for the preview of a link, and for a phone's whole screen. */
export const CARD_SIZES = {
  '1200x630': { width: 1200, height: 630 },
  '1080x1920': { width: 1080, height: 1920 },
} as const
export type CardSize = keyof typeof CARD_SIZES

/**
 * What a card shows. `week`: a week's result, by the week's id. `entry`: an entry's run, and `elimination`: how it went out, by the
 * entry's id. `champion`: who won a season, by its year.
 */
export const CARD_KINDS = ['week', 'entry', 'elimination', 'champion'] as const
export type CardKind = (typeof CARD_KINDS)[number]

/** Returns the path of a card. With its version, the image at this address never changes. */
export function cardAddress(kind: CardKind, id: number, size: CardSize, version?: string): string {
  const path = `/og/${kind}/${id}/${size}.png`
  return version === undefined ? path : `${path}?v=${version}`
}
