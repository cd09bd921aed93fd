import * as z from 'zod'
import { count, id, instant } from '../../fields/responses.ts'

const DELIVERY_CHANNELS = ['mail', 'push', 'webhook'] as const
/** Groups of messages, the least urgent first. Tests come last of all: asking for many delays nobody. */
export const DELIVERY_PURPOSES = ['tests', 'broadcasts', 'news', 'membership', 'reminders', 'security'] as const

/** Messages to one receiver that did not arrive. It never says what a message is about in detail. */
const notDelivered = z.strictObject({
  channel: z.enum(DELIVERY_CHANNELS),
  purpose: z.enum(DELIVERY_PURPOSES),
  /** A member’s name, an e-mail address without an account, or the label of a webhook. */
  to: z.string(),
  user_id: id.nullable(),
  messages: count,
  attempts: count,
  /** The last failure, in words. */
  error: z.string().nullable(),
  since: instant,
  /** Null: the pool has given up. */
  next_attempt_at: instant.nullable(),
  /** Until then the receiver rests, because it failed five times in a row. Null: it does not. */
  rests_until: instant.nullable(),
})

export const deliveries = z
  .strictObject({
    /** Messages that are due. */
    waiting: count,
    oldest_due_at: instant.nullable(),
    /** Browsers, webhooks or the mail server that failed five times in a row and rest. */
    resting: count,
    /** Messages of the last week that failed at least once and did not arrive since, newest first, at most 100. Without tests. */
    not_delivered: z.array(notDelivered),
    /** What became of the broadcasts of the last week, newest first, at most 10. */
    broadcasts: z.array(
      z.strictObject({ at: instant, recipients: count, sent: count, written: count, waiting: count, failed: count }),
    ),
  })
  .meta({ id: 'Deliveries' })
export type Deliveries = z.output<typeof deliveries>
