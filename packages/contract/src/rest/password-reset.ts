import * as z from 'zod'
import { newPassword, signInEmail } from '../fields/account.ts'
import { messageResponse } from '../fields/responses.ts'
import { verbatim } from '../fields/text.ts'
import { session } from './auth.ts'

export const resetRequestBody = z.object({ email: signInEmail })
export type ResetRequestBody = z.output<typeof resetRequestBody>

export const invitationOpenedBody = z.object({ token: verbatim('Token', 'Missing token', 200) })

export const resetSubmitBody = invitationOpenedBody.extend({ password: newPassword })
export type ResetSubmitBody = z.output<typeof resetSubmitBody>

export const resetSubmitResult = messageResponse
  .extend({
    /** A session of the account, if this was its first password: its member has just been invited. */
    session: session.optional(),
  })
  .meta({ id: 'PasswordSet' })
