import * as z from 'zod'
import { instant } from '../fields/responses.ts'

const SIGN_IN_METHODS = ['password', 'link', 'passkey', 'registration', 'unknown'] as const
export type SignInMethod = (typeof SIGN_IN_METHODS)[number]

/** A device that is signed in, for its owner. */
export const deviceSession = z
  .strictObject({
    id: z.guid(),
    /** The browser and the system in words, as far as the device names them, such as `Firefox on Windows`. */
    device: z.string(),
    method: z.enum(SIGN_IN_METHODS),
    /** Whether this request comes from it. */
    is_current: z.boolean(),
    signed_in_at: instant,
    /** The hour in which it was last used. */
    last_seen_at: instant,
    expires_at: instant,
  })
  .meta({ id: 'DeviceSession' })
export type DeviceSession = z.output<typeof deviceSession>

export const sessionParams = z.object({
  /** The id of a session, or `current` for the one that sends the request. */
  id: z.union([z.guid(), z.literal('current')], { error: 'ID must be that of a session, or current' }),
})
