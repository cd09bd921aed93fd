import { weekLabel } from '@outlast/domain'
import type { SettledResult } from '@outlast/domain'
import type { CardPick } from '../card.ts'
import { column, type Element, path, row, svg, text } from './elements.ts'
import { COLORS, DISPLAY, type Look, teamLook } from './look.ts'

/** Draws an entry's picks as chips, week by week, each with its result as color and shape. */
export function road(picks: readonly CardPick[], look: Look): Element {
  const perRow = chipsPerRow(picks.length, look)
  const gap = look.choose(12, 20)
  const width = Math.floor((look.width - 2 * look.paddingX - gap * (perRow - 1)) / perRow)
  const chips = picks.map((pick) => chip(pick, width))
  return row({ flexWrap: 'wrap', columnGap: gap, rowGap: look.choose(16, 28), width: '100%' }, ...chips)
}

function chipsPerRow(count: number, { isTall }: Look): number {
  if (!isTall) return count <= 9 ? 9 : 11
  return count <= 10 ? 5 : count <= 18 ? 6 : 7
}

function chip({ week, team, result }: CardPick, width: number): Element {
  const { color, on } = team === null ? { color: 'transparent', on: COLORS.muted } : teamLook(team)
  const part = (share: number): number => Math.round(width * share)
  return column(
    { width, alignItems: 'center', gap: part(0.06) },
    row(
      { alignItems: 'center', gap: part(0.06) },
      text({ fontSize: part(0.21), color: COLORS.muted, lineHeight: 1.3, fontWeight: 500 }, `W${weekLabel(week)}`),
      result === null || result === 'tbd' ? null : mark(result, part(0.2)),
    ),
    row(
      {
        width,
        height: part(0.62),
        alignItems: 'center',
        justifyContent: 'center',
        borderRadius: part(0.1),
        backgroundColor: color,
        border: `2px solid ${team === null ? COLORS.neutral : '#ffffff38'}`,
      },
      text({ fontFamily: DISPLAY, fontWeight: 700, fontSize: part(0.44), lineHeight: 1, color: on }, team ?? '–'),
    ),
  )
}

/** A check, a cross or an equals sign, so that the color is not the only sign of a result. */
function mark(result: SettledResult, size: number): Element {
  const at = (share: number): string => (share * size).toFixed(1)
  const d = {
    win: `M ${at(0.1)} ${at(0.55)} L ${at(0.38)} ${at(0.83)} L ${at(0.9)} ${at(0.2)}`,
    loss: `M ${at(0.15)} ${at(0.15)} L ${at(0.85)} ${at(0.85)} M ${at(0.85)} ${at(0.15)} L ${at(0.15)} ${at(0.85)}`,
    tie: `M ${at(0.15)} ${at(0.35)} L ${at(0.85)} ${at(0.35)} M ${at(0.15)} ${at(0.7)} L ${at(0.85)} ${at(0.7)}`,
  }[result]
  const stroke = {
    stroke: result === 'tie' ? COLORS.muted : COLORS[result],
    'stroke-width': at(0.19),
    'stroke-linecap': 'round',
    'stroke-linejoin': 'round',
  }
  return svg(size, size, [path({ d, fill: 'none', ...stroke })])
}
