import type { User } from '@outlast/contract'
import { type Power, powersOf } from '@outlast/domain/rules'
import type { SessionState } from './session.ts'

/** Returns what an account may do for the club; nobody may do anything. */
export const powersOfUser = (user?: User): readonly Power[] => powersOf({ isAdmin: user?.is_admin === true, roles: user?.roles })

/** Returns what the user of this device may do for the club. */
export const powersIn = (session: SessionState): readonly Power[] =>
  powersOfUser(session.status === 'signed-in' ? session.user : undefined)
