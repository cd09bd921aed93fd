import type { Access } from '@outlast/contract/route'
import { hasPower, type Viewer, VISITOR } from '@outlast/projections'
import type { Login } from './tokens.ts'

// Who sends a request, by the current state of the pool. A request with a rejected token comes from a visitor.
export { hasPower, type Viewer, VISITOR }

/** Returns the viewer whom a valid token identifies. A program is never an admin: it has the powers that its scopes leave. */
export function viewerOf({ userId, isAdmin, powers }: Pick<Login, 'userId' | 'isAdmin' | 'powers'>): Viewer {
  if (isAdmin) return { kind: 'admin', userId }
  return powers.length === 0 ? { kind: 'member', userId } : { kind: 'member', userId, powers }
}

/** Returns whether a viewer who is signed in may make calls with this access. Rules and reads check who owns an entry or a pick. */
export function mayCall(viewer: Viewer, access: Access): boolean {
  switch (access) {
    case 'public':
    case 'member':
    case 'owner':
    case 'owner_or_admin':
      return true
    case 'staff':
      return viewer.kind === 'admin' || (viewer.kind === 'member' && viewer.powers !== undefined)
    default:
      return hasPower(viewer, access)
  }
}
