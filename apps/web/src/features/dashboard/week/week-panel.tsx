import { easternTime, localTime } from '../../../clock/format.ts'
import { Badge } from '../../../components/ui/badge.tsx'
import { ButtonLink } from '../../../components/ui/button.tsx'
import { EmptyState } from '../../../components/ui/empty-state.tsx'
import type { Board, BoardWeek } from '../board/board.ts'
import { Countdown } from './countdown.tsx'
import styles from './week-panel.module.css'

interface WeekPanelProps {
  readonly board: Board
  /** Whether picks of the week are closed. */
  readonly isClosed: boolean
}

/** The current week: its number, its lock and its notices. */
export function WeekPanel({ board, isClosed }: WeekPanelProps) {
  const { week, champions, season, isAdmin } = board
  if (week === null) return <NoWeek isAdmin={isAdmin} />
  return (
    <section className={styles.panel} aria-labelledby="board-week">
      <header className={styles.head}>
        <h2 className={styles.title} id="board-week">
          <span className={styles.season}>{week.season_year} season</span> Week {week.week_number}
        </h2>
        {week.reopened_after_reveal && <Badge tone="warn">Reopened after reveal</Badge>}
      </header>
      {season === undefined && <Champions names={champions} />}
      {isClosed ? <Closed week={week} /> : <Countdown lockTime={week.lock_time} />}
      <LockTime week={week} isClosed={isClosed} />
      <PickCount board={board} isClosed={isClosed} />
      {week.unmasked && !week.is_locked && <Unmasked reason={week.unmask_reason} />}
    </section>
  )
}

function LockTime({ week, isClosed }: { readonly week: BoardWeek; readonly isClosed: boolean }) {
  const local = localTime(week.lock_time)
  return (
    <p className={styles.lock}>
      <span>
        {isClosed ? 'Lock time' : 'Locks'} <time dateTime={week.lock_time}>{easternTime(week.lock_time)}</time>
      </span>
      {local !== undefined && <span className={styles.localTime}>{local} your time</span>}
    </p>
  )
}

function Closed({ week }: { readonly week: BoardWeek }) {
  return (
    <p className={styles.closed} role="status" data-locked={week.is_locked || undefined}>
      <strong className={styles.closedLabel}>{week.is_locked ? 'Locked' : 'Locking…'}</strong>
      <span>{week.is_locked ? 'All picks are revealed.' : 'Picks are closed and will be revealed in a moment.'}</span>
    </p>
  )
}

/** The number of entries that have picked. Their teams stay hidden until the lock. */
function PickCount({ board: { view }, isClosed }: WeekPanelProps) {
  if (view === undefined || isClosed) return null
  const { length } = view.entries
  return (
    <p className={styles.pickCount}>
      <strong className={styles.pickCountNumber}>{view.pick_count}</strong> of {length}{' '}
      {length === 1 ? 'entry has' : 'entries have'} picked
    </p>
  )
}

function Unmasked({ reason }: { readonly reason: string | null }) {
  return (
    <p className={styles.notice}>
      An admin unmasked this week’s picks before the lock{reason === null ? '.' : <>: “{reason}”</>}
    </p>
  )
}

/** The names alone, until the live season arrives with their picks. */
function Champions({ names }: { readonly names: readonly string[] }) {
  if (names.length === 0) return null
  return (
    <p className={styles.champions}>
      <span className={styles.championsLabel}>{names.length === 1 ? 'Champion' : 'Champions'}</span>
      <strong>{names.join(', ')}</strong>
    </p>
  )
}

function NoWeek({ isAdmin }: { readonly isAdmin: boolean }) {
  const action = isAdmin ? (
    <ButtonLink to="/admin" variant="primary">
      Set up your pool
    </ButtonLink>
  ) : undefined
  return (
    <EmptyState title="No current week" action={action}>
      {isAdmin
        ? 'Set up your pool and open its first week to let everyone pick.'
        : 'The season has not started yet. Create your entries now, and pick as soon as a week opens.'}
    </EmptyState>
  )
}
