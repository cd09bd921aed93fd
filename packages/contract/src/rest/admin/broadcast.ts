import { AUDIENCES } from '@outlast/domain'
import * as z from 'zod'
import { count } from '../../fields/responses.ts'
import { text } from '../../fields/text.ts'

const audience = z.enum(AUDIENCES).meta({
  description:
    '`all`: every account, the default; `alive`: members with an entry that is still in; `no_pick`: members with an entry that needs a pick for the current week; `unpaid`: members with an entry that is not paid; `not_renewed`: members with an entry that was not renewed for the season that was started; `admins`',
})

export const broadcastBody = z.object({
  subject: text({ label: 'Subject', max: 200, required: 'Subject required' }),
  text: text({ label: 'Message', max: 20_000, required: 'Message required', lines: true }),
  audience: audience.optional(),
})
export type BroadcastBody = z.output<typeof broadcastBody>

export const broadcastResponse = z.strictObject({ sent: count })

export const previewBroadcastBody = broadcastBody.extend({
  /** Whether the mail is sent to the asking admin alone. */
  test: z.boolean().optional(),
})

/** What a broadcast would do. */
export const broadcastPreview = z
  .strictObject({
    audience,
    /** How many mails it would send. */
    recipients: count,
    mail: z.strictObject({ from: z.string(), subject: z.string(), text: z.string() }),
    /** Whether site time is overridden, so that members may be surprised. */
    is_rehearsal: z.boolean(),
    /** The address that got a test mail; null without a test. */
    test_sent_to: z.string().nullable(),
  })
  .meta({ id: 'BroadcastPreview' })
export type BroadcastPreview = z.output<typeof broadcastPreview>

/** To whom a week's summary is mailed. */
export const mailSummaryBody = z.object({ audience: audience.optional() })
