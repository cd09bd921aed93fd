import { weekLabel } from '@outlast/domain/rules'
import { type PoolView, seasonTopic, type UserEntry, userTopic } from '@outlast/contract/live'
import { openWeeksOf, teamUsesOf } from '@outlast/views'
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { voidPlanText } from '../../pool/void-plan-text.ts'
import { useTopic, viewOf } from '../../live/use-topic.ts'
import styles from './shell.module.css'

/** A banner for each plan of a member that can’t stand. */
export function VoidPlans({ userId }: { readonly userId: number }): ReactNode {
  const pool = viewOf(useTopic('pool'))
  const user = viewOf(useTopic(userTopic(userId)))
  if (pool === undefined || user === undefined) return null
  const year = pool.weeks.find(({ id }) => id === pool.current_week_id)?.season_year
  const concerned = user.entries.filter((entry) => hasPlan(entry, pool))
  return year === undefined || concerned.length === 0 ? null : <OfSeason entries={concerned} pool={pool} year={year} />
}

/** Only a member with a plan needs the season’s view. */
function hasPlan({ picks }: UserEntry, { weeks }: PoolView): boolean {
  return weeks.some(({ id, is_locked }) => !is_locked && picks.some((pick) => pick.week_id === id))
}

interface OfSeasonProps {
  readonly entries: readonly UserEntry[]
  readonly pool: PoolView
  readonly year: number
}

function OfSeason({ entries, pool, year }: OfSeasonProps): ReactNode {
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
