import { type ReactNode, useEffect, useState } from 'react'
import { useTopicView } from '../../live/use-topic.ts'
import { useUser } from '../../session/session.ts'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { Opening } from '../../pool/opening/lazy-opening.tsx'
import { PageLoading, Skeleton } from '../../ui/loading.tsx'
import { HelpLink } from '../../ui/help-link.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { DashboardBoard } from '../../features/dashboard/dashboard-board.tsx'
import { useNarrowerThan } from '../../lib/use-media.ts'
import { usePrinting } from '../../lib/use-printing.ts'
import { Fold } from './fold.tsx'
import styles from './dashboard-screen.module.css'
import { LazyWhenNear } from './lazy-when-near.tsx'
import { prefetchScreens } from './prefetch.ts'

const placeholder = <Skeleton height={480} />

const WeeklyReveal = lazyPart(() => import('../../features/reveal/weekly-reveal.tsx').then((module) => module.WeeklyReveal), {
  placeholder,
})
const DuesPanel = lazyPart(() => import('../../features/money/dues-panel.tsx').then((module) => module.DuesPanel), {
  placeholder: <Skeleton height={0} />,
})
const Setup = lazyPart(() => import('./setup.tsx').then((module) => module.Setup), { placeholder: <PageLoading /> })
const TheGrid = lazyPart(() => import('../../features/history/the-grid.tsx').then((module) => module.TheGrid), { placeholder })

/** The member's home: their own week first, then the reveal and the grid, which load when the member scrolls towards them. */
export function DashboardScreen(): ReactNode {
  useEffect(prefetchScreens, [])
  const isNarrow = useNarrowerThan(960)
  const isPrinting = usePrinting()
  const hasTabs = isNarrow && !isPrinting
  return (
    <div className={`stack ${styles.page}`}>
      <Opening />
      <div className={`stack4 ${styles.top}`} data-in-order>
        <div className={styles.title}>
          <PageHeader title="Dashboard" actions={hasTabs ? undefined : <HelpLink to="playing#a-week" />} />
        </div>
        <FirstSetup />
        <DashboardBoard />
        <DuesPanel compact />
      </div>
      {hasTabs ? <Folded /> : <Embedded />}
    </div>
  )
}

/** What follows the member's week on a wide page. */
function Embedded(): ReactNode {
  return (
    <>
      <div data-embedded>
        <LazyWhenNear placeholder={placeholder}>
          <WeeklyReveal embedded />
        </LazyWhenNear>
      </div>
      {/* History prints it, on paper that lies on its side. */}
      <div data-embedded data-screen-only>
        <LazyWhenNear placeholder={placeholder}>
          <TheGrid embedded />
        </LazyWhenNear>
      </div>
    </>
  )
}

/** The same on a phone, where both are tabs: one line each. */
function Folded(): ReactNode {
  return (
    <div data-embedded>
      <Fold title="Weekly Reveal" lead="Everyone’s picks of a week">
        <WeeklyReveal embedded />
      </Fold>
      <Fold title="The Grid" lead="Every pick of the season">
        <TheGrid embedded />
      </Fold>
    </div>
  )
}

/** In an empty pool its admin starts with the setup, also without looking for it. */
function FirstSetup(): ReactNode {
  const isEmpty = useTopicView('pool', ({ weeks }) => weeks.length === 0) === true
  const hasOpen = useTopicView('pool', ({ weeks }) => weeks.some((week) => !week.is_locked)) === true
  // It stays while it imports weeks that are over.
  const [wasEmpty, setWasEmpty] = useState(false)
  if (isEmpty && !wasEmpty) setWasEmpty(true)
  return useUser().is_admin && wasEmpty && !hasOpen ? <Setup /> : null
}
