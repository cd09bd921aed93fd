import type { SyncStatus } from '@outlast/contract'
import { useEffect } from 'react'
import { api } from '../api/client.ts'
import { type Query, useQuery } from '../api/use-query.ts'
import { deviceNow } from '../clock/site-clock.ts'

/** How long after a scheduled sync its result is fetched. */
const RESULT_DELAY_MS = 2_000
const MIN_WAIT_MS = 10_000
const MAX_WAIT_MS = 60_000

const fetchStatus = () => api.call('syncStatus')

/**
 * Loads the status of the automatic sync. It has no live topic, so it is fetched again when the page becomes visible, after each
 * scheduled sync, and at least every minute, because other admins sync too.
 */
export function useSyncStatus(): Query<SyncStatus> {
  const query = useQuery(fetchStatus, 'Failed to load when the scoreboard was asked')
  const { data: status, refetch } = query
  useEffect(() => {
    const onVisibilityChange = (): void => {
      if (document.visibilityState === 'visible') refetch()
    }
    document.addEventListener('visibilitychange', onVisibilityChange)
    return () => document.removeEventListener('visibilitychange', onVisibilityChange)
  }, [refetch])
  useEffect(() => {
    if (status === undefined) return undefined
    const next = status.next_ask_at === null ? Infinity : Date.parse(status.next_ask_at)
    // The minimum applies when the time has passed already: a clock is wrong, or ESPN is slow.
    const wait = Math.max(next - deviceNow() + RESULT_DELAY_MS, MIN_WAIT_MS)
    const timer = setTimeout(refetch, Math.min(wait, MAX_WAIT_MS))
    return () => clearTimeout(timer)
  }, [status, refetch])
  return query
}
