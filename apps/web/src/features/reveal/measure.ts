/** How shares are shown. */
export type Measure = 'percent' | 'count'

export const MEASURES: readonly Measure[] = ['percent', 'count']

/** `24.0%` or `12` (pool.md §9: percentages have one decimal). */
export function shareText(measure: Measure, count: number, percent: number): string {
  return measure === 'percent' ? `${percent.toFixed(1)}%` : count.toLocaleString('en-US')
}
