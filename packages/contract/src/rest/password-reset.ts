import * as z from 'zod'
import { newPassword, signInEmail } from '../fields/account.ts'
import { verbatim } from '../fields/text.ts'

export const resetRequestBody = z.object({ email: signInEmail })
export type ResetRequestBody = z.output<typeof resetRequestBody>

export const resetSubmitBody = z.object({
  token: verbatim('Token', 'Missing token', 200),
  password: newPassword,
})
export type ResetSubmitBody = z.output<typeof resetSubmitBody>
