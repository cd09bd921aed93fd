import type { EntryCard } from '../card.ts'
import { type Child, text } from './elements.ts'
import { kicker } from './frame.ts'
import { DISPLAY, fitted, type Look } from './look.ts'
import { road } from './picks.ts'
import { count } from './week.ts'

export function entry(card: EntryCard, look: Look): readonly Child[] {
  const { of } = look
  const width = look.width - 2 * look.paddingX
  const size = fitted(card.name, width, of(116, 190), of(72, 96))
  return [
    kicker(KICKERS[card.state], look),
    text(
      { fontFamily: DISPLAY, fontWeight: 700, fontSize: size, lineHeight: 1.2, lineClamp: of(1, 3), maxWidth: width },
      card.name,
    ),
    text(
      {
        marginTop: of(4, 20),
        marginBottom: of(24, 56),
        fontSize: of(32, 50),
        lineHeight: 1.3,
        fontWeight: 500,
        lineClamp: of(2, 4),
      },
      sentence(card),
    ),
    card.picks.length === 0 ? null : road(card.picks, look),
  ]
}

const KICKERS = { in: 'Still in', out: 'Out', champion: 'Champion' } as const

function sentence({ state, survived, alive, headline, reason }: EntryCard): string {
  if (state === 'out') return `${headline} ${reason}`
  if (state === 'champion') return survived === 1 ? 'Survived one week.' : `Survived ${count(survived)} weeks.`
  const left = alive === 1 ? 'the only one left' : `one of ${count(alive)} left`
  if (survived === 0) return `${left[0]?.toUpperCase()}${left.slice(1)}.`
  return `Survived ${survived === 1 ? 'one week' : `${survived} weeks`}, ${left}.`
}
