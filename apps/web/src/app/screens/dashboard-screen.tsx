import { lazy, type ReactNode, Suspense, useEffect } from 'react'
import { PageHeader } from '../../components/ui/page-header.tsx'
import { Skeleton } from '../../components/ui/loading.tsx'
import { DashboardBoard } from '../../features/dashboard/dashboard-board.tsx'
import { prefetchScreens } from './prefetch.ts'
import { LazyWhenNear } from './lazy-when-near.tsx'
import styles from './dashboard-screen.module.css'

const WeeklyReveal = lazy(async () => ({ default: (await import('../../features/reveal/weekly-reveal.tsx')).WeeklyReveal }))
const TheGrid = lazy(async () => ({ default: (await import('../../features/history/the-grid.tsx')).TheGrid }))

const placeholder = <Skeleton height={480} />

/** The member's page: my week first, then everybody's. What is below comes when somebody scrolls towards it. */
export function DashboardScreen(): ReactNode {
  useEffect(prefetchScreens, [])
  return (
    <div className={styles.page}>
      <div className={styles.top}>
        <PageHeader title="Dashboard" />
        <DashboardBoard />
      </div>
      <LazyWhenNear placeholder={placeholder}>
        <Suspense fallback={placeholder}>
          <WeeklyReveal embedded />
        </Suspense>
      </LazyWhenNear>
      <LazyWhenNear placeholder={placeholder}>
        <Suspense fallback={placeholder}>
          <TheGrid embedded />
        </Suspense>
      </LazyWhenNear>
    </div>
  )
}
