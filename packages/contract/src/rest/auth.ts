import * as z from 'zod'
import { firstName, lastName, email, mobile, newPassword, signInEmail, signInPassword } from '../fields/account.ts'
import { verbatim } from '../fields/text.ts'
import { invitationCode } from '../fields/invitation.ts'
import { user } from './users.ts'

export const loginBody = z.object({ email: signInEmail, password: signInPassword })
export type LoginBody = z.output<typeof loginBody>

export const registerBody = z.object({
  email,
  password: newPassword,
  first_name: firstName,
  last_name: lastName,
  mobile: mobile.optional(),
  /** The code of an invitation. Needed while joining is by invitation. */
  code: invitationCode.optional(),
  /** The token of the setup link that the server printed at its start: makes the account the first admin. */
  setup_token: verbatim('Setup token', 'Missing setup token', 200).optional(),
})

/** A session: the bearer token and its user. */
export const session = z.strictObject({ token: z.string(), user }).meta({ id: 'Session' })
export type Session = z.output<typeof session>
