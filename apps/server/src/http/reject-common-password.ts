import { errorMessage } from '@outlast/contract/errors'
import type { Passwords } from '../accounts/passwords.ts'
import { HttpError } from '../lib/http-error.ts'

/** Throws `password_common` for the given field if a password is too common (docs/rules.md §11.3). */
export async function rejectCommonPassword(
  passwords: Pick<Passwords, 'isTooCommon'>,
  field: string,
  password: string,
): Promise<void> {
  if (!(await passwords.isTooCommon(password))) return
  throw new HttpError('password_common', { extras: { fields: { [field]: errorMessage('password_common') } } })
}
