import { weekLabel } from '@outlast/domain/rules'
import type { SurvivalPoint } from '@outlast/views'
import { type CSSProperties, type ReactNode, useId } from 'react'
import styles from './survival-curve.module.css'
import { formatNumber } from '../lib/numbers.ts'

interface SurvivalCurveProps {
  /** The start (week 0), and every week since. */
  readonly points: readonly SurvivalPoint[]
  /** The description for screen readers. */
  readonly label: string
  /** Whether the last week is still being played: its part of the curve is dashed. */
  readonly isPlaying?: boolean | undefined
}

/** With more points than this, a narrow curve shows every second number, and the last one without its neighbor. */
const MOST_LABELS = 9

/** How many entries were alive after each week, as a curve with its numbers. It has the color and the text size of its place. */
export function SurvivalCurve({ points, label, isPlaying = false }: SurvivalCurveProps): ReactNode {
  const gradient = useId()
  const placed = placePoints(points)
  const line = placed.map(({ x, y }) => `${x},${y}`)
  const settled = isPlaying ? line.slice(0, -1) : line
  return (
    <div className={styles.curve} role="img" aria-label={label}>
      <div className={styles.plot}>
        <svg className={styles.lines} viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden="true">
          <linearGradient id={gradient} x1="0" y1="0" x2="0" y2="1">
            <stop offset="0" stopColor="currentColor" stopOpacity="0.35" />
            <stop offset="1" stopColor="currentColor" stopOpacity="0.04" />
          </linearGradient>
          <polygon points={`0,100 ${line.join(' ')} 100,100`} fill={`url(#${gradient})`} />
          <polyline className={styles.line} points={settled.join(' ')} />
          {isPlaying && <polyline className={styles.line} points={line.slice(-2).join(' ')} data-open="" />}
        </svg>
        {placed.map(({ point, x, y }, index) => (
          <span
            key={point.week_number}
            className={styles.point}
            style={{ '--x': `${x}%`, '--y': `${y}%` } as CSSProperties}
            data-minor={isMinor(index, points.length) || undefined}
            data-edge={index === 0 ? 'first' : index === points.length - 1 ? 'last' : undefined}
          >
            <span className={styles.number}>{formatNumber(point.alive)}</span>
            <span className={styles.week}>{point.week_number === 0 ? 'Start' : `W${weekLabel(point.week_number)}`}</span>
          </span>
        ))}
      </div>
    </div>
  )
}

/** Whether a narrow curve leaves out the number of a point. */
export function isMinor(index: number, count: number): boolean {
  return count > MOST_LABELS && index < count - 1 && (index % 2 === 1 || index === count - 2)
}

interface PlacedPoint {
  readonly point: SurvivalPoint
  /** In percent of the width and the height, from the top left. */
  readonly x: number
  readonly y: number
}

/** Places points evenly from left to right; the largest number is at the top, zero at the bottom. */
export function placePoints(points: readonly SurvivalPoint[]): readonly PlacedPoint[] {
  const most = Math.max(1, ...points.map(({ alive }) => alive))
  const round = (value: number): number => Math.round(value * 100) / 100
  return points.map((point, index) => ({
    point,
    x: points.length === 1 ? 0 : round((index / (points.length - 1)) * 100),
    y: round(100 - (point.alive / most) * 100),
  }))
}
