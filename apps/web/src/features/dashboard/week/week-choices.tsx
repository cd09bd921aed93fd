import { weekLabel } from '@outlast/domain/rules'
import { Link } from 'wouter'
import { pluralize } from '../../../lib/numbers.ts'
import type { Board, BoardEntry } from '../board/board.ts'
import { isWeekClosed } from '../../../pool/pick-rules.ts'
import styles from './week-choices.module.css'

interface WeekChoicesProps {
  readonly board: Board
  /** Site time in milliseconds. */
  readonly now: number
}

/** The current week and every other one in which the member can pick, whichever is current (docs/rules.md §9.1). */
export function WeekChoices({ board: { entries, week: shown, currentWeek }, now }: WeekChoicesProps) {
  const choices = choicesOf(entries, currentWeek, now)
  if (choices.length < 2) return null
  return (
    <nav className={styles.choices} aria-label="Weeks">
      {choices.map(({ id, number, text }) => (
        <Link
          key={id}
          className={styles.choice}
          to={id === currentWeek?.id ? '/' : `/?week=${id}`}
          aria-current={id === shown?.id ? 'page' : undefined}
        >
          <strong>Week {weekLabel(number)}</strong> <span className="note">{text}</span>
        </Link>
      ))}
    </nav>
  )
}

interface Choice {
  readonly id: number
  readonly number: number
  readonly text: string
}

type OpenWeek = BoardEntry['openWeeks'][number]

const isMissing = ({ has_pick, picks = 1, picked = 1, used_in_week }: OpenWeek): boolean =>
  !has_pick || picked < picks || used_in_week !== null

/** "1 of 2 picked" in a week that takes several picks from an entry, once one is made. */
function pickedText(weeks: readonly OpenWeek[]): string | null {
  const picked = weeks.reduce((sum, week) => sum + (week.picked ?? 0), 0)
  const picks = weeks.reduce((sum, week) => sum + (week.picks ?? 0), 0)
  return picked === 0 || picked === picks ? null : `${picked} of ${picks} picked`
}

/** Returns the weeks to choose from, by number, and how many of the entries still need a pick in each. */
export function choicesOf(
  entries: readonly Pick<BoardEntry, 'openWeeks'>[],
  current: Board['currentWeek'],
  now: number,
): readonly Choice[] {
  const open = entries
    .flatMap(({ openWeeks }) => openWeeks)
    .filter(({ lock_time }) => !isWeekClosed({ lock_time, is_locked: false }, now))
  const choices = [...Map.groupBy(open, ({ week_id }) => week_id)].map(([id, [week, ...more]]): Choice => {
    const own = [week, ...more].filter((other) => other !== undefined)
    const missing = own.filter(isMissing).length
    const text = missing === 0 ? 'Open' : (pickedText(own) ?? `${missing} ${pluralize(missing, 'needs', 'need')} a pick`)
    return { id, number: week?.week_number ?? 0, text }
  })
  if (current !== null && !choices.some(({ id }) => id === current.id)) {
    choices.push({ id: current.id, number: current.week_number, text: isWeekClosed(current, now) ? 'Locked' : 'Open' })
  }
  return choices.toSorted((a, b) => a.number - b.number)
}
