/** The forms in which a webhook sends its messages: the Standard Webhooks payload, or what a chat expects. */
export const WEBHOOK_PRESETS = ['standard', 'discord', 'slack', 'groupme'] as const
export type WebhookPreset = (typeof WEBHOOK_PRESETS)[number]

/** What a webhook can send. All of it is public. */
export const WEBHOOK_EVENTS = ['lock', 'reveal', 'entries_out', 'week_complete', 'champion', 'head'] as const
/** The news for people, which a webhook sends if nobody chooses. A signed head of the log is for services that keep it. */
export const WEBHOOK_NEWS_EVENTS = [
  'lock',
  'reveal',
  'entries_out',
  'week_complete',
  'champion',
] as const satisfies readonly WebhookEvent[]
export type WebhookEvent = (typeof WEBHOOK_EVENTS)[number]

/** The most webhooks that a pool can have. */
export const MAX_WEBHOOKS = 10
