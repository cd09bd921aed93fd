import type { PoolView, WeekInfo } from '@outlast/contract/live'
import { useMay } from '../../desk/may.ts'
import { LiveBoundary } from '../../ui/live-boundary.tsx'
import { Skeleton } from '../../ui/loading.tsx'
import { useTopic } from '../../live/use-topic.ts'
import styles from './admin-weeks.module.css'
import { GamesCard } from './games-card.tsx'
import { IneligibleCard } from './ineligible-card.tsx'
import { LockCard } from './lock-card.tsx'
import { PicksCard } from './picks-card.tsx'
import { PicksOfWeekCard } from './picks-of-week-card.tsx'
import { PicksSummary } from './picks-summary.tsx'
import { SyncCard } from './sync-card.tsx'

interface WeekPanelProps {
  /** The week as the pool's live view has it. */
  readonly week: PoolView['weeks'][number]
}

/** Everything about one week: lock, ineligible teams, sync, games and picks; for a scorekeeper the sync and the games. */
export function WeekPanel({ week }: WeekPanelProps) {
  const state = useTopic(`week:${week.id}`)
  const mayChangeWeek = useMay('updateWeek')
  return (
    <LiveBoundary state={state} skeleton={<WeekPanelSkeleton />}>
      {(view) => {
        const latest = newerOf(view.week, week)
        return (
          <>
            <div className={`stack4 ${styles.panel}`}>
              {mayChangeWeek && (
                <div className={styles.column}>
                  <LockCard week={latest} />
                  <IneligibleCard week={latest} games={view.games} />
                </div>
              )}
              <div className={styles.column}>
                <SyncCard week={latest} />
                {mayChangeWeek && <PicksSummary view={view} />}
                {mayChangeWeek && !latest.is_locked && <PicksOfWeekCard week={latest} />}
              </div>
              <GamesCard view={{ ...view, week: latest }} />
            </div>
            {mayChangeWeek && <PicksCard view={view} />}
          </>
        )
      }}
    </LiveBoundary>
  )
}

/** Two topics contain the week, and one updates first. A write must send the newer version. */
const newerOf = (a: WeekInfo, b: WeekInfo): WeekInfo => (a.version >= b.version ? a : b)

/** The placeholder while the week loads. */
export function WeekPanelSkeleton() {
  return (
    <>
      <div className={`stack4 ${styles.panel}`}>
        <div className={styles.column}>
          <Skeleton height={330} />
          <Skeleton height={260} />
        </div>
        <div className={styles.column}>
          <Skeleton height={330} />
          <Skeleton height={160} />
        </div>
        <Skeleton height={600} />
      </div>
      <Skeleton height={520} />
    </>
  )
}
