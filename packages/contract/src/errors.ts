import type { ViolationCode } from '@outlast/domain'

/** What the API says when it refuses. `detailed` is used when every `{placeholder}` of it is known. */
export interface ErrorSpec {
  readonly status: number
  readonly sentence: string
  readonly detailed?: string
}

/** Refusals by the rules of the game (the domain's `RuleViolation`). */
const RULES = {
  unauthenticated: { status: 401, sentence: 'Please sign in' },
  forbidden: { status: 403, sentence: 'You are not allowed to do this' },
  last_admin: { status: 409, sentence: 'The last admin cannot be demoted or deleted' },
  email_taken: { status: 409, sentence: 'An account with this email already exists' },
  user_not_found: { status: 404, sentence: 'User not found' },
  entry_not_found: { status: 404, sentence: 'Entry not found' },
  week_not_found: { status: 404, sentence: 'Week not found' },
  pick_not_found: { status: 404, sentence: 'Pick not found' },
  entry_name_taken: { status: 409, sentence: 'You already have an entry with this name' },
  too_many_entries: {
    status: 409,
    sentence: 'You cannot have more entries',
    detailed: 'You cannot have more than {max} entries',
  },
  late_entries_closed: { status: 403, sentence: 'New entries closed when Week 1 locked' },
  week_one_locked: { status: 403, sentence: 'Entries cannot be renamed or deleted after Week 1 has locked' },
  entry_eliminated: { status: 403, sentence: 'This entry is eliminated and cannot pick' },
  week_locked: { status: 403, sentence: 'Picks are locked for this week' },
  unknown_team: { status: 400, sentence: 'There is no such team', detailed: 'There is no team {team}' },
  team_used: {
    status: 409,
    sentence: 'This entry has already used that team',
    detailed: 'This entry already used {team} in week {week}',
  },
  team_on_bye: {
    status: 409,
    sentence: 'That team does not play this week',
    detailed: '{team} does not play this week (bye)',
  },
  team_ineligible: { status: 409, sentence: 'Team is ineligible for this week' },
  team_kicked_off: {
    status: 409,
    sentence: 'That team’s game has already kicked off',
    detailed: 'The game of {team} has already kicked off',
  },
  pick_kicked_off: {
    status: 409,
    sentence: 'The picked team’s game has already kicked off, so the pick stays',
    detailed: 'The game of {team} has already kicked off, so the pick stays',
  },
  reason_required: { status: 400, sentence: 'Give a reason: every member will see it' },
  no_current_week: { status: 409, sentence: 'No current week' },
  week_exists: { status: 409, sentence: 'This week of this season already exists' },
  cannot_delete_current_week: { status: 409, sentence: 'Cannot delete the current week' },
  already_revealed: { status: 409, sentence: 'The picks of this week are already revealed' },
  rules_locked: { status: 409, sentence: 'The rules are fixed: the season’s first week has locked' },
  time_out_of_range: { status: 400, sentence: 'That time is out of range' },
  payment_type_required: { status: 400, sentence: 'Choose a payment type: venmo, paypal, square or cash' },
  paid_date_locked: { status: 409, sentence: 'The paid date can only be changed while the entry is unpaid' },
  version_conflict: { status: 409, sentence: 'This was changed in the meantime. Look at it again, then retry' },
} as const satisfies Record<ViolationCode, ErrorSpec>

/** Refusals at the edge: signing in, input, traffic, the outside world. */
const EDGE = {
  invalid_input: { status: 400, sentence: 'Some of the input is not valid' },
  malformed_json: { status: 400, sentence: 'The request body is not valid JSON' },
  confirm_mismatch: {
    status: 400,
    sentence: 'The confirmation phrase does not match',
    detailed: 'Type exactly {phrase}',
  },
  reset_token_invalid: { status: 400, sentence: 'This link is not valid any more. Request a new one' },
  password_common: { status: 400, sentence: 'This password is too common. Choose another one' },
  password_wrong: { status: 400, sentence: 'The current password is not right' },
  invalid_credentials: { status: 401, sentence: 'Email or password is not right' },
  token_expired: { status: 401, sentence: 'Your login has expired. Please sign in again' },
  token_revoked: { status: 401, sentence: 'Your login has ended. Please sign in again' },
  origin_forbidden: { status: 403, sentence: 'Requests from this website are not allowed' },
  reveal_not_available: { status: 403, sentence: 'Reveal not available yet' },
  not_found: { status: 404, sentence: 'There is nothing at this address' },
  no_weeks: { status: 404, sentence: 'No current week' },
  topic_not_found: { status: 404, sentence: 'There is no such live topic' },
  position_not_found: { status: 404, sentence: 'The log has no such position' },
  method_not_allowed: { status: 405, sentence: 'This address does not support that method' },
  idempotency_mismatch: { status: 409, sentence: 'This Idempotency-Key was already used with other input' },
  body_too_large: { status: 413, sentence: 'The request is too large' },
  unsupported_media_type: { status: 415, sentence: 'Send JSON with Content-Type: application/json' },
  rate_limited: { status: 429, sentence: 'Too many attempts. Wait a moment, then try again' },
  internal: { status: 500, sentence: 'Something went wrong on our side' },
  feed_failed: { status: 502, sentence: 'Failed to sync from ESPN' },
  overloaded: { status: 503, sentence: 'The pool is very busy. Try again in a moment' },
  unavailable: { status: 503, sentence: 'The pool is not available right now. Try again in a moment' },
} as const satisfies Record<string, ErrorSpec>

/** Every error the API answers with: its stable code, HTTP status and sentence for people. The only such table. */
export const ERRORS = { ...RULES, ...EDGE } as const

/** The closed set of error codes on the wire. */
export type ErrorCode = keyof typeof ERRORS

/** All codes, in the order of the table. */
export const ERROR_CODES = Object.keys(ERRORS) as readonly ErrorCode[]

/** The HTTP status of a code. */
export function errorStatus(code: ErrorCode): number {
  return ERRORS[code].status
}

/**
 * The sentence people read for a code.
 * @param details values for the placeholders, as a `RuleViolation` carries them
 */
export function errorMessage(code: ErrorCode, details: Readonly<Record<string, unknown>> = {}): string {
  const { sentence, detailed }: ErrorSpec = ERRORS[code]
  if (detailed === undefined) return sentence
  let complete = true
  const filled = detailed.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = Object.hasOwn(details, name) ? details[name] : undefined
    if (typeof value === 'string' || typeof value === 'number') return String(value)
    complete = false
    return ''
  })
  return complete ? filled : sentence
}
