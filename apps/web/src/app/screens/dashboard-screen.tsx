import { type ReactNode, useEffect } from 'react'
import { useTopicView } from '../../live/use-topic.ts'
import { useUser } from '../../session/session.ts'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { Opening } from '../../pool/opening/opening.tsx'
import { Skeleton } from '../../ui/loading.tsx'
import { HelpLink } from '../../ui/help-link.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { DashboardBoard } from '../../features/dashboard/dashboard-board.tsx'
import styles from './dashboard-screen.module.css'
import { LazyWhenNear } from './lazy-when-near.tsx'
import { prefetchScreens } from './prefetch.ts'

const placeholder = <Skeleton height={480} />

const WeeklyReveal = lazyPart(() => import('../../features/reveal/weekly-reveal.tsx').then((module) => module.WeeklyReveal), {
  placeholder,
})
const DuesPanel = lazyPart(() => import('../../features/money/dues-panel.tsx').then((module) => module.DuesPanel), {
  placeholder: null,
})
const Setup = lazyPart(() => import('./setup.tsx').then((module) => module.Setup))
const TheGrid = lazyPart(() => import('../../features/history/the-grid.tsx').then((module) => module.TheGrid), { placeholder })

/** The member's home: their own week first, then the reveal and the grid, which load when the member scrolls towards them. */
export function DashboardScreen(): ReactNode {
  useEffect(prefetchScreens, [])
  return (
    <div className={styles.page}>
      <Opening />
      <div className={styles.top}>
        <PageHeader title="Dashboard" actions={<HelpLink to="playing#a-week" />} />
        <FirstSetup />
        <DashboardBoard />
        <DuesPanel compact />
      </div>
      <LazyWhenNear placeholder={placeholder}>
        <WeeklyReveal embedded />
      </LazyWhenNear>
      <LazyWhenNear placeholder={placeholder}>
        <TheGrid embedded />
      </LazyWhenNear>
    </div>
  )
}

/** In an empty pool its admin starts with the setup, also without looking for it. */
function FirstSetup(): ReactNode {
  const isEmpty = useTopicView('pool', ({ weeks }) => weeks.length === 0) === true
  return useUser().is_admin && isEmpty ? <Setup /> : null
}
