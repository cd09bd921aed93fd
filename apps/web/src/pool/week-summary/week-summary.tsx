import type { WeekSummary as Summary } from '@outlast/contract'
import { type WeekView } from '@outlast/contract/live'
import { areGamesOver } from '@outlast/views'
import { useTopicView } from '../../live/use-topic.ts'
import { Card } from '../../ui/card.tsx'
import { Skeleton } from '../../ui/loading.tsx'
import { LinkedNames } from '../linked-names.tsx'
import { useWeekSummary } from './use-week-summary.ts'
import styles from './week-summary.module.css'

interface WeekSummaryProps {
  readonly weekId: number
  readonly level?: 2 | 3 | undefined
}

/** What a complete week was about, in sentences. Shows nothing without a summary. */
export function WeekSummary({ weekId, level = 2 }: WeekSummaryProps) {
  const { data, error } = useWeekSummary(weekId)
  if (data?.week_id !== weekId) return error === null ? <Skeleton height={136} /> : null
  return (
    <Card title="The week in words" level={level}>
      <SummaryLines {...data} />
    </Card>
  )
}

/** The summary that an admin pinned; without one, that of the week if it is complete. */
export function CurrentSummary({ view }: { readonly view: WeekView | undefined }) {
  const pinned = useTopicView('pool', (pool) => pool.pinned_summary_week_id)
  const shown = pinned ?? (view !== undefined && isComplete(view) ? view.week.id : null)
  return shown === null ? null : <WeekSummary weekId={shown} />
}

/** The sentences of a summary, the first one as its headline. */
export function SummaryLines({ lines, season_year }: Pick<Summary, 'lines' | 'season_year'>) {
  return (
    <div className={styles.lines}>
      {lines.map((line, index) => (
        <p key={index}>
          <LinkedNames text={line} season={season_year} />
        </p>
      ))}
    </div>
  )
}

/** Whether a week is locked and all its games are over, so that it has a summary. */
export function isComplete({ week, games }: WeekView): boolean {
  return week.is_locked && areGamesOver(games)
}
