import { weekTopic } from '@outlast/contract/live'
import { useCallback } from 'react'
import { api } from '../../api/client.ts'
import { useQuery } from '../../api/use-query.ts'
import { useTopicView } from '../../live/use-topic.ts'

/** Reads a complete week's summary, and again when the week changes. Null reads nothing. */
export function useWeekSummary(weekId: number | null) {
  const week = useTopicView(weekId === null ? null : weekTopic(weekId), (view) => view)
  const read = useCallback(() => api.call('getWeekSummary', { params: { id: weekId ?? 0 } }), [weekId])
  return useQuery(weekId === null ? null : read, 'Failed to load the summary', week)
}
