/** Every fixed message of the app, word for word. `{…}` marks a placeholder; in one message `…` does. */

const MEMBER = [
  'Reveal not available yet',
  'Failed to load history',
  'Login failed',
  'Register failed',
  'Failed to request reset',
  'Failed to reset',
  'List entries failed',
  'Fetch picks failed',
  'Rename failed',
  'Delete failed',
  'Create entry failed',
  'Update pick failed',
  'Submit pick failed',
  'Failed to clear pick',
  'Failed to submit pick',
  'Failed to load entries',
  'Missing token',
  'Team is ineligible for this week',
  'Unexpected Application Error!',
] as const

const ADMIN = [
  'Failed to update payment',
  'Failed to load users',
  'Failed to create user',
  'Purge failed',
  'Bulk action failed',
  'Failed to update user',
  'Failed to delete user',
  'Failed to update entry',
  'Failed to delete entry',
  'Failed to set site time',
  'Failed to create week',
  'Failed to set current week',
  'Failed to update lock time',
  'Failed to reset lock time',
  'Failed to delete week',
  'Failed to sync from ESPN',
  // With the server's message appended.
  'Failed to sync from ESPN: {message}',
  'Failed to randomize picks',
  'Failed to randomize scores',
  'Failed to finalize scores',
  'Failed to load picks',
  'Failed to load eligible entries',
  'Failed to change pick',
  'Failed to override pick',
  'Failed to delete pick',
  'Failed to send',
  'Cannot delete the current week',
] as const

const SUCCESS = [
  'Entry renamed',
  'Entry deleted',
  'Entry created',
  'Pick saved',
  'Payment status updated',
  'User created',
  'Link copied',
  'If that email exists, a reset link has been sent.',
  'Password updated. You can now sign in.',
  'User updated',
  'User deleted',
  'Entry updated',
  'Site time set to {time}',
  'Week {n} ({year}) created',
  'Current week updated',
  'Lock time updated',
  'Lock time reset to Sunday noon',
  'Ineligible teams updated',
  'Pick updated',
  'Pick deleted',
  'Pick overridden',
  'Sent to {n} recipients',
  'No eligible entries to add (eligible=…, table=…)',
  'Loaded {n} eligible entries without picks',
] as const

/** Summaries of bulk actions. The specification fixes their counts, but not their wording. */
const SUMMARIES = [
  'Bulk action complete: {updated} updated, {failed} failed',
  'Purged {users}, {entries} and {picks}',
  'Deleted {weeks}, {games}, {picks}',
  'Picks randomized: {created} created, {updated} updated, {skipped} skipped',
  'Scores randomized: {games} updated',
  'Set to final, {games} updated, {entries} eliminated',
] as const

const VALIDATION = [
  'Email required',
  'Password required',
  'First name required',
  'Last name required',
  'Entry name is required',
  'Entry name required',
  'Enter a name for the new entry',
  'Select a team',
  'No current week',
  'Enter a valid season year and week number',
  'Select entry and team',
  'Unexpected content type {type}: {excerpt}',
] as const

const CONFIRMATIONS = [
  'Delete this user and all their entries and picks? This cannot be undone.',
  'Delete this entry?',
  'This cannot be undone',
  'Delete this week and all its picks and games? This cannot be undone.',
  // The phrase to type.
  'Type DELETE ALL USERS AND ENTRIES',
  'Type DELETE ALL WEEKS',
  // The titles of confirmation dialogs, whose wording the specification leaves open.
  'Activate all entries?',
  'Eliminate all entries?',
  'Activate all entries of {user}?',
  'Eliminate all entries of {user}?',
  'Randomize Picks',
  'Randomize Scores',
  'Set All to Final',
] as const

/** The messages of the app shell. */
const SHELL = ['Page not found', 'Return to Dashboard', 'Loading…'] as const

export const MESSAGES = [...MEMBER, ...ADMIN, ...SUCCESS, ...SUMMARIES, ...VALIDATION, ...CONFIRMATIONS, ...SHELL] as const

export type Message = (typeof MESSAGES)[number]

/** Words that the optional external specification quotes but that are not messages: a response field and a single word. */
export const QUOTED_WORDS: readonly string[] = ['error', 'ineligible']

/** Fills the placeholders of a message in order. */
export function fillPlaceholders(message: string, values: readonly (string | number)[]): string {
  let next = 0
  return values.length === 0 ? message : message.replace(/\{\w+\}|…/g, () => String(values[next++]))
}
