import { weekLabel } from '@outlast/domain/rules'
import { type SeasonView, type SeasonWeek, weekTopic, type WeekView } from '@outlast/contract/live'
import { seasonCountOf, seasonOutcomeOf, weekSurvivorsOf } from '@outlast/views'
import { useMemo } from 'react'
import { useTopic, viewOf } from '../../live/use-topic.ts'
import { AliveExplained } from '../../pool/live-board/pool-odds.tsx'
import { AliveCount, Names } from '../../pool/live-board/survivors.tsx'
import { Skeleton } from '../../ui/loading.tsx'
import { naturalOrder } from '../../lib/natural-order.ts'
import styles from './alive-now.module.css'
import { usePreparedSeason } from './use-prepared-season.ts'

interface SeasonProps {
  readonly season: SeasonView
}

/** How many entries of a running season are alive, in one line. */
export function AliveNow({ season }: SeasonProps) {
  if (lastLockedWeek(season) === undefined || seasonOutcomeOf(season).status === 'finished') return null
  const { alive, total } = seasonCountOf(season)
  return (
    <div className={styles.line}>
      <AliveCount alive={alive} total={total} isOfSeason />
    </div>
  )
}

/** How the number of those alive comes about, and who went out in the last week that was locked. */
export function SeasonExplained({ season }: SeasonProps) {
  const prepared = usePreparedSeason(season)
  const last = lastLockedWeek(season)
  const view = viewOf(useTopic(last === undefined ? null : weekTopic(last.id)))
  if (last === undefined) return null
  if (prepared === undefined || view === undefined) return <Skeleton height={72} />
  if (seasonOutcomeOf(prepared).status === 'finished') return null
  return (
    <div className="stack3">
      <AliveExplained view={view} season={prepared} />
      <OutInWeek view={view} season={prepared} />
    </div>
  )
}

function OutInWeek({ view, season }: SeasonProps & { readonly view: WeekView }) {
  const names = useMemo(() => {
    const { out } = weekSurvivorsOf(view, season)
    return naturalOrder(
      view.entries.filter(({ id }) => out.has(id)),
      ({ name }) => name,
    )
  }, [view, season])
  return <Names title={`Out in week ${weekLabel(view.week.week_number)}`} names={names} season={season} tone="loss" />
}

const lastLockedWeek = (season: SeasonView): SeasonWeek | undefined => season.weeks.findLast(({ is_locked }) => is_locked)
