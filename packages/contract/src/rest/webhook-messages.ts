import type { WebhookEvent } from '@outlast/domain'
import * as z from 'zod'
import { base64url, count, hex32, id as position, instant, season, weekNo } from '../fields/responses.ts'

// What webhooks with the preset `standard` receive. The server writes these without a schema; tests compare what arrives.

const common = { club: z.string(), text: z.string(), url: z.url() }
const ofWeek = { ...common, season_year: season, week_number: weekNo }
const names = z.array(z.string())

function message<Event extends WebhookEvent | 'test', Data extends z.ZodType>(type: Event, data: Data) {
  return z.strictObject({ type: z.literal(type), timestamp: instant, data })
}

/** The body of each kind of message. */
export const WEBHOOK_MESSAGES = {
  lock: message('lock', z.strictObject({ ...ofWeek, entries: count, picks: count, automatic_picks: count })),
  reveal: message('reveal', z.strictObject({ ...ofWeek, teams: z.record(z.string().regex(/^[A-Z]{2,3}$/), count) })),
  entries_out: message(
    'entries_out',
    z.strictObject({ ...ofWeek, out: names.optional(), returned: names.optional(), alive: count }),
  ),
  week_complete: message('week_complete', z.strictObject({ ...ofWeek, out: count, alive: count })),
  champion: message('champion', z.strictObject({ ...ofWeek, champions: names })),
  head: message(
    'head',
    z.strictObject({ ...common, position, hash: hex32, signature: base64url(64), public_key: base64url(32) }),
  ),
  test: message('test', z.strictObject(common)),
} as const satisfies Readonly<Record<WebhookEvent | 'test', z.ZodType>>
