import { seasonTopic, weekTopic } from '@outlast/contract/live'
import type { ReactNode } from 'react'
import { useTopic, useTopicView, viewOf } from '../../live/use-topic.ts'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { Skeleton } from '../../ui/loading.tsx'

const placeholder = <Skeleton height={480} />
const LiveBoard = lazyPart(() => import('../../pool/live-board/live-board.tsx').then((module) => module.LiveBoard), {
  placeholder,
})
const GamesToCome = lazyPart(() => import('./games-to-come.tsx').then((module) => module.GamesToCome), { placeholder })

/** The games of the current week for visitors: before its lock without anything of the picks. */
export function WeekNow(): ReactNode {
  const current = useTopicView('pool', (pool) => pool.weeks.find(({ id }) => id === pool.current_week_id) ?? null)
  const week = viewOf(useTopic(current ? weekTopic(current.id) : null))
  const season = viewOf(useTopic(current ? seasonTopic(current.season_year) : null))
  if (week === undefined) return null
  return week.week.is_locked ? <LiveBoard view={week} season={season} isBrief /> : <GamesToCome view={week} season={season} />
}
