import { useEffect } from 'react'
import { syncClock } from '../../clock/site-clock.ts'
import { useTopicView } from '../../live/use-topic.ts'

/** Asks the server for its time anew whenever an admin overrides it, or stops doing so. */
export function SiteTimeFollower(): null {
  const override = useTopicView('pool', (pool) => ({ at: pool.site_time?.at, since: pool.site_time?.since }))
  const key = override === undefined ? undefined : `${override.at} ${override.since}`
  useEffect(() => {
    if (key !== undefined) void syncClock()
  }, [key])
  return null
}
