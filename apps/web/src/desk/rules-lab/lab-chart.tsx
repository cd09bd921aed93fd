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

/** The weeks of a regular season, from left to right. */
const WEEKS = 18

const SHARES = [0.75, 0.5, 0.25]

/** Curves of the share of entries that is alive after each week. */
export function LabChart({ curves, label }: LabChartProps): ReactNode {
  return (
    <div role="img" aria-label={label}>
      <svg className={styles.plot} viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden="true">
        {SHARES.map((share) => (
          <line key={share} className={styles.share} x1="0" x2="100" y1={100 * share} y2={100 * share} />
        ))}
        {curves.map(({ tone, replayed }) => (
          <polyline key={tone} className={styles.line} data-tone={tone} points={pointsOf(replayed)} />
        ))}
      </svg>
      <span className={styles.axis} aria-hidden="true">
        {[0, 6, 12, WEEKS].map((week) => (
          <span key={week}>{week === 0 ? 'Start' : `W${week}`}</span>
        ))}
      </span>
    </div>
  )
}

/** The points of a curve in percent, from the top left. It ends with the season. */
function pointsOf({ entries, alive }: Replayed): string {
  const round = (value: number): number => Math.round(value * 100) / 100
  return [entries, ...alive]
    .map((count, week) => `${round((100 * week) / WEEKS)},${round(100 - (100 * count) / Math.max(1, entries))}`)
    .join(' ')
}
