import type { ReactNode } from 'react'
import { useSiteNow } from '../../clock/site-clock.ts'
import { ErrorBox } from '../../components/ui/error-box.tsx'
import { BoardSkeleton } from './board-skeleton.tsx'
import { type Board, isClosed } from './board.ts'
import styles from './dashboard-board.module.css'
import { LiveGames } from './live-games.tsx'
import { RulesPanel } from './rules-panel.tsx'
import { useBoard } from './use-board.ts'
import { WeekPanel } from './week-panel.tsx'
import { seasonHasBegun, YourEntries } from './your-entries.tsx'

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
  const isOver = isClosed(board.week, now)
  return (
    <>
      <WeekPanel board={board} isOver={isOver} />
      <YourEntries board={board} isOver={isOver} hasBegun={seasonHasBegun(board, now)} refresh={refresh} />
      <LiveGames view={board.view} season={board.season} />
      <RulesPanel week={board.week} rules={board.rules} />
    </>
  )
}
