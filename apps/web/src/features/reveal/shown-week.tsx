import type { WeekInfo } from '@outlast/contract/live'
import { type ReactNode, useState } from 'react'
import { LiveBoundary } from '../../components/live-boundary.tsx'
import { ErrorBox } from '../../components/ui/errors.tsx'
import { Skeleton } from '../../components/ui/loading.tsx'
import { VisuallyHidden } from '../../components/ui/screen-reader.tsx'
import { useTopic, viewOf } from '../../live/use-topic.ts'
import { NotRevealed } from './not-revealed.tsx'
import { RevealBoard } from './reveal-board.tsx'
import styles from './reveal.module.css'
import { formatPicks } from './weeks.ts'

interface ShownWeekProps {
  readonly weekId: number
  /** The level of the headings inside. */
  readonly level: 2 | 3
  /** The latest revealed week, to offer while this one is open. */
  readonly latest: WeekInfo | undefined
  readonly choose: (weekId: number | null) => void
}

const NO_SUCH_WEEK = 'There is no such week'

/** A week, live: not revealed until its lock, then revealed automatically. */
export function ShownWeek({ weekId, level, latest, choose }: ShownWeekProps): ReactNode {
  const state = useTopic<`week:${number}`>(`week:${weekId}`)
  const view = viewOf(state)
  const isOpening = useIsOpening(view?.week)
  return (
    <>
      <VisuallyHidden>
        <span role="status">
          {isOpening &&
            view !== undefined &&
            `Week ${view.week.week_number} is locked and revealed: ${formatPicks(view.pick_count)}.`}
        </span>
      </VisuallyHidden>
      <LiveBoundary
        state={state}
        skeleton={<RevealSkeleton />}
        // A missing week offers no retry. The week picker above is the way out.
        refusal={(code, message) => <ErrorBox message={code === 'topic_not_found' ? NO_SUCH_WEEK : message} />}
      >
        {(current) =>
          current.week.is_locked ? (
            <RevealBoard key={current.week.id} view={current} isOpening={isOpening} level={level} />
          ) : (
            <NotRevealed week={current.week} pickCount={current.pick_count} latest={latest} choose={choose} />
          )
        }
      </LiveBoundary>
    </>
  )
}

/** Returns whether the week locked while it was on screen. Stays true until another week is shown or the week reopens. */
function useIsOpening(week: WeekInfo | undefined): boolean {
  const [seen, setSeen] = useState<LastSeen>()
  if (week !== undefined && (seen?.id !== week.id || seen.isLocked !== week.is_locked)) setSeen(nextSeen(seen, week))
  return week !== undefined && seen?.id === week.id && seen.isOpening
}

interface LastSeen {
  readonly id: number
  readonly isLocked: boolean
  readonly isOpening: boolean
}

function nextSeen(before: LastSeen | undefined, { id, is_locked: isLocked }: WeekInfo): LastSeen {
  return { id, isLocked, isOpening: isLocked && before?.id === id && !before.isLocked }
}

/** The placeholder while a week loads. */
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
