import { seasonTopic, weekTopic } from '@outlast/contract/live'
import type { ReactNode } from 'react'
import { useTopic, useTopicView, viewOf } from '../../live/use-topic.ts'
import { lazyPart } from '../../ui/lazy-part.tsx'

const LiveBoard = lazyPart(() => import('../../pool/live-board/live-board.tsx').then((module) => module.LiveBoard))

/** The games of the current week for visitors, once its picks are open. */
export function WeekNow(): ReactNode {
  const current = useTopicView('pool', (pool) => pool.weeks.find(({ id }) => id === pool.current_week_id) ?? null)
  const week = viewOf(useTopic(current ? weekTopic(current.id) : null))
  const season = viewOf(useTopic(current ? seasonTopic(current.season_year) : null))
  if (week?.week.is_locked !== true) return null
  return <LiveBoard view={week} season={season} isBrief />
}
