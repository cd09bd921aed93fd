import type { ProfileBody, User } from '@outlast/contract'

/** The fields of the profile form. */
export interface ProfileValues {
  first_name: string
  last_name: string
  email: string
  mobile: string
  current_password: string
}

/** Fills the profile form with a user's data. */
export function profileValues({ first_name, last_name, email, mobile }: User): ProfileValues {
  return { first_name, last_name, email, mobile: mobile ?? '', current_password: '' }
}

/** Returns whether an email differs from the account's, ignoring case. Changing it requires the current password. */
export function isNewEmail(user: User, typed: string): boolean {
  return typed.trim().toLowerCase() !== user.email.toLowerCase()
}

/** Returns only the changed fields; undefined when nothing changed. */
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
