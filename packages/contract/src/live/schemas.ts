import * as z from 'zod'
import type { AuthRequest, JoinRequest, LeaveRequest, LiveAnswer } from './messages.ts'
import { parseTopic } from './topics.ts'

/** What the server accepts from a client over the live connection. Anything else is acknowledged as invalid. */

const MAX_TOPIC = 32
/** A token is a signed claim of a few ids; anything much longer is none. */
const MAX_TOKEN = 4096

const topic = z
  .string({ error: 'Topic is required' })
  .max(MAX_TOPIC, 'There is no such live topic')
  .refine((text) => parseTopic(text) !== undefined, 'There is no such live topic')

/** A topic's version: a position in the log. */
const version = z.int().min(0)

export const joinRequest: z.ZodType<JoinRequest> = z.strictObject({ topic, have: version.optional() })
export const leaveRequest: z.ZodType<LeaveRequest> = z.strictObject({ topic })
export const authRequest: z.ZodType<AuthRequest> = z.strictObject({ token: z.string().min(1).max(MAX_TOKEN).nullable() })

/** The acknowledgement of each of them. */
export const liveAnswer: z.ZodType<LiveAnswer> = z.discriminatedUnion('ok', [
  z.strictObject({ ok: z.literal(true), version }),
  z.strictObject({ ok: z.literal(false), error: z.string(), code: z.string() }),
])

/** Events by direction (decisions.md §Live protocol). */
export const CLIENT_MESSAGES = { join: joinRequest, leave: leaveRequest, auth: authRequest } as const
export type ClientEvent = keyof typeof CLIENT_MESSAGES
