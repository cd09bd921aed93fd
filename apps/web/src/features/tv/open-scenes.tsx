import { weekLabel } from '@outlast/domain/rules'
import type { PoolView, WeekView } from '@outlast/contract/live'
import { easternTime } from '../../clock/format.ts'
import { largestUnits, spokenTimeLeft, timeLeft } from '../../clock/countdown-text.ts'
import { useSiteNow } from '../../clock/site-clock.ts'
import { QrCode } from '../../ui/qr-code.tsx'
import { formatCount, formatNumber, pluralize } from '../../lib/numbers.ts'
import { Heading } from './frame.tsx'
import { CLOSING_MS } from './planner.ts'
import styles from './open-scenes.module.css'

/** The time until the lock, and how many have picked: all that is public of an open week. In the last two minutes only the time. */
export function CountdownScene({ week }: { readonly week: WeekView }) {
  const left = Date.parse(week.week.lock_time) - useSiteNow(1_000)
  return (
    <>
      <Heading
        title={
          left > 0 ? `Week ${weekLabel(week.week.week_number)} locks in` : `Week ${weekLabel(week.week.week_number)} locks now`
        }
        lead={easternTime(week.week.lock_time)}
      />
      {left > CLOSING_MS ? <Digits left={left} /> : <LastSeconds left={left} />}
      {left > CLOSING_MS && <Picked week={week} />}
    </>
  )
}

function Digits({ left }: { readonly left: number }) {
  return (
    <div className={`row ${styles.digits}`} role="timer">
      {largestUnits(left).map(({ unit, count }) => (
        <p key={unit} className={styles.unit}>
          <span className={`display ${styles.count}`}>{count}</span>
          <span className={styles.label}>{pluralize(count, unit)}</span>
        </p>
      ))}
    </div>
  )
}

/** The last two minutes before the lock: one number, which is larger in the last one. */
function LastSeconds({ left }: { readonly left: number }) {
  const { minutes, seconds } = timeLeft(left)
  return (
    <div className={`display ${styles.last}`} role="timer" data-urgent={left <= 60_000 || undefined}>
      {minutes > 0 ? `${minutes}:${String(seconds).padStart(2, '0')}` : seconds}
    </div>
  )
}

function Picked({ week }: { readonly week: WeekView }) {
  const total = week.entries.length * (week.week.picks ?? 1)
  const share = total === 0 ? 0 : Math.min(1, week.pick_count / total)
  return (
    <div className={styles.picked}>
      <p className={styles.pickedText}>{pickedText(week)}</p>
      <div className={styles.track} aria-hidden="true">
        <div className={styles.fill} style={{ width: `${share * 100}%` }} />
      </div>
    </div>
  )
}

const pickedText = ({ pick_count: count, entries, week: { picks } }: WeekView): string =>
  `${formatNumber(count)} of ${picks === undefined ? `${formatCount(entries.length, 'entry has', 'entries have')} picked` : `${formatCount(entries.length * picks, 'pick')} made`}`

interface JoinSceneProps {
  readonly pool: PoolView
  readonly week: WeekView | undefined
}

/** A QR code of the pool's address. */
export function JoinScene({ pool, week }: JoinSceneProps) {
  const title = pool.joining === 'code' ? 'Make your pick' : 'Join or pick'
  return (
    <div className={`row ${styles.join}`}>
      <div className={styles.code}>
        <QrCode text={`${location.origin}/`} label={`QR code of ${location.host}`} />
      </div>
      <div className={styles.joinText}>
        <Heading title={title} lead="Scan the code with your phone, or open" />
        <p className={`display ${styles.host}`}>{location.host}</p>
        {week !== undefined && !week.week.is_locked && (
          <>
            <p className={styles.line}>{pickedText(week)}</p>
            <LocksIn at={week.week.lock_time} />
          </>
        )}
      </div>
    </div>
  )
}

function LocksIn({ at }: { readonly at: string }) {
  const left = Date.parse(at) - useSiteNow(1_000)
  return <p className={styles.line}>{left > 0 ? `Locks in ${spokenTimeLeft(left)}` : 'Locks now'}</p>
}
