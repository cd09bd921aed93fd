import { weekLabel } from '@outlast/domain/rules'
import { ownTimeFirst } from '../../../clock/format.ts'
import { Badge } from '../../../ui/badge.tsx'
import { PotLine } from '../../../pool/pot-line.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import type { Board, BoardWeek } from '../board/board.ts'
import { HeroLine, HeroState, useHero } from '../hero/hero.tsx'
import { PickNow } from '../pick/pick-now.tsx'
import { Countdown } from './countdown.tsx'
import { LazyWeekChoices } from './lazy-week-choices.ts'
import styles from './week-panel.module.css'

interface WeekPanelProps {
  readonly board: Board
  /** Whether picks of the week are closed. */
  readonly isClosed: boolean
  /** Whether the season's first week has locked. */
  readonly hasSeasonStarted: boolean
  /** Whether the last week is over and this one locks in more than a day. */
  readonly isMidweek: boolean
  /** Site time in milliseconds. */
  readonly now: number
}

/** The hero of the dashboard: the current week, whether the member is still in, and the countdown to the lock. */
export function WeekPanel(props: WeekPanelProps) {
  const { week } = props.board
  if (week === null) return <NoWeek isAdmin={props.board.isAdmin} />
  return <Panel {...props} week={week} />
}

function Panel({ week, ...props }: WeekPanelProps & { readonly week: BoardWeek }) {
  const { board, isClosed } = props
  const hero = useHero({ ...props, week })
  const round = ROUNDS[week.week_number]
  // The other label of this state says that every choice waits for its submit button.
  const isPicking = hero?.state === 'pick' && hero.label === 'Pick now'
  return (
    <section
      className={styles.panel}
      aria-labelledby="board-week"
      data-state={hero?.state}
      data-closed={isClosed || undefined}
      data-entries={Math.min(board.entries.length, 3)}
    >
      <header className={styles.head}>
        <h2 className={styles.title} id="board-week">
          <span className={styles.season}>
            {week.season_year} season{round !== undefined && `, ${round}`}
          </span>{' '}
          Week {weekLabel(week.week_number)}
        </h2>
        {week.reopened_after_reveal && <Badge tone="warn">Reopened after reveal</Badge>}
        {hero !== null &&
          (isPicking ? (
            <PickNow board={board} week={week} label={props.isMidweek ? 'Pick early' : 'Pick now'} />
          ) : (
            <HeroState hero={hero} />
          ))}
      </header>
      {board.season === undefined && <Champions names={board.champions} />}
      <HeroLine hero={hero} board={board} />
      {!isClosed && <Countdown lockTime={week.lock_time} />}
      <div className={styles.facts}>
        {isClosed && <Closed week={week} />}
        <LockTime key={String(isClosed)} week={week} isClosed={isClosed} />
        <PickCount {...props} />
        <PotLine brief lastPrize />
      </div>
      {week.unmasked && !week.is_locked && <Unmasked reason={week.unmask_reason} />}
      <LazyWeekChoices board={board} now={props.now} />
    </section>
  )
}

/** The rounds of the postseason by the number of their week. */
const ROUNDS: Readonly<Record<number, string>> = {
  19: 'wild card round',
  20: 'divisional round',
  21: 'conference championships',
  22: 'Super Bowl',
}

/** Keeps `9:00 AM` in one line. */
const unbroken = (time: string): string => time.replaceAll(/ (?=[AP]M)/g, '\u00A0')

function LockTime({ week, isClosed }: { readonly week: BoardWeek; readonly isClosed: boolean }) {
  return (
    <p className={styles.lock}>
      {isClosed ? 'Lock time' : 'Locks'} <time dateTime={week.lock_time}>{unbroken(ownTimeFirst(week.lock_time))}</time>
    </p>
  )
}

function Closed({ week }: { readonly week: BoardWeek }) {
  return (
    <p className={styles.closed} role="status" data-locked={week.is_locked || undefined}>
      <strong className="strong">{week.is_locked ? 'Locked' : 'Locking…'}</strong>
      <span>{week.is_locked ? 'All picks are revealed.' : 'Picks are closed and will be revealed in a moment.'}</span>
    </p>
  )
}

/** The number of entries that have picked. Their teams stay hidden until the lock. */
function PickCount({ board: { view }, isClosed }: Pick<WeekPanelProps, 'board' | 'isClosed'>) {
  if (isClosed) return null
  if (view === undefined) return <p className={styles.pickCount}>&nbsp;</p>
  const { length } = view.entries
  if (view.week.picks !== undefined) {
    return (
      <p className={styles.pickCount}>
        <strong className={styles.pickCountNumber}>{view.pick_count}</strong> of {length * view.week.picks} picks are made
      </p>
    )
  }
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
  return (
    <EmptyState title="No current week">
      {isAdmin
        ? 'Open the first week in the setup above to let everyone pick.'
        : 'The season has not started yet. Create your entries now, and pick as soon as a week opens.'}
    </EmptyState>
  )
}
