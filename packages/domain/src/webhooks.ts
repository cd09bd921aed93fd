/** The forms in which a webhook sends its messages: the Standard Webhooks payload, or what a chat expects. */
export const WEBHOOK_PRESETS = ['standard', 'discord', 'slack', 'groupme'] as const
export type WebhookPreset = (typeof WEBHOOK_PRESETS)[number]

/** The news that a webhook can send. All of them are public. */
export const WEBHOOK_EVENTS = ['lock', 'reveal', 'entries_out', 'week_complete', 'champion'] as const
export type WebhookEvent = (typeof WEBHOOK_EVENTS)[number]

/** The most webhooks that a pool can have. */
export const MAX_WEBHOOKS = 10
