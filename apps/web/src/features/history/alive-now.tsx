import { weekLabel } from '@outlast/domain/rules'
import { type SeasonView, weekTopic } from '@outlast/contract/live'
import { seasonCountOf, seasonOutcomeOf } from '@outlast/views'
import { useMemo } from 'react'
import { useSiteNow } from '../../clock/site-clock.ts'
import { useTopicView } from '../../live/use-topic.ts'
import { aliveText } from '../../pool/live-board/board-text.ts'
import { AliveCount, Names } from '../../pool/live-board/survivors.tsx'
import { weekEndText } from '../../pool/week-end-text.ts'
import { Skeleton } from '../../ui/loading.tsx'
import { naturalOrder } from '../../lib/natural-order.ts'
import { lastPlayedWeek, weekCounts } from './week-counts.ts'
import styles from './alive-now.module.css'
import { usePreparedSeason } from './use-prepared-season.ts'

/** How many entries of a running season are alive, in one line. */
export function AliveNow({ season }: { readonly season: SeasonView }) {
  if (lastPlayedWeek(season) === undefined || seasonOutcomeOf(season).status === 'finished') return null
  const { alive, total } = seasonCountOf(season)
  return (
    <div className={styles.line}>
      <AliveCount alive={alive} total={total} />
    </div>
  )
}

/** How the number of those alive comes about, and who went out in the last week that was locked. */
export function AliveExplained({ season }: { readonly season: SeasonView }) {
  const prepared = usePreparedSeason(season)
  const counts = useMemo(() => {
    const week = prepared === undefined ? undefined : lastPlayedWeek(prepared)
    return prepared === undefined || week === undefined ? null : { ...weekCounts(prepared, week), week: week.week_number }
  }, [prepared])
  const out = useMemo(() => naturalOrder(counts?.out ?? [], ({ name }) => name), [counts])
  const last = lastPlayedWeek(season)
  const games = useTopicView(last === undefined ? null : weekTopic(last.id), (view) => view.games)
  const weekEnd = weekEndText(games ?? [], useSiteNow(60_000))
  if (last === undefined) return null
  if (prepared === undefined || counts === null) return <Skeleton height={72} />
  if (seasonOutcomeOf(prepared).status === 'finished') return null
  const { alive } = seasonCountOf(prepared)
  const text = aliveText({ ...counts, alive, later: alive - counts.alive, weekEnd })
  return (
    <div className="stack3">
      {text !== '' && <p className="muted">{text}</p>}
      <Names title={`Out in week ${weekLabel(counts.week)}`} names={out} season={season} tone="loss" />
    </div>
  )
}
