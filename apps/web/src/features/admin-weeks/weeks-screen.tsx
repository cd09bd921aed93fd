import type { PoolView } from '@outlast/contract/live'
import { useState } from 'react'
import { Link } from 'wouter'
import { lockText } from '@outlast/domain/pool-rules'
import { useLockRule } from '../../desk/use-lock-rule.ts'
import { useMay } from '../../desk/may.ts'
import { UndoNote } from '../../desk/undo-note.tsx'
import { LiveBoundary } from '../../ui/live-boundary.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Skeleton } from '../../ui/loading.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { useTopic, useTopicView } from '../../live/use-topic.ts'
import styles from './admin-weeks.module.css'
import { ManagementCard } from './management-card.tsx'
import { shownWeek } from './week-choice.ts'
import { WeekChooser } from './week-chooser.tsx'
import { WeekPanelSkeleton, WeekPanel } from './week-panel.tsx'

/** Manages weeks, locks, games and picks (`/admin/config`). */
export function WeeksScreen() {
  const pool = useTopic('pool')
  // Starts loading the data of the picks table while the week loads.
  useTopicView(useMay('updateWeek') ? 'admin' : null, () => true)
  return (
    <div className={styles.screen}>
      <PageHeader
        title="Admin Weeks & Locks"
        help="season#when-the-scoreboard-surprises-you"
        back={{ to: '/', label: 'Back to dashboard' }}
      />
      <UndoNote />
      <LiveBoundary state={pool} skeleton={<ScreenSkeleton />}>
        {(view) => <Weeks pool={view} />}
      </LiveBoundary>
    </div>
  )
}

function Weeks({ pool }: { readonly pool: PoolView }) {
  const [chosen, setChosen] = useState<number>()
  const week = shownWeek(pool, chosen)
  const mayChangeWeeks = useMay('updateWeek')
  // Pins the first week shown, so that the page does not jump when another admin changes the current week.
  if (week !== undefined && week.id !== chosen) setChosen(week.id)
  return (
    <>
      {week === undefined ? (
        <NoWeeks />
      ) : (
        <>
          <WeekChooser weeks={pool.weeks} week={week} onChoose={setChosen} />
          <WeekPanel key={week.id} week={week} />
        </>
      )}
      {mayChangeWeeks && (
        <>
          <ManagementCard week={week} />
          <p>
            Site time, testing tools and deleting all weeks are on <Link to="/admin/danger">Rehearsal and danger</Link>.
          </p>
        </>
      )}
    </>
  )
}

function NoWeeks() {
  const rule = useLockRule()
  if (!useMay('createWeek')) return <EmptyState title="No weeks yet">An admin adds the season’s first week.</EmptyState>
  return (
    <EmptyState title="No weeks yet">
      Add the season’s first week below. It becomes the current week and locks {lockText(rule)} unless you change the lock time.
    </EmptyState>
  )
}

function ScreenSkeleton() {
  return (
    <>
      <Skeleton height={72} width={320} />
      <WeekPanelSkeleton />
    </>
  )
}
