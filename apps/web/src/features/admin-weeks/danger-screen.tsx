import type { PoolView } from '@outlast/contract/live'
import { type ReactNode, useState } from 'react'
import { useSearchParams } from 'wouter'
import { UndoNote } from '../../desk/undo-note.tsx'
import { LiveBoundary } from '../../ui/live-boundary.tsx'
import { Skeleton } from '../../ui/loading.tsx'
import { PageHeader, TO_DESK } from '../../ui/page-header.tsx'
import { parseWholeNumber } from '../../lib/numbers.ts'
import { useTopic } from '../../live/use-topic.ts'
import styles from './admin-weeks.module.css'
import { PurgeWeeksCard } from './purge-weeks-card.tsx'
import { SiteTimeCard } from './site-time-card.tsx'
import { TestingCard } from './testing-card.tsx'
import { UnmaskCard } from './unmask-card.tsx'
import { shownWeek } from './week-choice.ts'
import { WeekChooser } from './week-chooser.tsx'

interface DangerScreenProps {
  /** What deletes accounts and entries. */
  readonly purgePeople: ReactNode
}

/** The tools of a rehearsal, and what cannot be taken back (`/admin/danger`). */
export function DangerScreen({ purgePeople }: DangerScreenProps) {
  const pool = useTopic('pool')
  return (
    <div className={styles.screen}>
      <PageHeader
        title="Rehearsal and danger"
        help="season#august-set-up"
        lead="Nothing here belongs to a normal game day. It changes the real pool, for everyone, and the audit trail shows it."
        back={TO_DESK}
      />
      <UndoNote />
      <LiveBoundary state={pool} skeleton={<Skeleton height={600} />}>
        {(view) => <Tools pool={view} purgePeople={purgePeople} />}
      </LiveBoundary>
    </div>
  )
}

function Tools({ pool, purgePeople }: DangerScreenProps & { readonly pool: PoolView }) {
  const [params] = useSearchParams()
  const [chosen, setChosen] = useState(() => parseWholeNumber(params.get('week') ?? ''))
  const week = shownWeek(pool, chosen)
  // Pins the first week shown, so that the page does not jump when another admin changes the current week.
  if (week !== undefined && week.id !== chosen) setChosen(week.id)
  return (
    <>
      <section className={`stack4 ${styles.zone}`} aria-labelledby="rehearsal">
        <h2 className={styles.zoneTitle} id="rehearsal">
          Rehearsal
        </h2>
        {week !== undefined && <WeekChooser weeks={pool.weeks} week={week} onChoose={setChosen} />}
        <div className={styles.below}>
          <SiteTimeCard override={pool.site_time} />
          {week !== undefined && <TestingCard key={week.id} week={week} />}
        </div>
      </section>
      <section className={`stack4 ${styles.zone}`} data-tone="loss" aria-labelledby="danger">
        <h2 className={styles.zoneTitle} id="danger">
          Danger
        </h2>
        <div className={styles.below}>
          {week !== undefined && <UnmaskCard key={week.id} week={week} />}
          {week !== undefined && <PurgeWeeksCard />}
          {purgePeople}
        </div>
      </section>
    </>
  )
}
