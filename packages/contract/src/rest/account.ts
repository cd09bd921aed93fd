import * as z from 'zod'
import { email, firstName, lastName, mobile, passwordWithRules, signInPassword } from '../fields/account.ts'
import { verbatim } from '../fields/text.ts'

/** Changes the given fields of the own profile. A new email needs the current password, because password resets go there. */
export const profileBody = z
  .object({
    first_name: firstName.optional(),
    last_name: lastName.optional(),
    email: email.optional(),
    mobile: mobile.optional(),
    current_password: signInPassword.optional(),
  })
  .refine((body) => [body.first_name, body.last_name, body.email, body.mobile].some((value) => value !== undefined), {
    error: 'Nothing to change: give first_name, last_name, email or mobile',
  })
export type ProfileBody = z.output<typeof profileBody>

/** The token of a link that was mailed to confirm something. */
export const linkTokenBody = z.object({ token: verbatim('Token', 'Missing token', 200) })

export const changePasswordBody = z.object({
  current_password: verbatim('Current password', 'Current password required', 1000).transform((value) => value.normalize('NFC')),
  new_password: passwordWithRules('New password', 'New password required'),
})
export type ChangePasswordBody = z.output<typeof changePasswordBody>
