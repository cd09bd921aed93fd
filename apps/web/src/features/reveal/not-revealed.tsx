import type { WeekInfo } from '@outlast/contract/live'
import type { ReactNode } from 'react'
import { easternTime, localTime } from '../../clock/format.ts'
import { syncClock, useSiteNow } from '../../clock/site-clock.ts'
import { Badge } from '../../components/ui/badge.tsx'
import { Button } from '../../components/ui/button.tsx'
import { liveClient } from '../../live/live-client.ts'
import { countdownText } from '../../clock/countdown-text.ts'
import { WeekMarks } from './week-marks.tsx'
import { picksInWords } from './weeks.ts'
import styles from './not-revealed.module.css'

interface NotRevealedProps {
  readonly week: WeekInfo
  readonly pickCount: number
  readonly latest: WeekInfo | undefined
  readonly choose: (weekId: number | null) => void
}

/** A week that is still open: why there is nothing to see, and from when on there is. */
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
        <Badge>{picksInWords(pickCount)} so far</Badge>
      </p>
      <p className={styles.muted}>It opens here by itself at the lock.</p>
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

/** Ticks alone, so that a second draws one line. */
function LockCountdown({ lockTime }: { readonly lockTime: string }): ReactNode {
  const words = countdownText(Date.parse(lockTime) - useSiteNow(1000))
  return (
    <p className={styles.countdown} role="timer" aria-label="Time to lock">
      {words === undefined ? 'Locking now…' : `in ${words}`}
    </p>
  )
}
