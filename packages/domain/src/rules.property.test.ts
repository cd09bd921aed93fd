import fc from 'fast-check'
import { expect, it } from 'vitest'
import { EVENT_TYPES } from './index.ts'
import { playSeason, type Occurrences } from '../tests/season-play.ts'
import { seasons } from '../tests/season-steps.ts'

// Plays random seasons on the domain and on the oracle (tests/oracle.ts) side by side. `RULES_SEQUENCES` sets their number
// (`npm run test:rules-long`: 10,000). `RULES_SEED` and `RULES_PATH` reproduce the failure that printed them.
const { RULES_SEQUENCES, RULES_SEED, RULES_PATH } = process.env
const reproduction = {
  ...(RULES_SEED === undefined ? {} : { seed: Number(RULES_SEED) }),
  ...(RULES_PATH === undefined ? {} : { path: RULES_PATH }),
}
const numRuns = Number(RULES_SEQUENCES ?? 1_000)
const occurrences: Occurrences = new Map()

it(`the domain agrees with the oracle in ${numRuns} random seasons`, { timeout: 60_000 + 300 * numRuns }, () => {
  fc.assert(
    fc.property(seasons, (season) => playSeason(season, occurrences)),
    { numRuns, ...reproduction },
  )
  expect(occurrences.size).toBeGreaterThan(0)
})

/** What must occur in the random seasons, so that every rule is tested. */
const EXPECTED: readonly string[] = [
  'ties, locks with missed picks, out by loss, out by missed, out by hand, waived losses, champions, shared championships',
  'champions with late entries',
  'assigned by my_list, assigned by most_picked, assigned by last_visitor, assigned by alphabetical, alive with a lost life',
  'passed over: used, passed over: bye, passed over: ineligible, passed over: kicked off',
  'step without a team: my_list, step without a team: most_picked, step without a team: last_visitor',
  'no automatic pick: unpaid, no automatic pick: none left, no automatic pick: no team, assigned in a reopened week',
  'rejected: entry_unpaid, rejected: team_repeated, rejected: no_buybacks, rejected: entry_not_out',
  'rejected: buyback_too_late, rejected: no_buyback_requested',
  'unchanged picks, reopened marked, reopened unmarked, site time running, site time frozen',
  'rejected: week_locked, rejected: entry_eliminated, rejected: unknown_team, rejected: team_used, rejected: team_on_bye',
  'rejected: team_ineligible, rejected: team_kicked_off, rejected: pick_kicked_off, rejected: reason_required',
  'rejected: too_many_entries, rejected: late_entries_closed, rejected: week_one_locked, rejected: entry_name_taken',
  'rejected: rules_locked, rejected: cannot_delete_current_week, rejected: week_exists, rejected: no_current_week',
  'rejected: forbidden, rejected: unauthenticated, rejected: last_admin, rejected: pick_not_found, rejected: week_not_found',
  'rejected: other_week_open, rejected: not_in_season, rejected: no_new_season',
  'rejected: season_started, rejected: season_not_next, seasons with absent entries',
].flatMap((line) => line.split(', '))

/** What occurs in only a few of 1,000 seasons, so that it is expected of the long run alone. */
const RARE: readonly string[] = ['locks of a renewed season']

/** Events that no rule of the game depends on, seals (decide/seal.test.ts), joining (decide/joining.test.ts), and undo (undo.property.test.ts). */
const UNRELATED = [
  'ClubChanged, ClubhouseScreenChanged, SetupStepMarked',
  'UserProfileChanged, AdminGranted, AdminRevoked, PasswordChanged, LoginsEnded, SessionEnded, PasskeyAdded, PasskeyRemoved',
  'RemindersChanged, ReminderSent, ActionUndone',
  'UserApproved, JoiningChanged, InvitationCreated, InvitationRevoked',
  'PicksUnmasked, BroadcastQueued, WeekSummaryChanged, EmailChangedByAdmin, PicksUnsealed, PasswordChosenByAdmin, AdminPasswordReplaced',
  'WebhookAdded, WebhookRemoved, WebhookSwitched',
  'BalancePaid, PaymentClaimed, PaymentClaimWithdrawn, PaymentClaimDeclined, TreasurerChanged',
].flatMap((line) => line.split(', '))

it('the random seasons cover every rule and event type', () => {
  const missing =
    reproduction.path === undefined
      ? [...EXPECTED, ...(numRuns < 10_000 ? [] : RARE), ...EVENT_TYPES.filter((type) => !UNRELATED.includes(type))].filter(
          (what) => !occurrences.has(what),
        )
      : []
  expect(missing).toEqual([])
  if (process.env['RULES_TALLY'] !== undefined) console.table([...occurrences].sort(([a], [b]) => (a < b ? -1 : 1)))
})
