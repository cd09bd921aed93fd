import { type ReactNode, useEffect } from 'react'
import { useSiteNow } from '../../clock/site-clock.ts'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { whenIdle } from '../../lib/when-idle.ts'
import { useOnline } from '../../lib/use-online.ts'
import { useTopicView } from '../../live/use-topic.ts'
import { useLocation } from '../../ui/navigation/location.tsx'
import { type PickDraft, useUnsavedDrafts } from '../../pick-drafts/pick-drafts.ts'
import { useSession } from '../../session/session.ts'

const DraftBarContent = lazyPart(() => import('./draft-bar-content.tsx').then((module) => module.DraftBarContent), {
  placeholder: null,
})

/** How long before the lock the bar appears on every screen, in milliseconds. */
const EVERYWHERE_MS = 600_000

/** The bar at the bottom of the window while a choice is not submitted: on the dashboard, and everywhere shortly before the lock. */
export function DraftBar(): ReactNode {
  const userId = useSession((session) => (session.status === 'signed-in' ? session.user.id : undefined))
  const drafts = useUnsavedDrafts(userId)
  // So that the bar can appear without a connection.
  useEffect(() => (userId === undefined ? undefined : whenIdle(DraftBarContent.preload)), [userId])
  return drafts.length === 0 ? null : <DraftBarInTime drafts={drafts} />
}

function DraftBarInTime({ drafts }: { readonly drafts: readonly PickDraft[] }) {
  const { pathname } = useLocation()
  const now = useSiteNow(1_000)
  const isOnline = useOnline()
  const weekId = drafts[0]?.weekId
  const lockTime = useTopicView('pool', (pool) => pool.weeks.find(({ id }) => id === weekId)?.lock_time) ?? drafts[0]?.lockTime
  const left = Date.parse(lockTime ?? '') - now
  if (pathname !== '/' && left > EVERYWHERE_MS) return null
  return <DraftBarContent drafts={drafts} left={left} isOnline={isOnline} />
}
