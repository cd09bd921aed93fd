import type { WeekInfo } from '@outlast/contract/live'
import type { ReactNode } from 'react'
import { countdownText } from '../../clock/countdown-text.ts'
import { easternTime, localTime } from '../../clock/format.ts'
import { syncClock, useSiteNow } from '../../clock/site-clock.ts'
import { Badge } from '../../components/ui/badge.tsx'
import { Button } from '../../components/ui/button.tsx'
import { liveClient } from '../../live/live-client.ts'
import styles from './not-revealed.module.css'
import { WeekMarks } from './week-marks.tsx'
import { formatPicks } from './weeks.ts'

interface NotRevealedProps {
  readonly week: WeekInfo
  readonly pickCount: number
  readonly latest: WeekInfo | undefined
  readonly choose: (weekId: number | null) => void
}

/** Explains that an open week is not revealed yet, and counts down to its lock. */
export function NotRevealed({ week, pickCount, latest, choose }: NotRevealedProps): ReactNode {
  const local = localTime(week.lock_time)
  const retry = (): void => {
    liveClient.refresh()
    void syncClock()
  }
  return (
    <div className={styles.closed}>
      <p className={styles.title}>Reveal not available yet</p>
      <p>
        Week {week.week_number} locks <time dateTime={week.lock_time}>{easternTime(week.lock_time)}</time>
        {local !== undefined && <span className={styles.muted}> ({local})</span>}
      </p>
      <LockCountdown lockTime={week.lock_time} />
      <p>
        <Badge>{formatPicks(pickCount)} so far</Badge>
      </p>
      <p className={styles.muted}>It appears here automatically at the lock.</p>
      <WeekMarks week={week} />
      <div className={styles.actions}>
        <Button size="small" onClick={retry}>
          Retry
        </Button>
        {latest !== undefined && (
          <Button size="small" variant="quiet" onClick={() => choose(latest.id)}>
            Show week {latest.week_number} of {latest.season_year}
          </Button>
        )}
      </div>
    </div>
  )
}

/** A component of its own, so that only this line renders each second. */
function LockCountdown({ lockTime }: { readonly lockTime: string }): ReactNode {
  const text = countdownText(Date.parse(lockTime) - useSiteNow(1000))
  return (
    <p className={styles.countdown} role="timer" aria-label="Time to lock">
      {text === undefined ? 'Locking now…' : `in ${text}`}
    </p>
  )
}
