/** What is said about entries of people without an account (docs/rules.md §8.4). */
export const PAPER_ERRORS = {
  not_by_hand: { status: 409, message: 'This entry is the own entry of its member' },
  player_waits: { status: 409, message: 'This account still waits for approval' },
  keeps_entries: { status: 409, message: 'This member keeps entries by hand. Give them another keeper first' },
} as const
