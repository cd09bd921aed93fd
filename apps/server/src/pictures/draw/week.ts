import type { CardBar, WeekCard } from '../card.ts'
import { cardText, count, outSentence, stillIn } from '../card-text.ts'
import { type Child, column, type Element, row, text } from './elements.ts'
import { kicker } from './frame.ts'
import { COLORS, DISPLAY, type Look, teamLook } from './look.ts'

export function week(card: WeekCard, look: Look): readonly Child[] {
  const { choose, width, paddingX } = look
  const content = width - 2 * paddingX
  const left = choose(Math.round(content * 0.46), content)
  const bars = card.bars.slice(0, 6)
  return [
    look.isTall
      ? column({ width: '100%', gap: 64 }, outcome(card, look, left), chart(bars, card, look, content))
      : row(
          { width: '100%', alignItems: 'center', justifyContent: 'space-between' },
          outcome(card, look, left),
          chart(bars, card, look, Math.round(content * 0.48)),
        ),
  ]
}

function outcome(card: WeekCard, look: Look, width: number): Element {
  const { choose } = look
  const digits = count(card.alive)
  const size = Math.min(choose(230, 380), Math.floor(width / (digits.length * 0.5)))
  return column(
    { width },
    kicker(cardText(card).title, look),
    text({ fontFamily: DISPLAY, fontWeight: 700, fontSize: size, lineHeight: 0.95 }, digits),
    text({ fontFamily: DISPLAY, fontWeight: 600, fontSize: choose(52, 84), lineHeight: 1.1 }, stillIn(card)),
    text(
      {
        marginTop: choose(14, 28),
        fontSize: choose(25, 40),
        lineHeight: 1.35,
        color: COLORS.muted,
        fontWeight: 500,
        lineClamp: 2,
      },
      outSentence(card, choose(6, 9)),
    ),
  )
}

function chart(bars: readonly CardBar[], card: WeekCard, look: Look, width: number): Element {
  return column({ width, gap: look.choose(12, 22) }, ...bars.map((bar) => barOf(bar, card, look, width)))
}

type Words = Readonly<Record<NonNullable<CardBar['result']>, string>>

const WORDS: Words = { win: 'won', loss: 'lost', tie: 'tied' }
/** What became of the picks of a team, where a pick wins when its team loses. */
const WORDS_OF_PICKS: Words = { win: 'safe', loss: 'loss', tie: 'tied' }

/** A bar in the team's color, scaled to all entries. A team that lost is faded, and says so. */
function barOf({ team, picks, result }: CardBar, { entered, objective }: WeekCard, { choose }: Look, width: number): Element {
  const { color, on } = teamLook(team)
  const chip = choose(82, 132)
  const height = choose(50, 76)
  const gap = choose(14, 22)
  const word = choose(66, 100)
  const number = choose(84, 140)
  const track = width - chip - word - number - 3 * gap
  const filled = Math.max(choose(8, 12), Math.round((track * picks) / Math.max(1, entered)))
  const label = { fontSize: choose(24, 38), lineHeight: 1.2, fontWeight: 700 }
  return row(
    { width, height, alignItems: 'center', gap },
    row(
      {
        width: chip,
        height,
        flexShrink: 0,
        alignItems: 'center',
        justifyContent: 'center',
        borderRadius: choose(8, 12),
        backgroundColor: color,
        border: '2px solid #ffffff38',
      },
      text({ fontFamily: DISPLAY, fontWeight: 700, fontSize: choose(36, 56), lineHeight: 1, color: on }, team),
    ),
    row(
      { width: track, height: choose(22, 34), borderRadius: choose(6, 9), backgroundColor: COLORS.track, flexShrink: 0 },
      row({
        width: filled,
        height: choose(22, 34),
        borderRadius: choose(6, 9),
        backgroundColor: result === 'loss' ? COLORS.loss : result === 'win' ? COLORS.win : COLORS.muted,
        opacity: result === 'loss' ? 0.75 : 1,
      }),
    ),
    row({ width: number, flexShrink: 0, justifyContent: 'flex-end' }, text({ ...label, fontSize: choose(28, 44) }, count(picks))),
    row(
      { width: word, flexShrink: 0 },
      text(
        { ...label, color: result === 'loss' ? COLORS.loss : result === 'win' ? COLORS.win : COLORS.muted },
        result === null ? '' : (objective === 'lose' ? WORDS_OF_PICKS : WORDS)[result],
      ),
    ),
  )
}
