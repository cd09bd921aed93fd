import * as z from 'zod'
import type { ZodOpenApiPathItemObject } from 'zod-openapi'
import { WEBHOOK_MESSAGES } from '../rest/webhook-messages.ts'

type Message = keyof typeof WEBHOOK_MESSAGES

const SUMMARIES: Readonly<Record<Message, string>> = {
  lock: 'A week has locked',
  reveal: 'The picks of a week are open',
  entries_out: 'Entries went out, or came back through a correction',
  week_complete: 'A week is locked and all its games are final',
  champion: 'The season is decided',
  head: 'The server signed a head of the log',
  test: 'An admin sent a test',
}

const headers = z.object({
  'webhook-id': z.string().meta({ description: 'Identifies the message. It is the same if the message is sent again.' }),
  'webhook-timestamp': z.string().meta({ description: 'When it was sent, in seconds since 1970-01-01 UTC' }),
  'webhook-signature': z.string().meta({
    description: '`v1,` and the base64 of HMAC-SHA-256 over `<id>.<timestamp>.<body>`, as Standard Webhooks defines it',
  }),
})

/** The messages to webhooks with the preset `standard`, as OpenAPI 3.1 describes them. */
export const WEBHOOKS: Readonly<Record<string, ZodOpenApiPathItemObject>> = Object.fromEntries(
  (Object.keys(SUMMARIES) as Message[]).map((event) => [event, receiverOf(event)]),
)

function receiverOf(event: Message): ZodOpenApiPathItemObject {
  return {
    post: {
      operationId: `webhook_${event}`,
      tags: ['admin people'],
      summary: SUMMARIES[event],
      description: 'Sent to each webhook that asked for this event. The other presets have the form of their service.',
      security: [],
      requestParams: { header: headers },
      requestBody: { required: true, content: { 'application/json': { schema: WEBHOOK_MESSAGES[event] } } },
      responses: {
        '2XX': { description: 'Received' },
        '4XX': { description: 'Not received. The message is sent again, for 24 hours.' },
        '5XX': { description: 'Not received. The message is sent again, for 24 hours.' },
      },
    },
  }
}
