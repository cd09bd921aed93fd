import * as z from 'zod'
import { signInEmail } from '../fields/account.ts'
import { verbatim } from '../fields/text.ts'

/** A random secret that the browser keeps: the link then signs in without a question only there. */
const browser = verbatim('Browser', 'Missing browser', 200).optional()

export const signInLinkBody = z.object({ email: signInEmail, browser })

export const submitSignInLinkBody = z.object({
  token: verbatim('Token', 'Missing token', 200),
  browser,
  /** Whether the member agrees to sign in here, although the link was requested in another browser. */
  confirm: z.boolean().optional(),
})
