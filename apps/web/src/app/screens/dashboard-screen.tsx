import { lazy, type ReactNode, Suspense, useEffect } from 'react'
import { Skeleton } from '../../components/ui/loading.tsx'
import { PageHeader } from '../../components/ui/page-header.tsx'
import { DashboardBoard } from '../../features/dashboard/dashboard-board.tsx'
import styles from './dashboard-screen.module.css'
import { LazyWhenNear } from './lazy-when-near.tsx'
import { prefetchScreens } from './prefetch.ts'

const WeeklyReveal = lazy(async () => ({ default: (await import('../../features/reveal/weekly-reveal.tsx')).WeeklyReveal }))
const TheGrid = lazy(async () => ({ default: (await import('../../features/history/the-grid.tsx')).TheGrid }))

/** The member's home: their own week first, then the reveal and the grid, which load when the member scrolls towards them. */
export function DashboardScreen(): ReactNode {
  useEffect(prefetchScreens, [])
  return (
    <div className={styles.page}>
      <div className={styles.top}>
        <PageHeader title="Dashboard" />
        <DashboardBoard />
      </div>
      <Deferred>
        <WeeklyReveal embedded />
      </Deferred>
      <Deferred>
        <TheGrid embedded />
      </Deferred>
    </div>
  )
}

const placeholder = <Skeleton height={480} />

function Deferred({ children }: { readonly children: ReactNode }): ReactNode {
  return (
    <LazyWhenNear placeholder={placeholder}>
      <Suspense fallback={placeholder}>{children}</Suspense>
    </LazyWhenNear>
  )
}
