import { errorMessage } from '@outlast/contract/errors'
import type { Passwords } from '../accounts/passwords.ts'
import { HttpError } from '../lib/http-error.ts'

/** Throws `password_common`, naming the field that the password was sent in (docs/rules.md §11.3). */
export async function refuseCommon(passwords: Pick<Passwords, 'isTooCommon'>, field: string, password: string): Promise<void> {
  if (!(await passwords.isTooCommon(password))) return
  throw new HttpError('password_common', { extras: { fields: { [field]: errorMessage('password_common') } } })
}
