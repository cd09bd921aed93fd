import type { ReactNode } from 'react'
import { useSession } from '../../session/session.ts'
import { lazyPart } from '../../ui/lazy-part.tsx'

const VoidPlans = lazyPart(() => import('./void-plans.tsx').then((module) => module.VoidPlans), { isFirstScreen: true })

/** Tells members on every screen which of their plans can’t stand (docs/rules.md §3.9). The dashboard says it on the entries’ cards. */
export function VoidPlanNotices({ path }: { readonly path: string }): ReactNode {
  const session = useSession()
  return session.status !== 'signed-in' || path === '/' ? null : <VoidPlans userId={session.user.id} />
}
