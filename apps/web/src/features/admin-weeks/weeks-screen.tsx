import type { PoolView, WeekInfo } from '@outlast/contract/live'
import { useState } from 'react'
import { SelectField } from '../../components/forms/select-field.tsx'
import { LiveBoundary } from '../../components/live-boundary.tsx'
import { weekLabel } from '../../components/pool/pool-text.ts'
import { Badge } from '../../components/ui/badge.tsx'
import { EmptyState } from '../../components/ui/empty-state.tsx'
import { Skeleton } from '../../components/ui/loading.tsx'
import { PageHeader } from '../../components/ui/page-header.tsx'
import { useTopic, useTopicView } from '../../live/use-topic.ts'
import styles from './admin-weeks.module.css'
import { ClubCard } from './club-card.tsx'
import { ManagementCard } from './management-card.tsx'
import { RulesCard } from './rules-card.tsx'
import { SiteTimeCard } from './site-time-card.tsx'
import { TestingCard } from './testing-card.tsx'
import { shownWeek, sortWeeks } from './week-choice.ts'
import { WeekPanelSkeleton, WeekPanel } from './week-panel.tsx'

/** Manages weeks, locks, games and picks, then the pool's settings (`/admin/config`). */
export function WeeksScreen() {
  const pool = useTopic('pool')
  // Starts loading the data of the picks table while the week loads.
  useTopicView('admin', () => true)
  return (
    <div className={styles.screen}>
      <PageHeader title="Admin Weeks & Locks" back={{ to: '/', label: 'Back to dashboard' }} />
      <LiveBoundary state={pool} skeleton={<ScreenSkeleton />}>
        {(view) => <Weeks pool={view} />}
      </LiveBoundary>
    </div>
  )
}

function Weeks({ pool }: { readonly pool: PoolView }) {
  const [chosen, setChosen] = useState<number>()
  const week = shownWeek(pool, chosen)
  // Pins the first week shown, so that the page does not jump when another admin changes the current week.
  if (week !== undefined && week.id !== chosen) setChosen(week.id)
  return (
    <>
      {week === undefined ? <NoWeeks /> : <SelectedWeek weeks={pool.weeks} week={week} onChoose={setChosen} />}
      <div className={styles.below}>
        <div className={styles.column}>
          <ManagementCard week={week} />
          <ClubCard name={pool.club_name} color={pool.club_color} showsOdds={pool.shows_odds} />
        </div>
        <div className={styles.column}>
          <SiteTimeCard override={pool.site_time} />
          {week !== undefined && <TestingCard key={week.id} week={week} />}
        </div>
      </div>
      <RulesCard rules={pool.rules} rules_locked_by_season={pool.rules_locked_by_season} />
    </>
  )
}

interface SelectedWeekProps {
  readonly weeks: readonly WeekInfo[]
  readonly week: WeekInfo
  readonly onChoose: (id: number) => void
}

function SelectedWeek({ weeks, week, onChoose }: SelectedWeekProps) {
  return (
    <>
      <div className={styles.choice}>
        <SelectField
          label="Week"
          value={week.id}
          options={sortWeeks(weeks).map((option) => ({ value: option.id, label: weekLabel(option) }))}
          onChange={(event) => onChoose(Number(event.target.value))}
        />
        <p className={styles.marks}>
          {!week.is_current && <Badge tone="warn">Not the current week</Badge>}
          {week.unmasked && !week.is_locked && <Badge tone="warn">Picks unmasked</Badge>}
        </p>
      </div>
      <WeekPanel key={week.id} week={week} />
    </>
  )
}

function NoWeeks() {
  return (
    <EmptyState title="No weeks yet">
      Add the season’s first week below. It becomes the current week and locks on Sunday at 12:00 Eastern unless you change the
      lock time.
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
