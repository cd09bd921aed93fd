import { MAX_SLATES } from '@outlast/domain/rules'
import type { NextWeek } from '@outlast/contract/rest/weeks'
import { easternDay } from '../../clock/format.ts'
import { formatCount } from '../../lib/numbers.ts'
import { Checkbox } from '../../ui/forms/checkbox.tsx'
import styles from './admin-weeks.module.css'
import { slatesOf, slateText } from './next-week.ts'

interface SlatesFieldProps {
  readonly week: NextWeek
  /** The days of the week (`starts_at`) on which a new slate begins. */
  readonly starts: ReadonlySet<string>
  readonly onChange: (starts: ReadonlySet<string>) => void
  /** Whether the days show without a click. */
  readonly isOpen: boolean
}

/** Splits a week by its days: each chosen day begins a slate with picks and a lock of its own (docs/rules.md §20). */
export function SlatesField({ week, starts, onChange, isOpen }: SlatesFieldProps) {
  const { days } = week
  if (days.length < 2) return null
  const toggle = (start: string, isChosen: boolean): void => {
    const chosen = new Set(starts)
    if (isChosen) chosen.add(start)
    else chosen.delete(start)
    onChange(chosen)
  }
  const slates = slatesOf(week, starts)
  return (
    <details className={styles.slates} open={isOpen}>
      <summary>Split into slates, for a holiday or a Saturday</summary>
      <div className={styles.slateBody}>
        <p className="note">
          Each slate is a week of its own: members pick once more in it, from its games only, and it has its own lock and reveal.
        </p>
        <fieldset className={styles.slateDays}>
          <legend>A new slate begins on</legend>
          {days.slice(1).map(({ day, starts_at, games }) => (
            <Checkbox
              key={day}
              label={`${easternDay(starts_at)} (${formatCount(games, 'game')})`}
              checked={starts.has(starts_at)}
              disabled={!starts.has(starts_at) && starts.size >= MAX_SLATES - 1}
              onChange={(event) => toggle(starts_at, event.target.checked)}
            />
          ))}
        </fieldset>
        {slates.length > 0 && (
          <div className={styles.slateList}>
            <ul aria-label="The slates">
              {slates.map((slate) => (
                <li key={slate.label}>Week {slateText(slate)}</li>
              ))}
            </ul>
          </div>
        )}
      </div>
    </details>
  )
}
