import type { ReactNode } from 'react'
import { Redirect } from 'wouter'
import { lazyPart } from '../ui/lazy-part.tsx'
import { PageLoading } from '../ui/loading.tsx'
import { useLocation } from '../ui/navigation/location.tsx'
import { UserContext, useSession } from '../session/session.ts'

const DeskFrame = lazyPart<GuardProps>(() => import('./shell/desk-frame.tsx').then((module) => module.DeskFrame), {
  placeholder: <PageLoading />,
})

interface GuardProps {
  readonly children: ReactNode
}

/** Guards member screens. Sends visitors to the sign-in screen, which leads back here unless they signed out on purpose. */
export function RequireMember({ children }: GuardProps): ReactNode {
  const session = useSession()
  const location = useLocation()
  if (session.status === 'loading') return <PageLoading />
  if (session.status === 'visitor') {
    const from = session.ended === 'signed-out' ? undefined : location.pathname + location.search
    return <Redirect to="/auth" replace state={{ from }} />
  }
  return <UserContext value={session.user}>{children}</UserContext>
}

/** Guards admin screens. Sends members to their dashboard. */
export function RequireAdmin({ children }: GuardProps): ReactNode {
  const session = useSession()
  if (session.status === 'signed-in' && !session.user.is_admin) return <Redirect to="/" replace />
  return (
    <RequireMember>
      <DeskFrame>{children}</DeskFrame>
    </RequireMember>
  )
}
