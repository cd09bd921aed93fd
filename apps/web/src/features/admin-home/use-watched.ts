import { useEffect } from 'react'
import { useQuery } from '../../api/use-query.ts'
import { useTopicView } from '../../live/use-topic.ts'

/** Reads something for admins, again with every change of their live view, and when the admin comes back to the page. */
export function useWatched<T>(read: () => Promise<T>, fallback: string) {
  const changes = useTopicView('admin', (view) => view)
  const query = useQuery(read, fallback, changes)
  useRefetchOnReturn(query.refetch)
  return query
}

/** Reads again when the admin comes back to the page. */
export function useRefetchOnReturn(refetch: () => void): void {
  useEffect(() => {
    const refetchIfVisible = () => document.visibilityState === 'visible' && refetch()
    document.addEventListener('visibilitychange', refetchIfVisible)
    return () => document.removeEventListener('visibilitychange', refetchIfVisible)
  }, [refetch])
}
