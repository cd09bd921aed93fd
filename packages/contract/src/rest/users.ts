import { type Role, ROLE_NAMES } from '@outlast/domain/rules'
import * as z from 'zod'
import { id, instant } from '../fields/responses.ts'

/** A user account, for its owner and admins. */
export const user = z
  .strictObject({
    id,
    email: z.string(),
    first_name: z.string(),
    last_name: z.string(),
    mobile: z.string().nullable(),
    is_admin: z.boolean(),
    /** The roles that an admin gave. Absent without one. */
    roles: z.array(z.enum(ROLE_NAMES)).readonly().optional(),
    /** An admin chose the password and therefore knows it. Ask the member to set another one. */
    password_chosen_by_admin: z.boolean(),
    /** An admin must still approve the account. Until then it can have neither entries nor picks. */
    is_waiting: z.boolean(),
    /** An admin changed the email: until then, the picks made before are sealed. Null without a seal. */
    picks_sealed_until: instant.nullable(),
    created_at: instant,
  })
  .meta({ id: 'User' })
export type User = z.output<typeof user>

/** The field of an account's roles, which is absent without one. */
export function rolesField(roles: readonly Role[] | undefined): { readonly roles?: readonly Role[] } {
  return roles === undefined || roles.length === 0 ? {} : { roles }
}
