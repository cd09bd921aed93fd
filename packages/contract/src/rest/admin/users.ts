import type { UserId } from '@outlast/domain'
import { ROLE_NAMES } from '@outlast/domain/rules'
import * as z from 'zod'
import { count } from '../../fields/responses.ts'
import { email, firstName, lastName, mobile, newPassword, signInPassword } from '../../fields/account.ts'
import { paperEntryIds } from './paper-entries.ts'
import { idInText } from '../../fields/numbers.ts'

export const userParams = z.object({ id: idInText<UserId>('User ID') })

const optionalPassword = z.preprocess((value) => (value === '' || value === null ? undefined : value), newPassword.optional())

/** Without a password, the new member gets an invitation by mail. */
export const createUserBody = z.object({
  first_name: firstName,
  last_name: lastName,
  email,
  mobile: mobile.optional(),
  password: optionalPassword.optional(),
  /** The paper entries of the person, which the account takes over. */
  entry_ids: paperEntryIds.optional(),
})

const FIELDS = ['first_name', 'last_name', 'email', 'mobile', 'is_admin', 'roles', 'hands_over'] as const

export const patchUserBody = z
  .object({
    first_name: firstName.optional(),
    last_name: lastName.optional(),
    email: email.optional(),
    mobile: mobile.optional(),
    is_admin: z.boolean().optional(),
    /** All roles that the account shall have. */
    roles: z.array(z.enum(ROLE_NAMES)).max(ROLE_NAMES.length).optional(),
    /** The account becomes an admin instead of the sender, who no longer is one. */
    hands_over: z.literal(true).optional(),
    /** Needed for a new email of the admin's own account. */
    current_password: signInPassword.optional(),
  })
  .refine((body) => FIELDS.some((field) => body[field] !== undefined), {
    error: 'Nothing to change: give first_name, last_name, email, mobile or is_admin',
  })

/** The phrases that confirm a purge. */
export const PURGE_USERS_PHRASE = 'DELETE ALL USERS AND ENTRIES'
export const PURGE_WEEKS_PHRASE = 'DELETE ALL WEEKS'

export const purgeUsersBody = confirmed(PURGE_USERS_PHRASE)
export const purgeWeeksBody = confirmed(PURGE_WEEKS_PHRASE)

function confirmed(phrase: string) {
  return z.object({
    confirm: z
      .string({ error: `Type exactly ${phrase}` })
      .refine((value) => value === phrase, { error: `Type exactly ${phrase}`, params: { code: 'confirm_mismatch' } })
      .meta({ example: phrase }),
  })
}

export const purgedUsers = z.strictObject({ users: count, entries: count, picks: count })
export const purgedWeeks = z.strictObject({ weeks: count, games: count, picks: count })
