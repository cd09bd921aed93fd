import { easternTime, localTime } from '../../../clock/format.ts'
import { Badge } from '../../../components/ui/badge.tsx'
import { ButtonLink } from '../../../components/ui/button.tsx'
import { EmptyState } from '../../../components/ui/empty-state.tsx'
import type { Board, BoardWeek } from '../board/board.ts'
import { Countdown } from './countdown.tsx'
import styles from './week-panel.module.css'

interface WeekPanelProps {
  readonly board: Board
  /** The time of the lock has come, told by the server or by the clock. */
  readonly isOver: boolean
}

/** The week: which one, when it locks or that it did, and what everybody should know about it. */
export function WeekPanel({ board, isOver }: WeekPanelProps) {
  const { week, champions, isAdmin } = board
  if (week === null) return <NoWeek isAdmin={isAdmin} />
  return (
    <section className={styles.panel} aria-labelledby="board-week">
      <header className={styles.head}>
        <h2 className={styles.title} id="board-week">
          <span className={styles.season}>{week.season_year} season</span> Week {week.week_number}
        </h2>
        {week.reopened_after_reveal && <Badge tone="warn">Reopened after reveal</Badge>}
      </header>
      <Champions names={champions} />
      {isOver ? <Over week={week} /> : <Countdown lockTime={week.lock_time} />}
      <LockTime week={week} isOver={isOver} />
      <PickCount board={board} isOver={isOver} />
      {week.unmasked && !week.is_locked && <Unmasked reason={week.unmask_reason} />}
    </section>
  )
}

function LockTime({ week, isOver }: { readonly week: BoardWeek; readonly isOver: boolean }) {
  const here = localTime(week.lock_time)
  return (
    <p className={styles.lock}>
      <span>
        {isOver ? 'Lock time' : 'Locks'} <time dateTime={week.lock_time}>{easternTime(week.lock_time)}</time>
      </span>
      {here !== undefined && <span className={styles.here}>{here} where you are</span>}
    </p>
  )
}

function Over({ week }: { readonly week: BoardWeek }) {
  return (
    <p className={styles.over} role="status" data-locked={week.is_locked || undefined}>
      <strong className={styles.overWord}>{week.is_locked ? 'Locked' : 'Locking…'}</strong>
      <span>{week.is_locked ? 'All picks are revealed.' : 'Picks are closed and will be revealed in a moment.'}</span>
    </p>
  )
}

/** How many have picked: a number, never what. */
function PickCount({ board: { view }, isOver }: WeekPanelProps) {
  if (view === undefined || isOver) return null
  const { length } = view.entries
  return (
    <p className={styles.count}>
      <strong className={styles.countNumber}>{view.pick_count}</strong> of {length} {length === 1 ? 'entry has' : 'entries have'}{' '}
      picked
    </p>
  )
}

function Unmasked({ reason }: { readonly reason: string | null }) {
  return (
    <p className={styles.notice}>
      An admin lifted the mask from this week’s picks before the lock{reason === null ? '.' : <>: “{reason}”</>}
    </p>
  )
}

function Champions({ names }: { readonly names: readonly string[] }) {
  if (names.length === 0) return null
  return (
    <p className={styles.champions}>
      <span className={styles.championsWord}>{names.length === 1 ? 'Champion' : 'Champions'}</span>
      <strong>{names.join(', ')}</strong>
    </p>
  )
}

function NoWeek({ isAdmin }: { readonly isAdmin: boolean }) {
  const action = isAdmin ? (
    <ButtonLink to="/admin/config" variant="primary">
      Weeks &amp; Locks
    </ButtonLink>
  ) : undefined
  return (
    <EmptyState title="No current week" action={action}>
      {isAdmin
        ? 'Add the first week, and everybody can pick.'
        : 'The season has not begun here yet. Name your entries now, and pick as soon as a week opens.'}
    </EmptyState>
  )
}
