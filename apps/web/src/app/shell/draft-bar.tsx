import { type ReactNode, useEffect } from 'react'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { whenIdle } from '../../lib/when-idle.ts'
import { useUnsavedDrafts } from '../../pick-drafts/pick-drafts.ts'
import { useSession } from '../../session/session.ts'

const DraftBarContent = lazyPart(() => import('./draft-bar-content.tsx').then((module) => module.DraftBarContent), {
  placeholder: null,
})

/** The bar at the bottom of the window while a choice is not submitted. */
export function DraftBar(): ReactNode {
  const userId = useSession((session) => (session.status === 'signed-in' ? session.user.id : undefined))
  const drafts = useUnsavedDrafts(userId)
  // So that the bar can appear without a connection.
  useEffect(() => (userId === undefined ? undefined : whenIdle(DraftBarContent.preload)), [userId])
  return drafts.length === 0 ? null : <DraftBarContent drafts={drafts} />
}
