import { formatTable, median, ratios, type Rounds } from '@outlast/testing'

/** One row of a benchmark's table: something measured in every round, for Outlast and optionally for a comparator. */
export interface Figure {
  readonly what: string
  /** E.g. `picks/s`, `ms`, `s`. */
  readonly unit: string
  readonly outlast: Rounds
  readonly comparator?: Rounds
  readonly aim?: Aim
}

/** An aim for the median, of the ratio of Outlast to the comparator or of Outlast alone. */
export interface Aim {
  readonly of: 'ratio' | 'value'
  readonly atLeast?: number
  readonly atMost?: number
}

/** The result of a benchmark. */
export interface Report {
  readonly title: string
  readonly figures: readonly Figure[]
  /** What a reader needs to know, e.g. how the comparator was tuned and what was counted. */
  readonly notes: readonly string[]
}

/** Builds figures from rounds that measured several things for both sides. */
export function figuresOf<Round>(
  outlast: readonly Round[],
  comparator: readonly Round[] | undefined,
): (what: string, unit: string, value: (round: Round) => number, aim?: Aim) => Figure {
  return (what, unit, value, aim) => ({
    what,
    unit,
    outlast: outlast.map(value),
    ...(comparator === undefined ? {} : { comparator: comparator.map(value) }),
    ...(aim === undefined ? {} : { aim }),
  })
}

const HEADINGS = ['', 'Outlast', 'comparator', 'ratio', 'aim', ''] as const

/** Formats a report. Each cell is the median with the smallest and the largest round. */
export function formatReport({ title, figures, notes }: Report): string {
  return formatTable(title, HEADINGS, figures.map(rowOf), notes)
}

/** Formats a count with thousands separators. */
export function formatCount(count: number): string {
  return count.toLocaleString('en-US')
}

/** Returns the cells of a figure: what, Outlast, comparator, ratio, aim, and whether the aim is reached. */
export function rowOf({ what, unit, outlast, comparator, aim }: Figure): readonly string[] {
  const ratio = comparator === undefined ? undefined : ratios(outlast, comparator)
  return [
    `${what} (${unit})`,
    spread(outlast, formatNumber),
    comparator === undefined ? '–' : spread(comparator, formatNumber),
    ratio === undefined ? '–' : `× ${spread(ratio, toFixed)}`,
    aim === undefined ? '' : formatAim(aim),
    aim === undefined ? '' : verdict(aim, aim.of === 'ratio' ? ratio : outlast),
  ]
}

function spread(values: Rounds, format: (value: number) => string): string {
  const middle = format(median(values))
  return values.length < 2 ? middle : `${middle} (${format(Math.min(...values))}–${format(Math.max(...values))})`
}

function formatNumber(value: number): string {
  return value >= 100 ? formatCount(Math.round(value)) : toFixed(value)
}

function toFixed(value: number): string {
  return value.toFixed(value >= 10 ? 1 : 2)
}

function formatAim({ of, atLeast, atMost }: Aim): string {
  const sign = of === 'ratio' ? '× ' : ''
  return atLeast === undefined ? `≤ ${sign}${formatNumber(atMost ?? Number.NaN)}` : `≥ ${sign}${formatNumber(atLeast)}`
}

function verdict({ atLeast, atMost }: Aim, values: Rounds | undefined): string {
  const middle = median(values ?? [])
  return middle >= (atLeast ?? -Infinity) && middle <= (atMost ?? Infinity) ? 'reached' : 'missed'
}
