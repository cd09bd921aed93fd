import { email, firstName, lastName, mobile } from '@outlast/contract/fields/account'
import * as z from 'zod'

/**
 * Validates the profile form. A module of its own so that it loads only when a field is checked.
 * @param ownEmail the account's email, which stays valid as it is: older accounts have addresses that would be refused today
 */
export const profileForm = (ownEmail: string) =>
  z.object({
    first_name: firstName,
    last_name: lastName,
    email: z.string().check((context) => {
      const issues = context.value.trim() === ownEmail ? [] : (email.safeParse(context.value).error?.issues ?? [])
      for (const { message } of issues) context.issues.push({ code: 'custom', message, input: context.value })
    }),
    mobile,
    current_password: z.string(),
  })
