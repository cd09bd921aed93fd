import { leagueWeekOf } from '@outlast/domain/rules'
import type { Replayed } from '@outlast/seasons/lab/replay'
import type { ReactNode } from 'react'
import styles from './rules-lab.module.css'

/** One curve: a set of rules. `tone` decides how it is drawn. */
export interface LabCurve {
  readonly tone: string
  readonly replayed: Replayed
}

interface LabChartProps {
  /** The chosen rules come last, above the others. */
  readonly curves: readonly LabCurve[]
  /** The description for screen readers. */
  readonly label: string
}

/** The weeks of a regular season, from left to right. A season with play-offs has more. */
const WEEKS = 18

const SHARES = [0.75, 0.5, 0.25]
/** The marks of the axis after its start, as shares of its length. */
const MARKS = [1 / 3, 2 / 3, 1]

/** Curves of the share of entries that is alive after each week. */
export function LabChart({ curves, label }: LabChartProps): ReactNode {
  const numbers = curves.flatMap(({ replayed }) => replayed.weeks.map(({ weekNumber }) => weekNumber))
  const last = leagueWeekOf(Math.max(WEEKS, ...numbers))
  return (
    <div role="img" aria-label={label}>
      <svg className={styles.plot} viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden="true">
        {SHARES.map((share) => (
          <line key={share} className={styles.share} x1="0" x2="100" y1={100 * share} y2={100 * share} />
        ))}
        {curves.map(({ tone, replayed }) => (
          <polyline key={tone} className={styles.line} data-tone={tone} points={pointsOf(replayed, last)} />
        ))}
      </svg>
      <span className={`caption ${styles.axis}`} aria-hidden="true">
        <span>Start</span>
        {MARKS.map((mark) => (
          <span key={mark}>W{Math.round(mark * last)}</span>
        ))}
      </span>
    </div>
  )
}

/** The points of a curve in percent, from the top left. It begins and ends with the season. Slates share the place of their week. */
function pointsOf({ entries, weeks }: Replayed, last: number): string {
  const round = (value: number): number => Math.round(value * 100) / 100
  const point = (week: number, count: number) =>
    `${round((100 * week) / last)},${round(100 - (100 * count) / Math.max(1, entries))}`
  const counts = [...Map.groupBy(weeks, ({ weekNumber }) => leagueWeekOf(weekNumber))].flatMap(([week, slates]) =>
    slates.map(({ alive }, index) => ({ at: week - 1 + (index + 1) / slates.length, alive })),
  )
  const start = leagueWeekOf(weeks[0]?.weekNumber ?? 1) - 1
  return [{ at: start, alive: entries }, ...counts].map(({ at, alive }) => point(at, alive)).join(' ')
}
