import type { Aim, Figure, Report } from './figures.ts'
import { titledTable } from '@outlast/testing/report/markdown'
import { median, ratios, type Rounds } from '@outlast/testing/report/statistics'

const HEADINGS = ['', 'ours', 'comparator', 'ratio', 'aim', ''] as const

/** A report as a table in Markdown, aligned for a terminal too. Medians with the least and the greatest round. */
export function printReport({ title, figures, notes }: Report): string {
  return titledTable(title, HEADINGS, figures.map(rowOf), notes)
}

function rowOf({ what, unit, ours, comparator, aim }: Figure): readonly string[] {
  const ratio = comparator === undefined ? undefined : ratios(ours, comparator)
  return [
    `${what} (${unit})`,
    spread(ours, number),
    comparator === undefined ? '–' : spread(comparator, number),
    ratio === undefined ? '–' : `× ${spread(ratio, fixed)}`,
    aim === undefined ? '' : aimText(aim),
    aim === undefined ? '' : verdict(aim, aim.of === 'ratio' ? ratio : ours),
  ]
}

function spread(values: Rounds, show: (value: number) => string): string {
  const middle = show(median(values))
  return values.length < 2 ? middle : `${middle} (${show(Math.min(...values))}–${show(Math.max(...values))})`
}

function number(value: number): string {
  return value >= 100 ? Math.round(value).toLocaleString('en-US') : fixed(value)
}

function fixed(value: number): string {
  return value.toFixed(value >= 10 ? 1 : 2)
}

function aimText({ of, atLeast, atMost }: Aim): string {
  const sign = of === 'ratio' ? '× ' : ''
  return atLeast === undefined ? `≤ ${sign}${number(atMost ?? Number.NaN)}` : `≥ ${sign}${number(atLeast)}`
}

function verdict({ atLeast, atMost }: Aim, values: Rounds | undefined): string {
  const middle = median(values ?? [])
  return middle >= (atLeast ?? -Infinity) && middle <= (atMost ?? Infinity) ? 'reached' : 'missed'
}
