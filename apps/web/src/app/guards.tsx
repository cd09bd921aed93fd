import type { ReactNode } from 'react'
import { Navigate, Outlet, useLocation } from 'react-router'
import { UserContext, useSession } from '../session/session.ts'
import { Loading } from '../components/ui/loading.tsx'

/** Screens for members: without a token to /auth, which leads back here after signing in. */
export function RequireMember(): ReactNode {
  const session = useSession()
  const location = useLocation()
  if (session.status === 'loading') return <Loading />
  if (session.status === 'visitor') {
    const from = session.left ? undefined : location.pathname + location.search
    return <Navigate to="/auth" replace state={{ from }} />
  }
  return (
    <UserContext value={session.user}>
      <Outlet />
    </UserContext>
  )
}

/** Screens for admins: members go to their dashboard. */
export function RequireAdmin(): ReactNode {
  const session = useSession()
  if (session.status === 'signed-in' && !session.user.is_admin) return <Navigate to="/" replace />
  return <RequireMember />
}
