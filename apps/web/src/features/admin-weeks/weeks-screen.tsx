import type { PoolView, WeekInfo } from '@outlast/contract/live'
import { useState } from 'react'
import { Badge } from '../../components/ui/badge.tsx'
import { EmptyState } from '../../components/ui/empty-state.tsx'
import { PageHeader } from '../../components/ui/page-header.tsx'
import { SelectField } from '../../components/forms/select-field.tsx'
import { Skeleton } from '../../components/ui/loading.tsx'
import { LiveBoundary } from '../../components/live-boundary.tsx'
import { useTopic, useTopicView } from '../../live/use-topic.ts'
import styles from './admin-weeks.module.css'
import { ManagementCard } from './management-card.tsx'
import { RulesCard } from './rules-card.tsx'
import { SiteTimeCard } from './site-time-card.tsx'
import { TestingCard } from './testing-card.tsx'
import { chosenWeek, inOrder, weekLabel } from './week-choice.ts'
import { DeskSkeleton, WeekDesk } from './week-panel.tsx'

/** The commissioner's desk on game day (`/admin/config`): the week first, everything else below. */
export function WeeksScreen() {
  const pool = useTopic('pool')
  // The picks will need it: on its way already while the week is.
  useTopicView('admin', () => true)
  return (
    <div className={styles.screen}>
      <PageHeader title="Admin Weeks & Locks" back={{ to: '/', label: 'Back to dashboard' }} />
      <LiveBoundary state={pool} skeleton={<ScreenSkeleton />}>
        {(view) => <Desk pool={view} />}
      </LiveBoundary>
    </div>
  )
}

function Desk({ pool }: { readonly pool: PoolView }) {
  const [chosen, setChosen] = useState<number>()
  const week = chosenWeek(pool, chosen)
  // What was shown first stays, though another admin makes another week the current one: nothing jumps under a hand.
  if (week !== undefined && week.id !== chosen) setChosen(week.id)
  return (
    <>
      {week === undefined ? <NoWeeks /> : <ThisWeek weeks={pool.weeks} week={week} onChoose={setChosen} />}
      <div className={styles.below}>
        <div className={styles.column}>
          <ManagementCard week={week} />
          <RulesCard rules={pool.rules} rules_locked_by_season={pool.rules_locked_by_season} />
        </div>
        <div className={styles.column}>
          <SiteTimeCard override={pool.site_time} />
          {week !== undefined && <TestingCard key={week.id} week={week} />}
        </div>
      </div>
    </>
  )
}

interface ThisWeekProps {
  readonly weeks: readonly WeekInfo[]
  readonly week: WeekInfo
  readonly onChoose: (id: number) => void
}

function ThisWeek({ weeks, week, onChoose }: ThisWeekProps) {
  return (
    <>
      <div className={styles.choice}>
        <SelectField
          label="Week"
          value={week.id}
          options={inOrder(weeks).map((one) => ({ value: one.id, label: weekLabel(one) }))}
          onChange={(event) => onChoose(Number(event.target.value))}
        />
        <p className={styles.marks}>
          {!week.is_current && <Badge tone="warn">Not the current week</Badge>}
          {week.unmasked && !week.is_locked && <Badge tone="warn">Picks unmasked</Badge>}
        </p>
      </div>
      <WeekDesk key={week.id} week={week} />
    </>
  )
}

function NoWeeks() {
  return (
    <EmptyState title="No weeks yet">
      Add the season’s first week below. It becomes the current one, and locks on its Sunday at 12:00 Eastern unless you say
      otherwise.
    </EmptyState>
  )
}

function ScreenSkeleton() {
  return (
    <>
      <Skeleton height={72} width={320} />
      <DeskSkeleton />
    </>
  )
}
