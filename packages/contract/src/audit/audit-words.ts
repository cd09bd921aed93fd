import type { AutoPickStep, JoiningMode, WebhookEvent, WebhookPreset, UndoableKind } from '@outlast/domain'

// Words of the audit trail's sentences for values of events.

export const WEBHOOK_SERVICES: { readonly [P in WebhookPreset]: string } = {
  standard: 'a service',
  discord: 'Discord',
  slack: 'Slack',
  groupme: 'GroupMe',
}

export const WEBHOOK_NEWS: { readonly [E in WebhookEvent]: string } = {
  lock: 'the lock',
  reveal: 'the reveal',
  entries_out: 'who is out',
  week_complete: 'the end of a week',
  champion: 'the champion',
}

export const AUTO_PICK_REASONS: { readonly [S in AutoPickStep]: string } = {
  my_list: 'from the member’s ranking',
  most_picked: 'picked by most entries',
  last_visitor: 'the last visiting team',
  alphabetical: 'first in the alphabet',
}

export const WEBHOOK_ON = 'switched a service for the pool’s public news on again after a test'
export const WEBHOOK_OFF = 'The pool switched off a service for its public news, which could not be reached for 24 hours'

/** When a reminder was sent. */
export const REMINDER_TIMES = {
  hours: (hours: number) => `${hours} ${hours === 1 ? 'hour' : 'hours'} before the lock`,
  kickoff: () => 'before the first kickoff',
  manual: () => 'on an admin’s request',
}

export const JOINING: { readonly [M in JoiningMode]: string } = {
  open: 'everyone',
  code: 'with an invitation',
  approval: 'after approval by an admin',
  closed: 'nobody',
}

/** What was taken back. */
export const UNDONE_ACTIONS: Readonly<
  Record<UndoableKind, (names: { readonly entry: string; readonly week: string }) => string>
> = {
  lock: ({ week }) => `the move of the lock of ${week}`,
  elimination: ({ entry }) => `the elimination of ${entry} by hand`,
  reinstatement: ({ entry }) => `the reinstatement of ${entry}`,
  override: ({ entry, week }) => `the pick set for ${entry} in ${week}`,
  finals: ({ week }) => `setting the games of ${week} to final`,
}

export function capitalize(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}
