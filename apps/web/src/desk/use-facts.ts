import { seasonTopic, weekTopic } from '@outlast/contract/live/topics'
import { useMemo } from 'react'
import { useTopicView } from '../live/use-topic.ts'

/** Returns an object that is replaced with each change of a lock, an entry or a result: what the consequences of an action depend on. */
export function useFacts(): object {
  const pool = useTopicView('pool', (view) => view)
  const admin = useTopicView('admin', ({ entries }) => ({ entries }))
  const current = pool?.weeks.find((week) => week.id === pool.current_week_id)
  const season = useTopicView(current === undefined ? null : seasonTopic(current.season_year), (view) => view)
  const week = useTopicView(current === undefined ? null : weekTopic(current.id), ({ entries, games }) => ({ entries, games }))
  return useMemo(() => ({ pool, admin, season, week }), [pool, admin, season, week])
}
