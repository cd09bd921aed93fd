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
    created_at: instant,
  })
  .meta({ id: 'User' })
export type User = z.output<typeof user>
