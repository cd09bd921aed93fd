import * as z from 'zod'
import { count, instant } from '../fields/responses.ts'
import { text, verbatim } from '../fields/text.ts'

/** How a member gets reminders and news. */
const NOTIFICATION_CHANNELS = ['mail', 'push', 'both', 'none'] as const
const channel = z.enum(NOTIFICATION_CHANNELS)
export type NotificationChannel = z.output<typeof channel>

/** What a member can switch on and off. That an admin changed one of the member's picks is always told. */
export const NEWS_KINDS = ['reminder', 'reveal', 'pick_final', 'correction', 'week_results', 'rules'] as const
export type NewsKind = (typeof NEWS_KINDS)[number]

const eachKind = <Value extends z.ZodType>(value: Value) =>
  z.strictObject({
    reminder: value,
    reveal: value,
    pick_final: value,
    correction: value,
    week_results: value,
    rules: value,
  })

/** The notifications of the signed-in member. */
export const notifications = z
  .strictObject({
    /** Whether the pool sends reminders and news at all. */
    enabled: z.boolean(),
    channel,
    /** The zone of the quiet hours, 22:00 to 08:00. */
    time_zone: z.string(),
    news: eachKind(z.boolean()),
    /** The channel on which each kind arrives. What was never switched on arrives by push, but not by mail. */
    news_by: eachKind(channel),
    /** The browsers that receive push messages. */
    devices: count,
    /** Those whose push service refused the last message. */
    refused_devices: z.array(
      z.strictObject({
        device: z.string().nullable(),
        status: z.int().meta({ description: 'HTTP status' }),
        refused_at: instant,
      }),
    ),
    /** The key for `PushManager.subscribe`, in base64url. */
    push_key: z.string(),
  })
  .meta({ id: 'Notifications' })
export type Notifications = z.output<typeof notifications>

const timeZone = verbatim('Time zone', 'Time zone required', 64).refine(isTimeZone, { error: 'There is no such time zone' })

function isTimeZone(name: string): boolean {
  try {
    // An offset such as +02:00 is not a zone: it does not follow daylight saving time.
    return /^[A-Za-z]/.test(name) && new Intl.DateTimeFormat('en-US', { timeZone: name }).format(0) !== ''
  } catch {
    return false
  }
}

/** Changes the given settings and keeps the others. */
export const patchNotificationsBody = z
  .object({
    channel: channel.optional(),
    time_zone: timeZone.optional(),
    news: eachKind(z.boolean()).partial().strip().optional(),
  })
  .refine((body) => Object.values(body).some((value) => value !== undefined), {
    error: 'Nothing to change: give channel, time_zone or news',
  })
export type PatchNotificationsBody = z.output<typeof patchNotificationsBody>

const MAX_ENDPOINT = 1000
const endpoint = verbatim('Endpoint', 'Endpoint required', MAX_ENDPOINT).refine((value) => URL.canParse(value), {
  error: 'Endpoint must be the address of a push service',
})

/** Unpadded base64url of a number of bytes, as `PushSubscription.toJSON()` writes keys. */
const key = (label: string, bytes: number) =>
  verbatim(label, `${label} required`, 200).refine(
    (value) => /^[A-Za-z0-9_-]+={0,2}$/.test(value) && Math.floor((value.replaceAll('=', '').length * 3) / 4) === bytes,
    { error: `${label} must be ${bytes} bytes in base64url` },
  )

/** A subscription of a browser, as `PushSubscription.toJSON()` returns it. */
export const pushSubscriptionBody = z.object({
  endpoint,
  keys: z.object({ p256dh: key('Key p256dh', 65), auth: key('Key auth', 16) }),
  /** The name of the device, for its owner. */
  device: text({ label: 'Device', max: 80 }).optional(),
})
export type PushSubscriptionBody = z.output<typeof pushSubscriptionBody>

export const removePushSubscriptionBody = z.object({ endpoint })

/** The number of messages that a test queued, and how many of the browsers refused the message before it. */
export const testedNotifications = z.strictObject({ mail: count, push: count, refused: count })
export type TestedNotifications = z.output<typeof testedNotifications>

export const unsubscribeQuery = z.object({ token: verbatim('Token', 'Missing token', 200) })
