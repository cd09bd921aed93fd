import type { ReactNode } from 'react'
import { easternTime } from '../../clock/format.ts'
import { useSiteNow } from '../../clock/site-clock.ts'
import { useTopicView } from '../../live/use-topic.ts'
import { SiteTimeFollower } from './site-time-follower.tsx'
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
