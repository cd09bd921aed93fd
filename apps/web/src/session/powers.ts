import { type Power, powersOf } from '@outlast/domain/rules'
import type { SessionState } from './session.ts'

/** Returns what the user of this device may do for the club. */
export const powersIn = (session: SessionState): readonly Power[] =>
  session.status === 'signed-in' ? powersOf({ isAdmin: session.user.is_admin, roles: session.user.roles }) : []
