import { type ViolationCode, weekLabel } from '@outlast/domain'
import { FOUR_EYES_ERRORS } from './four-eyes-errors.ts'
import { PAPER_ERRORS } from './paper-errors.ts'
import { TOKEN_ERRORS } from './token-errors.ts'
import { PROXY_ERRORS } from './proxy-errors.ts'

/** An error of the API. `detailed` replaces `message` when every `{placeholder}` in it has a value. */
interface ErrorSpec {
  readonly status: number
  readonly message: string
  readonly detailed?: string
}

/** Violations of the domain's rules. */
const RULE_ERRORS = {
  unauthenticated: { status: 401, message: 'Please sign in' },
  forbidden: { status: 403, message: 'You are not allowed to do this' },
  ...TOKEN_ERRORS,
  last_admin: { status: 409, message: 'The last admin cannot be demoted or deleted' },
  email_taken: { status: 409, message: 'An account with this email already exists' },
  setup_link_used: { status: 409, message: 'The setup link was used already. Register without it' },
  admin_link_invalid: { status: 400, message: 'This link is not valid any more' },
  confirm_link_invalid: { status: 400, message: 'This link is not valid any more' },
  passkeys_paused: {
    status: 403,
    message:
      'You cannot add a passkey right now: first replace the password that an admin chose, or confirm the new e-mail address through the mail to the old one',
  },
  too_many_passkeys: { status: 409, message: 'Remove a passkey first', detailed: 'You cannot have more than {max} passkeys' },
  session_not_found: { status: 404, message: 'This device is not signed in any more' },
  passkey_not_found: { status: 404, message: 'You have no such passkey' },
  ...PROXY_ERRORS,
  invitation_required: { status: 403, message: 'Ask your commissioner for an invitation' },
  joining_closed: { status: 403, message: 'This pool does not take new members at the moment' },
  waiting_for_approval: { status: 403, message: 'Your account is waiting for approval by an admin' },
  invitation_not_found: { status: 404, message: 'Invitation not found' },
  user_not_found: { status: 404, message: 'User not found' },
  entry_not_found: { status: 404, message: 'Entry not found' },
  week_not_found: { status: 404, message: 'Week not found', detailed: 'Week {week} is played in slates: {slates}' },
  pick_not_found: { status: 404, message: 'Pick not found' },
  entry_name_taken: { status: 409, message: 'You already have an entry with this name' },
  too_many_entries: {
    status: 409,
    message: 'You cannot have more entries',
    detailed: 'You cannot have more than {max} entries',
  },
  late_entries_closed: {
    status: 403,
    message: 'New entries closed when Week 1 locked',
    detailed: 'New entries closed when Week {week} locked',
  },
  too_late_to_join: {
    status: 403,
    message: 'Too many weeks have locked: an entry that joined now would have no life left',
  },
  week_one_locked: { status: 403, message: 'Entries cannot be renamed or deleted after Week 1 has locked' },
  entry_eliminated: { status: 403, message: 'This entry is eliminated and cannot pick' },
  ...PAPER_ERRORS,
  week_locked: { status: 403, message: 'Picks are locked for this week' },
  joined_after_lock: {
    status: 409,
    message: 'The entry joined after this week was played, so it takes part from a later week on',
  },
  unknown_team: { status: 400, message: 'There is no such team', detailed: 'There is no team {team}' },
  team_picked_twice: {
    status: 409,
    message: 'This entry has already picked that team in this week',
    detailed: 'This entry already picked {team} in this week',
  },
  opponents_picked: {
    status: 409,
    message: 'The teams of an entry cannot play each other',
    detailed: '{team} plays {opponent}, which this entry has picked too',
  },
  slot_unknown: {
    status: 400,
    message: 'The week does not take so many picks',
    detailed: 'The picks of week {week} are numbered from 1 to {picks}',
  },
  week_has_picks: { status: 409, message: 'Somebody has picked in this week, so its number of picks stays' },
  team_used: {
    status: 409,
    message: 'This entry has already used that team',
    detailed: 'This entry already used {team} in week {week}',
  },
  team_on_bye: {
    status: 409,
    message: 'That team does not play this week',
    detailed: '{team} does not play this week (bye)',
  },
  opponent_unknown: {
    status: 409,
    message: 'Not all games of this week have their teams yet. Pick that team when its game is known',
    detailed: 'Not all games of this week have their teams yet. Pick {team} when its game is known',
  },
  game_unread: {
    status: 409,
    message: 'A game of this week could not be read from the scoreboard. Choose another team, or try again later',
    detailed:
      'A game of this week could not be read from the scoreboard: it may be that of {team}. Choose another team, or try again later',
  },
  game_cancelled: {
    status: 409,
    message: 'That team’s game is cancelled. Choose another team',
    detailed: '{away}–{home} is cancelled. Choose another team.',
  },
  game_postponed: {
    status: 409,
    message: 'That team’s game is postponed, and nobody knows yet when it will be played. Choose another team',
    detailed: '{away}–{home} is postponed, and nobody knows yet when it will be played. Choose another team.',
  },
  game_not_found: { status: 404, message: 'Game not found' },
  score_required: { status: 400, message: 'Give both scores' },
  close_open_week: { status: 409, message: 'The week has not locked. A week can be closed after its lock' },
  games_not_over: {
    status: 409,
    message: 'Games of the week are not over',
    detailed: 'Not over yet: {games}. Enter their scores, or mark them postponed or cancelled',
  },
  nothing_to_close: { status: 409, message: 'No postponed or cancelled game keeps the week from being complete' },
  team_ineligible: { status: 409, message: 'Team is ineligible for this week' },
  team_kicked_off: {
    status: 409,
    message: 'That team’s game has already kicked off',
    detailed: 'The game of {team} has already kicked off',
  },
  pick_kicked_off: {
    status: 409,
    message: 'The picked team’s game has already kicked off, so the pick stays',
    detailed: 'The game of {team} has already kicked off, so the pick stays',
  },
  picks_sealed: {
    status: 403,
    message: 'Picks made before the e-mail address was changed are sealed until the lock',
  },
  entry_unpaid: { status: 403, message: 'This entry must be paid before it can pick for this week' },
  team_repeated: { status: 400, message: 'A team can be in the ranking only once' },
  no_buybacks: { status: 409, message: 'This pool has no buybacks' },
  entry_not_out: { status: 409, message: 'Only an entry that is out by a loss, and not by hand, can be bought back in' },
  buyback_too_late: { status: 409, message: 'It is too late to buy this entry back in' },
  buyback_used: { status: 409, message: 'This entry cannot be bought back in again' },
  no_buyback_requested: { status: 409, message: 'Nobody has asked to buy this entry back in, or the request has lapsed' },
  no_split_vote: { status: 409, message: 'This entry has no open vote on sharing' },
  reason_required: { status: 400, message: 'Give a reason: every member will see it' },
  other_week_open: {
    status: 409,
    message: 'Members’ picks for another week are still hidden',
    detailed: 'Members’ picks for week {week} are still hidden',
  },
  version_hidden: { status: 400, message: 'Before the lock, If-Match cannot be used for a member’s pick: its version is hidden' },
  too_many_pick_changes: {
    status: 429,
    message: 'This pick was changed too often. It stays as it is for now',
    detailed:
      'This entry’s picks were changed {changes} times, which is enough for a day. The pick stays as it is. Minutes until the next change: {minutes}',
  },
  reminders_off: { status: 409, message: 'Reminders are off. Switch them on first' },
  reminded_recently: {
    status: 429,
    message: 'You sent a reminder less than an hour ago',
    detailed: 'You sent a reminder less than an hour ago. Minutes until the next: {minutes}',
  },
  no_current_week: { status: 409, message: 'No current week' },
  week_not_complete: { status: 409, message: 'The week is not complete yet' },
  week_exists: {
    status: 409,
    message: 'This week of this season already exists',
    detailed: 'Week {week} is played in slates: {slates}',
  },
  slate_outside_week: {
    status: 400,
    message: 'The slates of a week start in the five days before its Sunday, or in the three after it',
    detailed: 'The slates of Week {week} start in the five days before its Sunday, or in the three after it',
  },
  week_begun: { status: 409, message: 'This week has begun, so it can no longer be split' },
  cannot_delete_current_week: { status: 409, message: 'Cannot delete the current week' },
  already_revealed: { status: 409, message: 'The picks of this week are already revealed' },
  rules_locked: { status: 409, message: 'The rules are fixed: the season’s first week has locked' },
  rules_conflict: { status: 400, message: 'Two of these rules don’t fit together', detailed: '{because}' },
  time_out_of_range: { status: 400, message: 'That time is out of range' },
  setup_step_not_done: { status: 409, message: 'Choose the rules, or add a week: that completes this step' },
  season_played_here: { status: 409, message: 'This season has weeks in this pool, so its champions follow from them' },
  season_started: { status: 409, message: 'This season has started already' },
  season_not_next: {
    status: 409,
    message: 'The next season must be later than all others',
    detailed: 'The next season must be later than {season}',
  },
  no_new_season: { status: 409, message: 'No new season has been started' },
  not_in_season: {
    status: 403,
    message: 'This entry takes no part in this season. Renew it first',
    detailed: 'This entry takes no part in the {season} season. Renew it first',
  },
  season_decided: {
    status: 403,
    message: 'This season is decided, so this entry takes no part in it',
    detailed: 'The {season} season is decided, so this entry takes no part in it',
  },
  payment_type_required: { status: 400, message: 'Choose a payment type: venmo, paypal, square or cash' },
  paid_date_locked: { status: 409, message: 'The paid date can only be changed while the entry is unpaid' },
  nothing_due: { status: 409, message: 'Nothing is due for this entry' },
  more_than_due: { status: 409, message: 'That is more than what is due for this entry' },
  payout_exceeds_received: {
    status: 409,
    message: 'That is more than what was received',
    detailed: 'With this, {difference} more is paid out than was received',
  },
  no_payment_claim: { status: 409, message: 'Nobody has said that this entry is paid' },
  ...FOUR_EYES_ERRORS,
  webhook_not_found: { status: 404, message: 'Webhook not found' },
  too_many_webhooks: {
    status: 409,
    message: 'The pool cannot have more webhooks',
    detailed: 'The pool cannot have more than {max} webhooks',
  },
  nothing_to_undo: { status: 409, message: 'There is nothing to undo any more' },
  undo_changed: { status: 409, message: 'This has changed since, so it can no longer be undone' },
  undo_too_late: { status: 409, message: 'A week has locked since, so this can no longer be undone' },
  undo_hidden: { status: 409, message: 'A pick that is still hidden is involved, so this cannot be undone before the lock' },
  undo_lock_passed: { status: 409, message: 'The earlier lock time has passed. Set a new lock time instead' },
  consequences_changed: { status: 409, message: 'The pool has changed since the preview. Look at what would happen now' },
  version_conflict: { status: 409, message: 'This was changed in the meantime. Look at it again, then retry' },
} as const satisfies Record<ViolationCode, ErrorSpec>

