import type { ChampionCard } from '../card.ts'
import { cardText, count } from '../card-text.ts'
import { type Child, column, type Element, path, row, svg, text } from './elements.ts'
import { kicker } from './frame.ts'
import { COLORS, DISPLAY, fitted, type Look } from './look.ts'
import { road } from './picks.ts'

const MAX_LINES = { wide: 3, tall: 6 } as const

export function champion(card: ChampionCard, look: Look): readonly Child[] {
  const { choose } = look
  const { title, sentence } = cardText(card)
  const cupSize = choose(180, 200)
  const width = look.width - 2 * look.paddingX - choose(cupSize + 40, 0)
  const announcement = column(
    { width },
    kicker(title, look),
    names(card.names, look, width),
    text({ marginTop: choose(8, 24), fontSize: choose(32, 50), lineHeight: 1.3, fontWeight: 500, lineClamp: 2 }, sentence),
  )
  return [
    look.isTall
      ? column({ width: '100%', gap: 40 }, cup(cupSize, look), announcement)
      : row({ width: '100%', alignItems: 'center', justifyContent: 'space-between' }, announcement, cup(cupSize, look)),
    column(
      { marginTop: choose(20, 56), width: '100%' },
      card.picks.length === 0 ? curve(card.curve, look) : road(card.picks, look),
    ),
    look.isTall && card.picks.length > 0 && hasRoomForBoth(card)
      ? column({ marginTop: 56, width: '100%' }, curve(card.curve, look))
      : null,
  ]
}

function names(all: readonly string[], { choose }: Look, width: number): Element {
  const lines = choose(MAX_LINES.wide, MAX_LINES.tall)
  const shown = all.length <= lines ? all : [...all.slice(0, lines - 1), `and ${count(all.length - lines + 1)} more`]
  const longest = shown.reduce((a, b) => (b.length > a.length ? b : a), '')
  const largest =
    shown.length === 1 ? choose(112, 190) : shown.length === 2 ? choose(80, 150) : choose(60, shown.length > 3 ? 84 : 110)
  const size = fitted(longest, width, largest, choose(48, 72))
  const style = { fontFamily: DISPLAY, fontWeight: 700, fontSize: size, lineHeight: 1.2, maxWidth: width }
  return column({ width }, ...shown.map((name) => text(shown.length === 1 ? { ...style, lineClamp: choose(1, 3) } : style, name)))
}

/** Whether the picks and the curve fit below each other. */
const hasRoomForBoth = ({ picks, names: [name = ''] }: ChampionCard): boolean => picks.length <= 18 && name.length <= 24

/** The cup with which the app shows a champion. */
function cup(size: number, { accent }: Look): Element {
  const at = size / 48
  const scale = (d: string): string => d.replaceAll(/\d+(?:\.\d+)?/g, (number) => (Number(number) * at).toFixed(2))
  const handles = scale('M 14 10 L 7 10 L 7 14 C 7 18 10.5 21 14.6 21 M 34 10 L 41 10 L 41 14 C 41 18 37.5 21 33.4 21')
  return svg(size, size, [
    path({ d: scale('M 14 6 L 34 6 L 34 19 C 34 24.5 29.5 29 24 29 C 18.5 29 14 24.5 14 19 Z'), fill: accent }),
    path({ d: handles, fill: 'none', stroke: accent, 'stroke-width': 3 * at }),
    path({
      d: scale('M 22 28 L 26 28 L 26 35 L 22 35 Z M 15 42 L 15 40 C 15 37 17 35 20 35 L 28 35 C 31 35 33 37 33 40 L 33 42 Z'),
      fill: accent,
    }),
  ])
}

/** The number of entries alive, falling week by week. */
function curve(points: readonly number[], look: Look): Element | null {
  if (points.length < 2) return null
  const width = look.width - 2 * look.paddingX
  const height = look.choose(80, 220)
  const highest = Math.max(...points, 1)
  const line = 6
  const at = (value: number, index: number): string => {
    const x = line + (index * (width - 2 * line)) / (points.length - 1)
    const y = line + (1 - value / highest) * (height - 2 * line)
    return `${x.toFixed(1)} ${y.toFixed(1)}`
  }
  const steps = points.map(at)
  const top = `M ${steps.join(' L ')}`
  return column(
    { width: '100%', gap: look.choose(6, 16) },
    svg(width, height, [
      path({ d: `${top} L ${width - line} ${height} L ${line} ${height} Z`, fill: look.accent, 'fill-opacity': 0.16 }),
      path({
        d: top,
        fill: 'none',
        stroke: look.accent,
        'stroke-width': line,
        'stroke-linejoin': 'round',
        'stroke-linecap': 'round',
      }),
    ]),
    text(
      { fontSize: look.choose(22, 36), color: COLORS.muted, lineHeight: 1.2, fontWeight: 500 },
      `Entries alive, from ${count(points[0] ?? 0)} at the start`,
    ),
  )
}
