import type { Card } from '../card.ts'
import { type Child, column, type Element, image, row, text } from './elements.ts'
import { COLORS, DISPLAY, type Look, TEXT } from './look.ts'

/** The card around its content: the club above, the pool's address below. */
export function frame(card: Card, look: Look, crest: string | undefined, content: readonly Child[]): Element {
  const { accent, tint, paddingX, paddingY, choose } = look
  return column(
    {
      width: '100%',
      height: '100%',
      padding: `${paddingY}px ${paddingX}px`,
      color: COLORS.text,
      fontFamily: TEXT,
      backgroundColor: COLORS.surface,
      backgroundImage: `radial-gradient(circle at ${choose('12% 0%', '20% 4%')}, ${tint} 0%, ${COLORS.surface} ${choose('72%', '64%')})`,
      borderTop: `${choose(10, 16)}px solid ${accent}`,
    },
    club(card, look, crest),
    column({ flexGrow: 1, justifyContent: 'center', width: '100%', padding: `${choose(8, 24)}px 0` }, ...content),
    footer(card, look),
  )
}

function club({ club: { name } }: Card, { accent, tint, choose }: Look, crest: string | undefined): Element {
  const size = choose(64, 112)
  const initial = name.slice(0, 1).toUpperCase()
  const mark =
    crest === undefined
      ? row(
          {
            width: size,
            height: size,
            flexShrink: 0,
            alignItems: 'center',
            justifyContent: 'center',
            borderRadius: size / 5,
            backgroundColor: accent,
            color: tint,
            fontFamily: DISPLAY,
            fontWeight: 700,
            fontSize: size * 0.72,
            lineHeight: 1,
          },
          initial,
        )
      : image(crest, size)
  return row(
    { width: '100%', alignItems: 'center', gap: choose(20, 32) },
    mark,
    text({ flexGrow: 1, flexShrink: 1, fontWeight: 700, fontSize: choose(32, 50), lineHeight: 1.2 }, name),
  )
}

function footer({ club: { host }, season }: Card, { choose }: Look): Element {
  const style = { fontSize: choose(24, 38), color: COLORS.muted, fontWeight: 500, lineHeight: 1.2 }
  return row(
    { width: '100%', justifyContent: 'space-between', alignItems: 'center', gap: 40 },
    text(style, `Survivor pool · ${season} season`),
    host === null ? null : text({ ...style, flexShrink: 1 }, host),
  )
}

/** A small line above a headline. */
export const kicker = (content: string, { accent, choose }: Look): Element =>
  text(
    {
      fontFamily: DISPLAY,
      fontWeight: 700,
      fontSize: choose(40, 64),
      lineHeight: 1.1,
      letterSpacing: choose(2, 3),
      textTransform: 'uppercase',
      color: accent,
    },
    content,
  )
