import { weekLabel } from '@outlast/domain/rules'
import { type PoolView, seasonTopic, type UserEntry } from '@outlast/contract/live'
import { openWeeksOf, teamUsesOf } from '@outlast/views'
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { voidPlanText } from '../../pool/void-plan-text.ts'
import { useTopic, viewOf } from '../../live/use-topic.ts'
import styles from './shell.module.css'

interface VoidPlansProps {
  readonly entries: readonly UserEntry[]
  readonly pool: PoolView
  readonly year: number
}

/** A banner for each plan of a member that can’t stand. */
export function VoidPlans({ entries, pool, year }: VoidPlansProps): ReactNode {
  const season = viewOf(useTopic(seasonTopic(year)))
  if (season === undefined) return null
  const plans = entries.flatMap((entry) =>
    openWeeksOf(entry, pool.weeks, season, teamUsesOf(pool.rules)).flatMap((week) =>
      week.used_in_week === null ? [] : [{ entry, week }],
    ),
  )
  return plans.map(({ entry, week }) => (
    <aside key={`${entry.id} ${week.week_id}`} className={styles.banner} aria-label={`Pick of ${entry.name}`}>
      <strong>{entry.name}:</strong> {voidPlanText(week)}{' '}
      <Link to={`/?week=${week.week_id}`}>Go to week {weekLabel(week.week_number)}</Link>
    </aside>
  ))
}
