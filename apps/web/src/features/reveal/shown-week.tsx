import type { WeekInfo } from '@outlast/contract/live'
import type { ReactNode } from 'react'
import { LiveBoundary } from '../../ui/live-boundary.tsx'
import { useIsOpening } from '../../pool/opening/use-is-opening.ts'
import { ErrorBox } from '../../ui/errors.tsx'
import { useTopic, viewOf } from '../../live/use-topic.ts'
import { NotRevealed } from './not-revealed.tsx'
import { RevealBoard } from './reveal-board.tsx'
import { RevealSkeleton } from './reveal-skeleton.tsx'

interface ShownWeekProps {
  readonly weekId: number
  /** The level of the headings inside. */
  readonly level: 2 | 3
  /** The latest revealed week, to offer while this one is open. */
  readonly latest: WeekInfo | undefined
  readonly choose: (weekId: number | null) => void
  /** What follows who is in, and comes first where nobody can know that: the choice of another week. */
  readonly children: ReactNode
}

const NO_SUCH_WEEK = 'There is no such week'

/** A week, live: not revealed until its lock, then revealed automatically. */
export function ShownWeek({ weekId, level, latest, choose, children }: ShownWeekProps): ReactNode {
  const state = useTopic<`week:${number}`>(`week:${weekId}`)
  const view = viewOf(state)
  const isOpening = useIsOpening(view?.week)
  return (
    <LiveBoundary
      state={state}
      skeleton={<RevealSkeleton />}
      // A missing week offers no retry. The choice of another one is the way out.
      refusal={(code, message) => (
        <>
          {children}
          <ErrorBox message={code === 'topic_not_found' ? NO_SUCH_WEEK : message} />
        </>
      )}
    >
      {(current) =>
        current.week.is_locked ? (
          <RevealBoard key={current.week.id} view={current} isOpening={isOpening} level={level}>
            {children}
          </RevealBoard>
        ) : (
          <>
            <NotRevealed view={current} latest={latest} choose={choose} />
            {children}
          </>
        )
      }
    </LiveBoundary>
  )
}
