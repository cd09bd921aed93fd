import type { WeekInfo } from '@outlast/contract/live'
import { type ReactNode, useState } from 'react'
import { LiveBoundary } from '../../components/live-boundary.tsx'
import { ErrorBox } from '../../components/ui/errors.tsx'
import { Skeleton } from '../../components/ui/loading.tsx'
import { VisuallyHidden } from '../../components/ui/screen-reader.tsx'
import { NotRevealed } from './not-revealed.tsx'
import { RevealBoard } from './reveal-board.tsx'
import styles from './reveal.module.css'
import { picksInWords } from './weeks.ts'
import { useTopic, viewOf } from '../../live/use-topic.ts'

interface ShownWeekProps {
  readonly weekId: number
  /** Of the headings inside. */
  readonly level: 2 | 3
  /** A week to look at while this one is closed. */
  readonly latest: WeekInfo | undefined
  readonly choose: (weekId: number | null) => void
}

const NO_SUCH_WEEK = 'There is no such week'

/** A week, live: closed until its lock, then open by itself. */
export function ShownWeek({ weekId, level, latest, choose }: ShownWeekProps): ReactNode {
  const state = useTopic<`week:${number}`>(`week:${weekId}`)
  const view = viewOf(state)
  const opening = useOpening(view?.week)
  return (
    <>
      <VisuallyHidden>
        <span role="status">
          {opening &&
            view !== undefined &&
            `Week ${view.week.week_number} is locked and revealed: ${picksInWords(view.pick_count)}.`}
        </span>
      </VisuallyHidden>
      <LiveBoundary
        state={state}
        skeleton={<RevealSkeleton />}
        // A week that is not there will not be there next time either; the way out is the choice of weeks above.
        refusal={(code, sentence) => <ErrorBox message={code === 'topic_not_found' ? NO_SUCH_WEEK : sentence} />}
      >
        {(shown) =>
          shown.week.is_locked ? (
            <RevealBoard key={shown.week.id} view={shown} opening={opening} level={level} />
          ) : (
            <NotRevealed week={shown.week} pickCount={shown.pick_count} latest={latest} choose={choose} />
          )
        }
      </LiveBoundary>
    </>
  )
}

/** Whether the week on screen locked before the viewer's eyes. It stays so until another week is shown, or it opens again. */
export function useOpening(week: WeekInfo | undefined): boolean {
  const [seen, setSeen] = useState<Seen>()
  if (week !== undefined && (seen?.id !== week.id || seen.locked !== week.is_locked)) setSeen(nextSeen(seen, week))
  return week !== undefined && seen?.id === week.id && seen.opened
}

interface Seen {
  readonly id: number
  readonly locked: boolean
  readonly opened: boolean
}

function nextSeen(before: Seen | undefined, { id, is_locked: locked }: WeekInfo): Seen {
  return { id, locked, opened: locked && before?.id === id && !before.locked }
}

/** Holds the place of a week while it is fetched. */
export function RevealSkeleton(): ReactNode {
  return (
    <div className={styles.board}>
      <VisuallyHidden>
        <span role="status">Loading…</span>
      </VisuallyHidden>
      <Skeleton height={76} />
      <div className={styles.columns}>
        <Skeleton height={420} />
        <Skeleton height={660} />
      </div>
    </div>
  )
}
