import { type ReactNode, useEffect } from 'react'
import { easternTime } from '../../clock/format.ts'
import { useSiteNow, syncClock } from '../../clock/site-clock.ts'
import { useTopicView } from '../../live/use-topic.ts'
import styles from './shell.module.css'

const SECOND = 1_000

/** Tells everybody, on every page, that site time is overridden (decisions.md §Rules 3). */
export function SiteTimeBanner(): ReactNode {
  const override = useTopicView('pool', (pool) => ({ isSet: pool.site_time !== null, running: pool.site_time?.running === true }))
  return (
    <>
      <SiteTimeFollower />
      {override?.isSet === true && <Banner running={override.running} />}
    </>
  )
}

function Banner({ running }: { readonly running: boolean }): ReactNode {
  const now = useSiteNow(SECOND)
  return (
    <aside className={styles.banner} aria-label="Site time">
      Site time is overridden: <strong>{easternTime(new Date(now).toISOString())}</strong>
      {running ? ' and running.' : ', standing still.'} Locks and reveals go by it.
    </aside>
  )
}

/** Asks the server for its time anew whenever an admin overrides it, or stops doing so. */
export function SiteTimeFollower(): null {
  const override = useTopicView('pool', (pool) => ({ at: pool.site_time?.at, since: pool.site_time?.since }))
  const key = override === undefined ? undefined : `${override.at} ${override.since}`
  useEffect(() => {
    if (key !== undefined) void syncClock()
  }, [key])
  return null
}
