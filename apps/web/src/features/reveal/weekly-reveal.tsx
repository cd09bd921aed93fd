import { type PoolView, type WeekInfo } from '@outlast/contract/live'
import { type ReactNode, useMemo, useState } from 'react'
import { Section } from '../../components/ui/card.tsx'
import { EmptyState } from '../../components/ui/empty-state.tsx'
import { ErrorBox } from '../../components/ui/errors.tsx'
import { LiveBoundary } from '../../components/live-boundary.tsx'
import { useTopic } from '../../live/use-topic.ts'
import { Freshness } from './freshness.tsx'
import { PastWeeks } from './week-choice.tsx'
import { RevealSkeleton } from './shown-week.tsx'
import { ShownWeek } from './shown-week.tsx'
import { useHistory } from './use-history.ts'
import { WeekPicker } from './week-choice.tsx'
import { weekChoices } from './weeks.ts'
import styles from './reveal.module.css'

interface WeeklyRevealProps {
  /** Inside another page, under a heading of its own: the choice of a week stays in it. */
  readonly embedded?: boolean | undefined
  /** The week to show; without it the current one. */
  readonly weekId?: number | undefined
  /** Told which week to show; null for the current one. Without it the choice is kept here. */
  readonly onWeekChange?: ((weekId: number | null) => void) | undefined
}

/** What everybody picked, once the week has locked, and how it turns out (pool.md §2 "Weekly Reveal page"). */
export function WeeklyReveal({ embedded = false, weekId, onWeekChange }: WeeklyRevealProps): ReactNode {
  const [chosen, setChosen] = useState<number | null>(null)
  const pool = useTopic('pool')
  const shown = weekId ?? (onWeekChange === undefined ? chosen : null)
  const content = (
    <LiveBoundary state={pool} skeleton={<RevealSkeleton />}>
      {(view) => <RevealOf pool={view} chosen={shown} choose={onWeekChange ?? setChosen} level={embedded ? 3 : 2} />}
    </LiveBoundary>
  )
  return embedded ? <Section title="Weekly Reveal">{content}</Section> : content
}

interface RevealOfProps {
  readonly pool: PoolView
  readonly chosen: number | null
  readonly choose: (weekId: number | null) => void
  readonly level: 2 | 3
}

function RevealOf({ pool, chosen, choose, level }: RevealOfProps): ReactNode {
  const history = useHistory(pool.weeks)
  const choices = useMemo(() => weekChoices(pool.weeks, history.counts), [pool.weeks, history.counts])
  const shown = chosen ?? pool.current_week_id ?? choices[0]?.id
  if (shown === undefined) {
    return <EmptyState title="No weeks yet">The reveal opens when the season’s first week locks.</EmptyState>
  }
  return (
    <div className={styles.reveal}>
      <WeekPicker choices={choices} shown={shown} choose={choose} />
      {history.error !== null && <ErrorBox message={history.error} onRetry={history.retry} retrying={history.pending} />}
      <ShownWeek weekId={shown} level={level} latest={latestRevealed(pool.weeks, shown)} choose={choose} />
      <PastWeeks choices={choices} shown={shown} choose={choose} level={level} />
      <Freshness override={pool.site_time !== null} weekId={shown} />
    </div>
  )
}

/** The newest week that can be seen, to offer instead of one that cannot. */
function latestRevealed(weeks: readonly WeekInfo[], shown: number): WeekInfo | undefined {
  return weeks.find((week) => week.is_locked && week.id !== shown)
}
