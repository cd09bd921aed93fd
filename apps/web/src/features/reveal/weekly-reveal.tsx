import type { HistoryWeek } from '@outlast/contract'
import { type PoolView, type WeekInfo } from '@outlast/contract/live'
import { type ReactNode, useMemo, useState } from 'react'
import { api } from '../../api/client.ts'
import { useQuery } from '../../api/use-query.ts'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { LiveBoundary } from '../../ui/live-boundary.tsx'
import { Section } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { PotLine } from '../../pool/pot-line.tsx'
import { ErrorBox } from '../../ui/errors.tsx'
import { PageLoading } from '../../ui/loading.tsx'
import { useTopic, useTopicView } from '../../live/use-topic.ts'
import { Freshness } from './freshness.tsx'
import styles from './reveal.module.css'
import { RevealSkeleton } from './reveal-skeleton.tsx'
import { PastWeeks, WeekPicker } from './week-choice.tsx'
import { weekChoices } from './weeks.ts'

/** Board, odds and tables. Their code loads while the picks do: the screen shows its header and its weeks without waiting for it. */
const ShownWeek = lazyPart(() => import('./shown-week.tsx').then((module) => module.ShownWeek), {
  placeholder: <RevealSkeleton />,
})
ShownWeek.preload()

interface WeeklyRevealProps {
  /** Renders as a section of another page, with its own heading and its own selected week. */
  readonly embedded?: boolean | undefined
  /** The week to show. Defaults to the current week. */
  readonly weekId?: number | undefined
  /** Called with the selected week; null for the current one. Without it, this component keeps the selection. */
  readonly onWeekChange?: ((weekId: number | null) => void) | undefined
}

/** Everyone's picks and results of a week, once it has locked. */
export function WeeklyReveal({ embedded = false, weekId, onWeekChange }: WeeklyRevealProps): ReactNode {
  const [selected, setSelected] = useState<number | null>(null)
  const pool = useTopic('pool')
  const shown = weekId ?? (onWeekChange === undefined ? selected : null)
  const content = (
    <LiveBoundary state={pool} skeleton={embedded ? <RevealSkeleton /> : <PageLoading />}>
      {(view) => <PoolReveal pool={view} requested={shown} choose={onWeekChange ?? setSelected} level={embedded ? 3 : 2} />}
    </LiveBoundary>
  )
  return embedded ? <Section title="Weekly Reveal">{content}</Section> : content
}

const NO_COUNTS: ReadonlyMap<number, number> = new Map()

/** Fetches how many picks each past week has, by week id. */
async function fetchPickCounts(): Promise<ReadonlyMap<number, number>> {
  const weeks: readonly HistoryWeek[] = await api.call('listHistory')
  return new Map(weeks.map((week) => [week.id, week.pick_count]))
}

interface PoolRevealProps {
  readonly pool: PoolView
  readonly requested: number | null
  readonly choose: (weekId: number | null) => void
  readonly level: 2 | 3
}

function PoolReveal({ pool, requested, choose, level }: PoolRevealProps): ReactNode {
  const history = useQuery(fetchPickCounts, 'Failed to load history', pool.weeks)
  const shown = requested ?? pool.current_week_id ?? pool.weeks.find((week) => week.is_locked)?.id
  const counts = useLiveCounts(history.data ?? NO_COUNTS, pool.current_week_id, shown ?? null)
  const choices = useMemo(() => weekChoices(pool.weeks, counts), [pool.weeks, counts])
  if (shown === undefined) {
    return <EmptyState title="No weeks yet">The reveal opens when the season’s first week locks.</EmptyState>
  }
  return (
    <div className={styles.reveal}>
      <ErrorBox message={history.error} retrying={history.isLoading} />
      <ShownWeek weekId={shown} level={level} latest={latestRevealed(pool.weeks, shown)} choose={choose}>
        <WeekPicker choices={choices} shown={shown} choose={choose} />
        <PotLine season={pool.weeks.find(({ id }) => id === shown)?.season_year} weekId={shown} />
      </ShownWeek>
      <PastWeeks choices={choices} shown={shown} choose={choose} level={level} />
      <Freshness override={pool.site_time !== null} weekId={shown} />
    </div>
  )
}

/** Replaces the counts of two weeks by live ones: the current week's, which rises until its lock, and the shown week's. */
function useLiveCounts(fetched: ReadonlyMap<number, number>, current: number | null, shown: number | null) {
  const currentCount = usePickCount(current)
  const shownCount = usePickCount(shown)
  return useMemo(() => {
    const counts = new Map(fetched)
    if (current !== null && currentCount !== undefined) counts.set(current, currentCount)
    if (shown !== null && shownCount !== undefined) counts.set(shown, shownCount)
    return counts
  }, [fetched, current, currentCount, shown, shownCount])
}

const usePickCount = (weekId: number | null): number | undefined =>
  useTopicView<`week:${number}`, number>(weekId === null ? null : `week:${weekId}`, (week) => week.pick_count)

/** Returns the newest revealed week, to offer instead of one that is not revealed. */
function latestRevealed(weeks: readonly WeekInfo[], shown: number): WeekInfo | undefined {
  return weeks.find((week) => week.is_locked && week.id !== shown)
}
