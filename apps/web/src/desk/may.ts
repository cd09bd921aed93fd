import { permits, type StaffCall } from '@outlast/contract/staff-calls'
import { powersIn } from '../session/powers.ts'
import { useSession } from '../session/session.ts'

/** Returns whether the user of this device may make a call for the club now. */
export const mayNow = (call: StaffCall): boolean => permits(powersIn(useSession.getState()), call)

/** Whether the user may make a call for the club. A screen offers what its user may do, and reads nothing else. */
export const useMay = (call: StaffCall): boolean => useSession((session) => permits(powersIn(session), call))
