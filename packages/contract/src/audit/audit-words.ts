import { weekLabel } from '@outlast/domain'
import { listText } from '../words.ts'
import type { AuditLine } from '../rest/audit.ts'
import type { AuditWaivedLoss } from './audit-line.ts'
import type {
  Audience,
  AutoPickStep,
  JoiningMode,
  Scope,
  SplitVoteEnd,
  WebhookEvent,
  WebhookPreset,
  UndoableKind,
} from '@outlast/domain'

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
  head: 'signed heads of the log',
}

export const AUTO_PICK_REASONS: { readonly [S in AutoPickStep]: string } = {
  my_list: 'from the member’s ranking',
  most_picked: 'picked by most entries',
  last_visitor: 'the last visiting team',
  alphabetical: 'first in the alphabet',
}

export const WEBHOOK_ON = 'switched a service for the pool’s public news on again after a test'
export const WEBHOOK_OFF = 'The pool switched off a service for its public news, which could not be reached for 24 hours'

/** Whom a broadcast was for. */
export const AUDIENCE_WORDS: { readonly [A in Audience]: string } = {
  all: '',
  alive: ' (still in)',
  no_pick: ' (without a pick)',
  unpaid: ' (not paid)',
  not_renewed: ' (not renewed)',
  admins: ' (admins)',
}

/** When a reminder was sent. */
export const REMINDER_TIMES = {
  hours: (hours: number) => `${hours} ${hours === 1 ? 'hour' : 'hours'} before the lock`,
  kickoff: () => 'before the first kickoff',
  manual: () => 'on an admin’s request',
  member: () => 'on an admin’s request',
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
  game: ({ week }) => `a game of ${week} that was set by hand`,
  close: ({ week }) => `closing ${week}`,
  finals: ({ week }) => `setting the games of ${week} to final`,
  import: () => 'the import of past picks',
  split: ({ week }) => `the split of ${week}`,
  current_week: ({ week }) => `the change of the current week, which is ${week} again`,
}

/** Why a vote on sharing ended without a result, to follow "because". */
export const SPLIT_VOTE_END_WORDS = {
  standings: 'other entries are alive now',
  lock_moved: 'the lock moved to an earlier time',
  other_week: 'another week is current',
  rules: 'the rules changed',
} as const satisfies Record<SplitVoteEnd, string>

/** Why the statement that an entry is paid ended without an answer, to follow "because". */
export const CLAIM_ENDS = {
  nothing_due: 'nothing is due any more',
  other_amount: 'another amount is due now',
  other_season: 'the entry pays for another season now',
} as const

/** Names a field of an account. */
export function nameField(field: string): string {
  return field === 'email' ? 'the e-mail' : `the ${field.replaceAll('_', ' ')}`
}

/** Formats a time in UTC, because the sentence is the same for every viewer. */
export function formatTime(instant: string): string {
  return `${instant.slice(0, 10)} ${instant.slice(11, 16)} UTC`
}

/** Lists words: "A, B and C", or "nothing". */
export function list(words: readonly string[]): string {
  return words.length === 0 ? 'nothing' : listText(words)
}

/** Names an entry, whose name can be gone. */
export function nameEntry(name: string | null): string {
  return name === null || name === '' ? 'an entry' : `“${name}”`
}

/** Describes a loss that was waived or bought back. */
export function describeWaivedLoss({ week_number, team_abbr, hidden }: AuditWaivedLoss): string {
  const week = week_number === null ? 'a week that is gone' : `week ${weekLabel(week_number)}`
  if (hidden === true) return `the loss of ${week}`
  return team_abbr === null ? `the missed pick of ${week}` : `the loss with ${team_abbr} in ${week}`
}

/** Names who did something, admins as such. */
/** What the scopes of a token are for. */
export const SCOPE_WORDS: { readonly [S in Scope]: string } = {
  read: 'reading',
  picks: 'picks',
  money: 'payments',
  games: 'games',
}

export function nameToken(name: string | null): string {
  return name === null ? 'a token' : `the token “${name}”`
}

export function nameActor({ id, name, role, by_program }: AuditLine['actor']): string {
  if (role === 'system') return 'The pool'
  if (id === null) return 'A visitor'
  const as = [...(role === 'member' || role === 'visitor' ? [] : [role]), ...(by_program === true ? ['by a program'] : [])]
  return `${name ?? 'A former member'}${as.length === 0 ? '' : ` (${as.join(', ')})`}`
}

/** Why somebody stopped picking for the owner of an entry. */
export const PROXY_ENDS = {
  owner: 'the owner ended it',
  proxy: 'the member gave it back',
  time: 'the time was over',
  address: 'an admin changed the member’s e-mail address',
} as const
