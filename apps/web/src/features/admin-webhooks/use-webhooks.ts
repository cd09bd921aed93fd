import type { Webhook } from '@outlast/contract'
import { useEffect } from 'react'
import { api } from '../../api/client.ts'
import { type Query, useQuery } from '../../api/use-query.ts'

/** How often the deliveries are fetched while the page is visible. */
const REFRESH_MS = 3_000

const fetchWebhooks = () => api.call('listWebhooks')

/**
 * Loads the webhooks with their last deliveries, and keeps them up to date while the page is visible. Deliveries are not in the log,
 * so they have no live topic; the list is short, and only admins fetch it.
 */
export function useWebhooks(): Query<Webhook[]> {
  const query = useQuery(fetchWebhooks, 'Failed to load webhooks')
  const { refetch } = query
  useEffect(() => {
    const refetchIfVisible = (): void => {
      if (document.visibilityState === 'visible') refetch()
    }
    const timer = setInterval(refetchIfVisible, REFRESH_MS)
    document.addEventListener('visibilitychange', refetchIfVisible)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', refetchIfVisible)
    }
  }, [refetch])
  return query
}
