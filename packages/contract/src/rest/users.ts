import * as z from 'zod'
import { id, instant } from '../fields/responses.ts'

/** An account, as its owner and the admins see it (pool.md §3). */
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
