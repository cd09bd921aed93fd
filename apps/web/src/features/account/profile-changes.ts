import type { ProfileBody, User } from '@outlast/contract'

/** The profile's form as it is filled in. */
export interface ProfileValues {
  first_name: string
  last_name: string
  email: string
  mobile: string
  current_password: string
}

/** The form that says what is known of somebody. */
export function valuesOf({ first_name, last_name, email, mobile }: User): ProfileValues {
  return { first_name, last_name, email, mobile: mobile ?? '', current_password: '' }
}

/** Whether an address is another than the account's, which takes the current password; case does not count. */
export function isNewEmail(user: User, typed: string): boolean {
  return typed.trim().toLowerCase() !== user.email.toLowerCase()
}

/** What of a filled-in form is new: only that is sent. Undefined when nothing is. */
export function profileChanges(user: User, typed: ProfileValues): ProfileBody | undefined {
  const body: ProfileBody = {}
  for (const name of ['first_name', 'last_name', 'email'] as const) {
    const value = typed[name].trim()
    if (value !== user[name]) body[name] = value
  }
  if (typed.mobile !== (user.mobile ?? '')) body.mobile = typed.mobile === '' ? null : typed.mobile
  if (Object.keys(body).length === 0) return undefined
  return isNewEmail(user, typed.email) ? { ...body, current_password: typed.current_password } : body
}
