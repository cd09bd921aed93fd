import type { ReactNode } from 'react'
import { useSiteNow } from '../../clock/site-clock.ts'
import { ErrorBox } from '../../components/ui/errors.tsx'
import type { Board } from './board/board.ts'
import { isWeekClosed } from './board/pick-rules.ts'
import styles from './dashboard-board.module.css'
import { LiveGames } from './week/live-games.tsx'
import { RulesPanel } from './week/rules-panel.tsx'
import { useBoard } from './board/use-board.ts'
import { WeekPanel } from './week/week-panel.tsx'
import { seasonHasBegun, YourEntries } from './entries/your-entries.tsx'
import { Loading, Skeleton } from '../../components/ui/loading.tsx'
import { VisuallyHidden } from '../../components/ui/screen-reader.tsx'

/** The member's own week: when it locks, their entries and picks, and, once it has, how it goes. */
export function DashboardBoard(): ReactNode {
  const state = useBoard()
  if (state.status === 'loading') return <BoardSkeleton />
  if (state.status === 'failed') return <ErrorBox message={state.message} onRetry={state.retry} retrying={state.retrying} />
  return (
    <div className={styles.board}>
      {state.problem !== null && <ErrorBox message={state.problem} onRetry={state.retry} />}
      <Parts board={state.board} refresh={state.refresh} />
    </div>
  )
}

function Parts({ board, refresh }: { readonly board: Board; readonly refresh: () => void }) {
  const now = useSiteNow(1_000)
  const isOver = isWeekClosed(board.week, now)
  return (
    <>
      <WeekPanel board={board} isOver={isOver} />
      <YourEntries board={board} isOver={isOver} hasBegun={seasonHasBegun(board, now)} refresh={refresh} />
      <LiveGames view={board.view} season={board.season} />
      <RulesPanel week={board.week} rules={board.rules} />
    </>
  )
}

/** The board's places while it is on its way: a week, and an entry with its pick. */
export function BoardSkeleton() {
  return (
    <div className={styles.board}>
      <VisuallyHidden>
        <Loading />
      </VisuallyHidden>
      <Skeleton height={232} />
      <Skeleton height={36} width={160} />
      <Skeleton height={236} />
    </div>
  )
}
