import type { ReactNode } from 'react'
import { Navigate, Outlet, useLocation } from 'react-router'
import { Loading } from '../components/ui/loading.tsx'
import { UserContext, useSession } from '../session/session.ts'

/** Guards member screens. Sends visitors to the sign-in screen, which leads back here unless they signed out on purpose. */
export function RequireMember(): ReactNode {
  const session = useSession()
  const location = useLocation()
  if (session.status === 'loading') return <Loading />
  if (session.status === 'visitor') {
    const from = session.ended === 'signed-out' ? undefined : location.pathname + location.search
    return <Navigate to="/auth" replace state={{ from }} />
  }
  return (
    <UserContext value={session.user}>
      <Outlet />
    </UserContext>
  )
}

/** Guards admin screens. Sends members to their dashboard. */
export function RequireAdmin(): ReactNode {
  const session = useSession()
  if (session.status === 'signed-in' && !session.user.is_admin) return <Navigate to="/" replace />
  return <RequireMember />
}