/** Errors outside the rules: authentication, invalid input, rate limits, other services. */
const OTHER_ERRORS = {
  invalid_input: { status: 400, message: 'Some of the input is not valid' },
  malformed_json: { status: 400, message: 'The request body is not valid JSON' },
  confirm_mismatch: {
    status: 400,
    message: 'The confirmation phrase does not match',
    detailed: 'Type exactly {phrase}',
  },
  setup_link_invalid: { status: 400, message: 'This setup link is not valid' },
  unsubscribe_link_invalid: {
    status: 400,
    message: 'This link is not valid any more. Change your notifications on the account page',
  },
  push_address_invalid: { status: 400, message: 'This browser’s push service cannot be used' },
  import_unreadable: { status: 400, message: 'This list cannot be read' },
  reset_token_invalid: { status: 400, message: 'This link is not valid any more. Request a new one' },
  password_common: { status: 400, message: 'This password is too common. Choose another one' },
  password_wrong: { status: 400, message: 'The current password is not right' },
  sign_in_link_invalid: { status: 400, message: 'This link is not valid any more. Request a new one' },
  other_browser: {
    status: 409,
    message: 'This link was requested in another browser. Continue only if you asked for it yourself',
  },
  passkey_invalid: { status: 400, message: 'The passkey could not be saved. Try again' },
  passkey_rejected: { status: 401, message: 'This passkey was not accepted. Sign in another way' },
  sign_in_again: { status: 403, message: 'Enter your current password, or sign in again, to add a passkey' },
  invalid_credentials: { status: 401, message: 'Email or password is not right' },
  token_expired: { status: 401, message: 'Your login has expired. Please sign in again' },
  token_revoked: { status: 401, message: 'Your login has ended. Please sign in again' },
  origin_forbidden: { status: 403, message: 'Requests from this website are not allowed' },
  reveal_not_available: { status: 403, message: 'Reveal not available yet' },
  not_found: { status: 404, message: 'There is nothing at this address' },
  season_not_found: { status: 404, message: 'Season not found' },
  crest_not_found: { status: 404, message: 'The club has no such crest' },
  card_not_found: { status: 404, message: 'There is no such picture: nothing has happened yet that it could show' },
  pot_hidden: { status: 404, message: 'The pot of this pool is not public' },
  no_weeks: { status: 404, message: 'No current week' },
  topic_not_found: { status: 404, message: 'There is no such live topic' },
  calendar_not_found: { status: 404, message: 'There is no calendar at this address' },
  position_not_found: { status: 404, message: 'The log has no such position' },
  method_not_allowed: { status: 405, message: 'This address does not support that method' },
  idempotency_mismatch: { status: 409, message: 'This Idempotency-Key was already used with other input' },
  body_too_large: { status: 413, message: 'The request is too large' },
  unsupported_media_type: { status: 415, message: 'Send JSON with Content-Type: application/json' },
  rate_limited: { status: 429, message: 'Too many attempts. Wait a moment, then try again' },
  internal: { status: 500, message: 'Something went wrong on our side' },
  feed_failed: { status: 502, message: 'Failed to sync from ESPN' },
  overloaded: { status: 503, message: 'The pool is very busy. Try again in a moment' },
  unavailable: { status: 503, message: 'The pool is not available right now. Try again in a moment' },
} as const satisfies Record<string, ErrorSpec>

/** Every error of the API: its stable code, HTTP status and message for people. */
export const ERRORS = { ...RULE_ERRORS, ...OTHER_ERRORS } as const

/** The codes of all errors. */
export type ErrorCode = keyof typeof ERRORS

/** All codes, in the order of the table. */
export const ERROR_CODES = Object.keys(ERRORS) as readonly ErrorCode[]

/** Returns the HTTP status of an error code. */
export function errorStatus(code: ErrorCode): number {
  return ERRORS[code].status
}

/**
 * Returns the message for an error code.
 * @param details values for the placeholders, as a `RuleViolation` carries them
 */
export function errorMessage(code: ErrorCode, details: Readonly<Record<string, unknown>> = {}): string {
  const { message, detailed }: ErrorSpec = ERRORS[code]
  if (detailed === undefined) return message
  let isComplete = true
  const filled = detailed.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = Object.hasOwn(details, name) ? details[name] : undefined
    if (name === 'week' && typeof value === 'number') return weekLabel(value)
    if (typeof value === 'string' || typeof value === 'number') return String(value)
    isComplete = false
    return ''
  })
  return isComplete ? filled : message
}
