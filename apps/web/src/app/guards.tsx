import type { ReactNode } from 'react'
import { Redirect } from 'wouter'
import { lazyPart } from '../ui/lazy-part.tsx'
import { useWaiting } from '../lib/arrivals.ts'
import { PageLoading } from '../ui/loading.tsx'
import { useLocation } from '../ui/navigation/location.tsx'
import { UserContext, useSession } from '../session/session.ts'
import { type Access, mayOpen } from './screens/screens.ts'

const DeskFrame = lazyPart<GuardProps>(() => import('./shell/desk-frame.tsx').then((module) => module.DeskFrame), {
  placeholder: <PageLoading />,
})

interface GuardProps {
  readonly children: ReactNode
}

/**
 * Guards a screen. Sends visitors to the sign-in screen, which leads back here unless they signed out on purpose, and members without the
 * power that it needs to their dashboard.
 */
export function Guard({ access, children }: GuardProps & { readonly access: Access }): ReactNode {
  const session = useSession()
  const location = useLocation()
  useWaiting(access !== 'public' && session.status === 'loading')
  if (access === 'public') return children
  if (session.status === 'loading') return <PageLoading />
  if (session.status === 'visitor') {
    const from = session.ended === 'signed-out' ? undefined : location.pathname + location.search
    return <Redirect to="/auth" replace state={{ from }} />
  }
  if (!mayOpen(session, access)) return <Redirect to="/" replace />
  return <UserContext value={session.user}>{access === 'members' ? children : <DeskFrame>{children}</DeskFrame>}</UserContext>
}
