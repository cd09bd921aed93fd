import type { SurvivalPoint } from '@outlast/contract/live'
import { Area, AreaChart, CartesianGrid, ResponsiveContainer, Tooltip, type TooltipContentProps, XAxis, YAxis } from 'recharts'
import styles from './history.module.css'

interface SurvivalChartProps {
  readonly points: readonly SurvivalPoint[]
  /** The description for screen readers; the table below has the numbers. */
  readonly label: string
}

/** The survival curve. A module of its own, because the chart library is larger than the rest of the page. */
export function SurvivalChart({ points, label }: SurvivalChartProps) {
  return (
    <div className={styles.plot} role="img" aria-label={label}>
      <ResponsiveContainer width="100%" height={260}>
        <AreaChart data={[...points]} margin={{ top: 8, right: 12, bottom: 0, left: 0 }} accessibilityLayer={false}>
          <CartesianGrid stroke="var(--border)" vertical={false} />
          <XAxis
            dataKey="week_number"
            tickFormatter={formatTick}
            stroke="var(--text-muted)"
            tickLine={false}
            interval="equidistantPreserveStart"
          />
          <YAxis
            allowDecimals={false}
            stroke="var(--text-muted)"
            tickLine={false}
            axisLine={false}
            width={48}
            domain={[0, 'dataMax']}
          />
          <Tooltip content={ChartTooltip} cursor={{ stroke: 'var(--border-strong)' }} isAnimationActive={false} />
          <Area
            dataKey="alive"
            type="linear"
            stroke="var(--accent)"
            strokeWidth={2.5}
            fill="var(--accent-surface)"
            dot={{ r: 3, fill: 'var(--accent)', fillOpacity: 1 }}
            isAnimationActive={false}
          />
        </AreaChart>
      </ResponsiveContainer>
    </div>
  )
}

const formatTick = (week: number): string => (week === 0 ? 'Start' : `W${week}`)

function ChartTooltip({ active, payload }: TooltipContentProps) {
  const point = payload[0]?.payload as SurvivalPoint | undefined
  if (!active || point === undefined) return null
  return (
    <div className={styles.tooltip}>
      <strong>{point.week_number === 0 ? 'Start' : `Week ${point.week_number}`}</strong>
      <span>{point.alive} alive</span>
      {point.eliminated > 0 && <span>{point.eliminated} eliminated</span>}
    </div>
  )
}
