import { useCallback } from 'react'
import { api } from '../../api/client.ts'
import { type Query, useQuery } from '../../api/use-query.ts'
import { easternTimeOfDay } from '../../clock/format.ts'
import { readChecks } from '../../desk/server-checks.ts'
import { useServerQuery } from '../../desk/server-status.tsx'
import { useBackups } from '../../desk/use-backups.ts'
import { useTopicView } from '../../live/use-topic.ts'
import type { CurrentWeek } from './use-desk.ts'
import { useRefetchOnReturn, useWatched } from './use-watched.ts'

const readDeliveries = () => api.call('deliveries')
const readNewcomers = () => api.call('newcomers')
const readWebhooks = () => api.call('listWebhooks')

/**
 * Reads what is reported besides the live views: messages that do not arrive, the server, backups, new accounts, corrections, chats.
 * `isReady` once all have answered, so that they appear together and nothing moves.
 */
export function useNotices(current: CurrentWeek | null) {
  const deliveries = useWatched(readDeliveries, 'Failed to load the messages')
  const newcomers = useWatched(readNewcomers, 'Failed to load the new accounts')
  const webhooks = useWatched(readWebhooks, 'Failed to load webhooks')
  const server = useServerQuery()
  const checks = useQuery(readChecks, 'Failed to check the pool')
  useRefetchOnReturn(checks.refetch)
  const backups = useBackups(useTopicView('admin', (view) => view))
  useRefetchOnReturn(backups.refetch)
  useRefetchOnReturn(server.refetch)
  const corrections = useCorrections(current)
  const isReady = backups.isAnswered && [deliveries, newcomers, webhooks, server, checks, corrections].every(isAnswered)
  return { deliveries, newcomers, webhooks, server, backups, checks, corrections, isReady }
}
export type Notices = ReturnType<typeof useNotices>

const isAnswered = ({ data, error }: Pick<Query<unknown>, 'data' | 'error'>): boolean => data !== undefined || error !== null

/** The times of the week's corrected scores, the newest first. They have no live view; a new result looks for them. */
function useCorrections(current: CurrentWeek | null) {
  const weekId = current?.view.week.is_locked === true ? current.view.week.id : undefined
  const fetchTimes = useCallback(async (): Promise<readonly string[]> => {
    if (weekId === undefined) return []
    const { lines } = await api.call('listAudit', { query: { kind: 'game', progress: 'hide', week_id: weekId, limit: 200 } })
    return lines.filter(({ type }) => type === 'ScoreCorrected').map(({ site_time }) => easternTimeOfDay(site_time))
  }, [weekId])
  return useQuery(fetchTimes, 'Failed to load the corrections', current?.season)
}
