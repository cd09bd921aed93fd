import { sentenceOf } from '@outlast/contract/errors'
import type { Passwords } from '../accounts/passwords.ts'
import { Refusal } from '../lib/refusal.ts'

/** Throws `password_common`, naming the field that the password was sent in (decisions.md §Rules 15). */
export async function refuseCommon(passwords: Pick<Passwords, 'isTooCommon'>, field: string, password: string): Promise<void> {
  if (!(await passwords.isTooCommon(password))) return
  throw new Refusal('password_common', { extras: { fields: { [field]: sentenceOf('password_common') } } })
}
