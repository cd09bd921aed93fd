import { DELIVERY_PURPOSES } from '@outlast/contract/rest/admin/deliveries'
import type { WebhookEvent } from '@outlast/domain'

type PurposeGroup = (typeof DELIVERY_PURPOSES)[number]

/** What a message is for. Someone waits for a link, and a reminder is useless after the lock; nobody waits for a broadcast. */
const GROUPS = {
  password_reset: 'security',
  sign_in_link: 'security',
  passkey_changed: 'security',
  email_change: 'security',
  new_address: 'security',
  admin_address: 'security',
  password_chosen: 'security',
  reminder: 'reminders',
  pick_changed: 'reminders',
  plan_void: 'reminders',
  proxy_pick: 'reminders',
  invitation: 'membership',
  approval: 'membership',
  webhook_off: 'membership',
  lock: 'news',
  reveal: 'news',
  entries_out: 'news',
  week_complete: 'news',
  champion: 'news',
  head: 'news',
  pick_final: 'news',
  correction: 'news',
  week_results: 'news',
  rules: 'news',
  week_summary: 'broadcasts',
  broadcast: 'broadcasts',
  test: 'tests',
} as const satisfies Record<string, PurposeGroup> & Record<WebhookEvent | 'test', PurposeGroup>
export type Purpose = keyof typeof GROUPS

/**
 * Until the lock only the owner may know that a plan is void (docs/rules.md §3.9) or a pick was made, or that a message about it was sent: nothing that an admin
 * sees depends on such a message, neither a count, nor whether its receiver rests, nor the log.
 */
export const SECRET_PURPOSES: readonly Purpose[] = ['plan_void', 'proxy_pick']

export const isSecretPurpose = (purpose: string): boolean => SECRET_PURPOSES.some((secret) => secret === purpose)

/** Mails about picks and results: a reader who keeps one can check later that the log has not been changed since (docs/proofs.md). */
const PURPOSES_WITH_HEAD: readonly Purpose[] = [
  'pick_changed',
  'reveal',
  'pick_final',
  'correction',
  'week_results',
  'week_summary',
]

/** Returns whether messages for a purpose end with the head of the log. */
export const hasHead = (purpose: string): boolean => PURPOSES_WITH_HEAD.some((one) => one === purpose)

/** Returns the priority of a message: those with a higher one are sent earlier. */
export function priorityOf(purpose: Purpose): number {
  return DELIVERY_PURPOSES.indexOf(GROUPS[purpose])
}

/** Returns the group of a priority that {@link priorityOf} returned. */
export function groupOf(priority: number): PurposeGroup {
  return DELIVERY_PURPOSES[priority] ?? 'tests'
}
