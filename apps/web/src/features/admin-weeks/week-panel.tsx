import type { PoolView, WeekInfo } from '@outlast/contract/live'
import { Skeleton } from '../../components/ui/loading.tsx'
import { LiveBoundary } from '../../components/live-boundary.tsx'
import { useTopic } from '../../live/use-topic.ts'
import styles from './admin-weeks.module.css'
import { GamesCard } from './games-card.tsx'
import { IneligibleCard } from './ineligible-card.tsx'
import { LockCard } from './lock-card.tsx'
import { PicksCard } from './picks-card.tsx'
import { PicksSummary } from './picks-summary.tsx'
import { SyncCard } from './sync-card.tsx'

interface WeekDeskProps {
  /** As the pool's view has it, for its place in the list. */
  readonly week: PoolView['weeks'][number]
}

/** One week at a glance: its lock, ineligible teams, sync, games and picks. */
export function WeekDesk({ week }: WeekDeskProps) {
  const state = useTopic(`week:${week.id}`)
  return (
    <LiveBoundary state={state} skeleton={<DeskSkeleton />}>
      {(view) => {
        const newest = newer(view.week, week)
        return (
          <>
            <div className={styles.desk}>
              <div className={styles.column}>
                <LockCard week={newest} />
                <IneligibleCard week={newest} games={view.games} />
              </div>
              <div className={styles.column}>
                <SyncCard week={newest} games={view.games} />
                <PicksSummary view={view} />
              </div>
              <GamesCard week={newest} games={view.games} />
            </div>
            <PicksCard view={view} />
          </>
        )
      }}
    </LiveBoundary>
  )
}

/** Both topics tell of the week, one a moment before the other: the newer one has the version that a write must match. */
const newer = (a: WeekInfo, b: WeekInfo): WeekInfo => (a.version >= b.version ? a : b)

/** Holds the desk's place while it is loaded. */
export function DeskSkeleton() {
  return (
    <>
      <div className={styles.desk}>
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
