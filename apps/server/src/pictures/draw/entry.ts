import type { EntryCard } from '../card.ts'
import { cardText } from '../card-text.ts'
import { type Child, text } from './elements.ts'
import { kicker } from './frame.ts'
import { DISPLAY, fitted, type Look } from './look.ts'
import { road } from './picks.ts'

export function entry(card: EntryCard, look: Look): readonly Child[] {
  const { choose } = look
  const { headline, sentence } = cardText(card)
  const width = look.width - 2 * look.paddingX
  const size = fitted(card.name, width, choose(116, 190), choose(72, 96))
  return [
    kicker(headline, look),
    text(
      { fontFamily: DISPLAY, fontWeight: 700, fontSize: size, lineHeight: 1.2, lineClamp: choose(1, 3), maxWidth: width },
      card.name,
    ),
    text(
      {
        marginTop: choose(4, 20),
        marginBottom: choose(24, 56),
        fontSize: choose(32, 50),
        lineHeight: 1.3,
        fontWeight: 500,
        lineClamp: choose(2, 4),
      },
      sentence,
    ),
    card.picks.length === 0 ? null : road(card.picks, look),
  ]
}
