import { type ReactNode, useEffect } from 'react'
import { easternTime } from '../../clock/format.ts'
import { syncClock, useSiteNow } from '../../clock/site-clock.ts'
import { useTopicView } from '../../live/use-topic.ts'
import styles from './shell.module.css'

/** Shows on every screen that an admin has overridden site time. Fetches site time again whenever the override changes. */
export function SiteTimeBanner(): ReactNode {
  const view = useTopicView('pool', ({ site_time }) => ({
    isOverridden: site_time !== null,
    isRunning: site_time?.running === true,
    version: `${site_time?.at} ${site_time?.since}`,
  }))
  const version = view?.version
  useEffect(() => {
    if (version !== undefined) void syncClock()
  }, [version])
  return view?.isOverridden === true && <Banner isRunning={view.isRunning} />
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
