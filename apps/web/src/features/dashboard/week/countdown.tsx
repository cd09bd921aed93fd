import { lockAnnouncement, spokenTimeLeft, timeLeft, urgencyLevel } from '../../../clock/countdown-text.ts'
import { useSiteNow } from '../../../clock/site-clock.ts'
import { VisuallyHidden } from '../../../ui/screen-reader.tsx'
import styles from './countdown.module.css'

const UNITS = ['days', 'hours', 'minutes', 'seconds'] as const

/** The countdown to a lock, in site time. Screen readers announce the last minute, but not every second of it. */
export function Countdown({ lockTime }: { readonly lockTime: string }) {
  const left = Date.parse(lockTime) - useSiteNow(1_000)
  const units = timeLeft(left)
  // Units before the first that counts are hidden. The seconds always count.
  const first = UNITS.findIndex((unit) => units[unit] > 0 || unit === 'seconds')
  return (
    <div className={styles.countdown} data-urgency={urgencyLevel(left)}>
      <div className={styles.digits} role="timer" aria-live="off" aria-label={`${spokenTimeLeft(left)} until picks lock`}>
        {UNITS.map((unit, index) => (
          <div key={unit} className={styles.unitBox} data-over={index < first || undefined} aria-hidden="true">
            <span className={styles.number}>{String(units[unit]).padStart(index === first ? 1 : 2, '0')}</span>
            <span className={styles.unit}>{unit}</span>
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
