import { type PoolView, type UserEntry, userTopic } from '@outlast/contract/live'
import type { ReactNode } from 'react'
import { useTopic, viewOf } from '../../live/use-topic.ts'
import { useSession } from '../../session/session.ts'
import { lazyPart } from '../../ui/lazy-part.tsx'

const VoidPlans = lazyPart(() => import('./void-plans.tsx').then((module) => module.VoidPlans), { isFirstScreen: true })

/** Tells members on every screen which of their plans can’t stand (docs/rules.md §3.9). The dashboard says it on the entries’ cards. */
export function VoidPlanNotices({ path }: { readonly path: string }): ReactNode {
  const session = useSession()
  if (session.status !== 'signed-in' || path === '/') return null
  return <OfMember userId={session.user.id} />
}

function OfMember({ userId }: { readonly userId: number }): ReactNode {
  const pool = viewOf(useTopic('pool'))
  const user = viewOf(useTopic(userTopic(userId)))
  if (pool === undefined || user === undefined) return null
  const year = pool.weeks.find(({ id }) => id === pool.current_week_id)?.season_year
  const concerned = user.entries.filter((entry) => hasPlan(entry, pool))
  return year === undefined || concerned.length === 0 ? null : <VoidPlans entries={concerned} pool={pool} year={year} />
}

/** Only a member with a plan needs the season’s view. */
function hasPlan({ picks }: UserEntry, { weeks }: PoolView): boolean {
  return weeks.some(({ id, is_locked }) => !is_locked && picks.some((pick) => pick.week_id === id))
}
