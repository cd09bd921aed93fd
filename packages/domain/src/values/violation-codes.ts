/** Why a command was rejected. The contract's error table maps each code to an HTTP status and a sentence. */
export const VIOLATION_CODES = [
  // actors and accounts
  'unauthenticated',
  'forbidden',
  'last_admin',
  'email_taken',
  'setup_link_used',
  'admin_link_invalid',
  'confirm_link_invalid',
  'passkeys_paused',
  'too_many_passkeys',
  'invitation_required',
  'joining_closed',
  'waiting_for_approval',
  'invitation_not_found',
  // not found, or owned by another member
  'user_not_found',
  'entry_not_found',
  'week_not_found',
  'pick_not_found',
  'session_not_found',
  'passkey_not_found',
  // entries
  'entry_name_taken',
  'too_many_entries',
  'late_entries_closed',
  'week_one_locked',
  'entry_eliminated',
  // picks
  'week_locked',
  'joined_after_lock',
  'unknown_team',
  'team_used',
  'team_on_bye',
  'opponent_unknown',
  'game_unread',
  'game_cancelled',
  'game_not_found',
  'score_required',
  'close_open_week',
  'games_not_over',
  'nothing_to_close',
  'team_ineligible',
  'team_kicked_off',
  'pick_kicked_off',
  'picks_sealed',
  'entry_unpaid',
  'team_repeated',
  'reason_required',
  'too_many_pick_changes',
  'other_week_open',
  'version_hidden',
  // buybacks
  'no_buybacks',
  'entry_not_out',
  'buyback_too_late',
  'buyback_used',
  'no_buyback_requested',
  // votes on sharing
  'no_split_vote',
  // reminders
  'reminders_off',
  'reminded_recently',
  // weeks
  'no_current_week',
  'week_exists',
  'week_not_complete',
  'cannot_delete_current_week',
  'already_revealed',
  'rules_locked',
  'rules_conflict',
  'time_out_of_range',
  'setup_step_not_done',
  // seasons
  'season_started',
  'season_played_here',
  'season_not_next',
  'no_new_season',
  'not_in_season',
  'season_decided',
  // payments
  'payment_type_required',
  'paid_date_locked',
  'nothing_due',
  'more_than_due',
  'no_payment_claim',
  // webhooks
  'webhook_not_found',
  'too_many_webhooks',
  // undo
  'nothing_to_undo',
  'undo_changed',
  'undo_too_late',
  'undo_hidden',
  'undo_lock_passed',
  // concurrency
  'version_conflict',
  // previews
  'consequences_changed',
] as const
export type ViolationCode = (typeof VIOLATION_CODES)[number]

/** Values for the sentence, for example the week in which a team was used. */
export type ViolationDetails = Readonly<Record<string, string | number | boolean | null>>
