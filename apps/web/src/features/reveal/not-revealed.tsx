import { weekLabel } from '@outlast/domain/rules'
import type { WeekInfo, WeekView } from '@outlast/contract/live'
import type { ReactNode } from 'react'
import { countdownText, largestUnits, urgencyLevel } from '../../clock/countdown-text.ts'
import { ownTimeFirst } from '../../clock/format.ts'
import { useSiteNow } from '../../clock/site-clock.ts'
import { pluralize } from '../../lib/numbers.ts'
import { Bar } from '../../ui/bar.tsx'
import { Button } from '../../ui/button.tsx'
import { VisuallyHidden } from '../../ui/screen-reader.tsx'
import styles from './not-revealed.module.css'
import { WeekMarks } from './week-marks.tsx'
import { formatEntries, formatPicks } from './weeks.ts'

interface NotRevealedProps {
  readonly view: WeekView
  readonly latest: WeekInfo | undefined
  readonly choose: (weekId: number | null) => void
}

/** Explains that an open week is not revealed yet, counts down to its lock, and says how many have picked. */
export function NotRevealed({ view, latest, choose }: NotRevealedProps): ReactNode {
  const { week, pick_count: picks, entries } = view
  const most = entries.length * (week.picks ?? 1)
  return (
    <div className={styles.closed}>
      <p className={styles.title}>Reveal not available yet</p>
      <LockCountdown lockTime={week.lock_time} />
      <p>
        Week {weekLabel(week.week_number)} locks <time dateTime={week.lock_time}>{ownTimeFirst(week.lock_time)}</time>
      </p>
      <div className={styles.picks}>
        <p>
          <strong className={styles.count}>{formatPicks(picks)} so far</strong>{' '}
          {entries.length > 0 && <span className="muted">of {week.picks === undefined ? formatEntries(most) : most}</span>}
        </p>
        <Bar value={picks} max={most} />
      </div>
      <p className="muted">It appears here automatically at the lock.</p>
      <WeekMarks week={week} />
      {latest !== undefined && (
        <Button size="small" variant="quiet" onClick={() => choose(latest.id)}>
          Show week {weekLabel(latest.week_number)} of {latest.season_year}
        </Button>
      )}
    </div>
  )
}

/** A component of its own, so that only this line renders each second. */
function LockCountdown({ lockTime }: { readonly lockTime: string }): ReactNode {
  const left = Date.parse(lockTime) - useSiteNow(1000)
  const text = countdownText(left)
  return (
    <div className={styles.countdown} data-urgency={urgencyLevel(left)}>
      <VisuallyHidden>
        <span role="timer" aria-label="Time to lock">
          {text === undefined ? 'Locking now…' : `in ${text}`}
        </span>
      </VisuallyHidden>
      {largestUnits(left).map(({ unit, count }) => (
        <span key={unit} className={styles.unit} aria-hidden="true">
          <span className={styles.digits}>{count}</span>
          {pluralize(count, unit)}
        </span>
      ))}
    </div>
  )
}
