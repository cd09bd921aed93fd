import { weekLabel } from '@outlast/domain/rules'
import type { Scene } from '@outlast/domain/rules'
import type { ReactNode } from 'react'
import { easternTime } from '../../clock/format.ts'
import { useSiteNow } from '../../clock/site-clock.ts'
import { formatNumber } from '../../lib/numbers.ts'
import type { AliveCounts } from '../../pool/live-board/alive-counts.ts'
import { countsText } from '../../pool/live-board/board-text.ts'
import { Split } from '../../pool/live-board/survivors.tsx'
import type { ScreenViews } from './facts.ts'
import styles from './tv.module.css'

interface FrameProps {
  readonly views: ScreenViews
  readonly lostSince: number | null
  readonly isHeld: boolean
  /** The scenes of the rotation; empty while one is fixed. */
  readonly scenes: readonly Scene[]
  readonly scene: Scene
  /** How those stand that began the week, below a live scene. */
  readonly counts: AliveCounts | null
  readonly children: ReactNode
}

/** What every scene has: club and week at the top, and at the bottom the line of numbers and where the rotation is. */
export function Frame({ views: { pool, week }, lostSince, isHeld, scenes, scene, counts, children }: FrameProps) {
  return (
    <>
      <div className={styles.top}>
        <p className={styles.club}>{pool.club_name}</p>
        {lostSince !== null ? (
          <p className={styles.lost} role="status">
            As of {timeText(lostSince)}, no connection
          </p>
        ) : (
          <p className={styles.week}>
            {isHeld && 'On hold · '}
            {week === undefined ? 'No week yet' : `Week ${weekLabel(week.week.week_number)}`}
          </p>
        )}
      </div>
      {pool.site_time !== null && <SiteTime isRunning={pool.site_time.running} />}
      {children}
      <div className={styles.bottom}>
        {counts !== null && (
          <>
            <p className={styles.counts}>{`${formatNumber(counts.alive)} still in · ${countsText(counts)}`}</p>
            <div className={styles.split} aria-hidden="true">
              <Split counts={counts} />
            </div>
          </>
        )}
        <div className={styles.dots} aria-hidden="true">
          {scenes.length > 1 &&
            scenes.map((name) => <span key={name} className={styles.dot} data-on={name === scene || undefined} />)}
        </div>
      </div>
    </>
  )
}

/** Says that an admin has overridden site time, like the banner of the other pages. */
function SiteTime({ isRunning }: { readonly isRunning: boolean }) {
  const now = useSiteNow(1_000)
  const time = easternTime(new Date(now).toISOString())
  return <p className={styles.siteTime}>{`Site time is overridden: ${time}${isRunning ? ' and running.' : ', frozen.'}`}</p>
}

/** `14:32:10`, in the time of the device. */
function timeText(ms: number): string {
  const at = new Date(ms)
  return [at.getHours(), at.getMinutes(), at.getSeconds()].map((part) => String(part).padStart(2, '0')).join(':')
}

interface HeadingProps {
  readonly title: string
  readonly lead?: string | undefined
}

/** The heading of a scene, and one line that says what it shows. */
export function Heading({ title, lead }: HeadingProps) {
  return (
    <header className={styles.heading}>
      <h1 className={styles.title}>{title}</h1>
      {lead !== undefined && <p className="lead">{lead}</p>}
    </header>
  )
}
