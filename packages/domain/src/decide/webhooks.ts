import { createEvent } from '../events/events.ts'
import { RuleViolation } from '../events/violation.ts'
import { MAX_WEBHOOKS } from '../values/webhooks.ts'
import { accept, type Decider, reject } from './context.ts'

export const addWebhook: Decider<'AddWebhook'> = (_state, { webhookId, preset, events, existing }) => {
  if (existing >= MAX_WEBHOOKS) throw new RuleViolation('too_many_webhooks', { max: MAX_WEBHOOKS })
  return accept(createEvent('WebhookAdded', { webhookId, preset, events }))
}

export const removeWebhook: Decider<'RemoveWebhook'> = (_state, { webhookId, exists }) => {
  if (!exists) reject('webhook_not_found')
  return accept(createEvent('WebhookRemoved', { webhookId }))
}

/** Records nothing if another process has switched the webhook already. */
export const switchWebhook: Decider<'SwitchWebhook'> = (_state, { webhookId, isOn, exists }) => {
  return exists ? accept(createEvent('WebhookSwitched', { webhookId, isOn })) : accept()
}
