import type { ReactNode } from 'react'
import { easternTime } from '../../clock/format.ts'
import { useSiteNow } from '../../clock/site-clock.ts'
import { useTopicView } from '../../live/use-topic.ts'
import styles from './shell.module.css'

/** Shows on every screen that an admin has overridden site time. */
export function SiteTimeBanner(): ReactNode {
  const clock = useTopicView('pool', ({ site_time }) => ({
    isOverridden: site_time !== null,
    isRunning: site_time?.running === true,
  }))
  return clock?.isOverridden === true && <Banner isRunning={clock.isRunning} />
}

function Banner({ isRunning }: { readonly isRunning: boolean }): ReactNode {
  const now = useSiteNow(1_000)
  return (
    <aside className={styles.banner} aria-label="Site time">
      Site time is overridden: <strong>{easternTime(new Date(now).toISOString())}</strong>
      {isRunning ? ' and running.' : ', frozen.'} Locks and reveals follow it.
    </aside>
  )
}
