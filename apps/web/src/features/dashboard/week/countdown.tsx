import { lockAnnouncement, largestUnits, spokenTimeLeft, urgencyLevel } from '../../../clock/countdown-text.ts'
import { useSiteNow } from '../../../clock/site-clock.ts'
import { pluralize } from '../../../lib/numbers.ts'
import { VisuallyHidden } from '../../../ui/screen-reader.tsx'
import styles from './countdown.module.css'

/** The countdown to a lock, in site time. Screen readers announce the last minute, but not every second of it. */
export function Countdown({ lockTime }: { readonly lockTime: string }) {
  const left = Date.parse(lockTime) - useSiteNow(1_000)
  return (
    <div className={styles.countdown} data-urgency={urgencyLevel(left)}>
      <div className={styles.digits} role="timer" aria-live="off" aria-label={`${spokenTimeLeft(left)} until picks lock`}>
        {largestUnits(left).map(({ unit, count }) => (
          <div key={unit} className={styles.unitBox} aria-hidden="true">
            <span className={`display ${styles.number}`}>{count}</span>
            <span className={`caption ${styles.unit}`}>{pluralize(count, unit)}</span>
          </div>
        ))}
      </div>
      <VisuallyHidden>
        <span role="status" aria-live="polite">
          {lockAnnouncement(left)}
        </span>
      </VisuallyHidden>
    </div>
  )
}
