import { WEBHOOK_EVENTS, WEBHOOK_PRESETS } from '@outlast/domain'
import * as z from 'zod'
import { count, id, instant } from '../../fields/responses.ts'
import { idInText } from '../../fields/numbers.ts'
import { optionalText, text } from '../../fields/text.ts'

export { WEBHOOK_EVENTS, WEBHOOK_PRESETS }
export type { WebhookEvent, WebhookPreset } from '@outlast/domain'

const MAX_LABEL = 60
const MAX_URL = 2000

export const webhookParams = z.object({ id: idInText<number>('Webhook ID') })

const url = text({ label: 'Address', max: MAX_URL, required: 'Address required' })
  .superRefine((value, context) => {
    const problem = addressProblem(value)
    if (problem !== undefined) context.addIssue({ code: 'custom', message: problem })
  })
  .meta({ description: 'Where the messages are sent', example: 'https://chat.example/hooks/1' })

/** Checks what needs no look-up. The server also checks where the address leads to. */
function addressProblem(value: string): string | undefined {
  const parsed = URL.canParse(value) ? new URL(value) : undefined
  if (parsed === undefined || !['https:', 'http:'].includes(parsed.protocol)) return 'Enter an address that starts with https://'
  return parsed.username + parsed.password === '' ? undefined : 'The address must not contain a user name or password'
}

const events = z
  .array(z.enum(WEBHOOK_EVENTS, { error: 'There are no news of that name' }), { error: 'Events must be a list of names' })
  .min(1, 'Choose at least one kind of news')
  .max(50, 'Events has too many items')
  .transform((chosen) => WEBHOOK_EVENTS.filter((event) => chosen.includes(event)))

/** Connects a service. Without `events`, all news are sent, but no heads of the log; without `label`, the service is named after its host. */
export const createWebhookBody = z
  .object({
    url,
    preset: z.enum(WEBHOOK_PRESETS).optional(),
    events: events.optional(),
    label: optionalText({ label: 'Name', max: MAX_LABEL }).optional(),
  })
  .refine(({ preset, url: address }) => preset !== 'groupme' || hasBotId(address), {
    error: 'Add the bot’s ID to the address: ?bot_id=…',
    path: ['url'],
    when: ({ issues }) => issues.length === 0,
  })

function hasBotId(address: string): boolean {
  return URL.canParse(address) && (new URL(address).searchParams.get('bot_id') ?? '') !== ''
}

/** One message to a webhook. `failed`: it will not be tried again. */
export const webhookDelivery = z
  .strictObject({
    /** Its number among the deliveries of the webhook that are kept. */
    id,
    event: z.enum([...WEBHOOK_EVENTS, 'test']),
    text: z.string(),
    status: z.enum(['waiting', 'delivered', 'failed']),
    attempts: count,
    created_at: instant,
    delivered_at: instant.nullable(),
    /** When the next attempt is due; null unless `waiting`. */
    next_attempt_at: instant.nullable(),
    /** The HTTP status of the last attempt; null if there was no response. */
    response_status: z.int().nullable(),
    /** What went wrong at the last attempt, in words. */
    error: z.string().nullable(),
  })
  .meta({ id: 'WebhookDelivery' })
export type WebhookDelivery = z.output<typeof webhookDelivery>

const webhookFields = {
  id,
  label: z.string(),
  preset: z.enum(WEBHOOK_PRESETS),
  events: z.array(z.enum(WEBHOOK_EVENTS)),
  /** The start of the address. The rest is secret, because anyone who knows it can post to the chat. */
  address: z.string(),
  /** False after 24 hours of failures. A test that succeeds switches the webhook on again. */
  is_on: z.boolean(),
  /** Since when every attempt has failed; null while they succeed. */
  failing_since: instant.nullable(),
  created_at: instant,
  /** The last deliveries, newest first. */
  deliveries: z.array(webhookDelivery),
}

/** A service that receives the pool's public news. */
export const webhook = z.strictObject(webhookFields).meta({ id: 'Webhook' })
export type Webhook = z.output<typeof webhook>

/** A new webhook with its secret, which is shown only here. */
export const newWebhook = z
  .strictObject({
    ...webhookFields,
    /** Signs the messages (Standard Webhooks). */
    secret: z.string().regex(/^whsec_[A-Za-z0-9+/]+=*$/),
  })
  .meta({ id: 'NewWebhook' })
export type NewWebhook = z.output<typeof newWebhook>
