import * as z from 'zod'
import { count } from '../../fields/responses.ts'
import { text } from '../../fields/text.ts'

export const broadcastBody = z.object({
  subject: text({ label: 'Subject', max: 200, required: 'Subject required' }),
  text: text({ label: 'Message', max: 20_000, required: 'Message required', lines: true }),
})
export type BroadcastBody = z.output<typeof broadcastBody>

export const broadcastResponse = z.strictObject({ sent: count })
