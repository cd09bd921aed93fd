import fc from 'fast-check'
import { expect, it } from 'vitest'
import { EVENT_TYPES } from './index.ts'
import { playSeason, type Tally } from '../tests/season-play.ts'
import { seasons } from '../tests/season-steps.ts'

/**
 * Random seasons, played on the domain and on the oracle of tests/oracle.ts side by side. `RULES_SEQUENCES` says how
 * many (`npm run test:rules-long`: 10,000); `RULES_SEED` and `RULES_PATH` play again what a failure printed.
 */
const { RULES_SEQUENCES, RULES_SEED, RULES_PATH } = process.env
const again = {
  ...(RULES_SEED === undefined ? {} : { seed: Number(RULES_SEED) }),
  ...(RULES_PATH === undefined ? {} : { path: RULES_PATH }),
}
const numRuns = Number(RULES_SEQUENCES ?? 1_000)
const tally: Tally = new Map()

it(`${numRuns} random seasons go as the rules say`, { timeout: 60_000 + 300 * numRuns }, () => {
  fc.assert(
    fc.property(seasons, (season) => playSeason(season, tally)),
    { numRuns, ...again },
  )
  expect(tally.size).toBeGreaterThan(0)
})

/** What random seasons must have held, or they tested nothing: every kind of event and refusal the rules turn on. */
const WANTED: readonly string[] = [
  'ties, locks with missed picks, out by loss, out by missed, out by hand, forgiven losses, champions, shared championships',
  'reopened marked, reopened unmarked, site time running, site time frozen',
  'refused: week_locked, refused: entry_eliminated, refused: unknown_team, refused: team_used, refused: team_on_bye',
  'refused: team_ineligible, refused: team_kicked_off, refused: pick_kicked_off, refused: reason_required',
  'refused: too_many_entries, refused: late_entries_closed, refused: week_one_locked, refused: entry_name_taken',
  'refused: rules_locked, refused: cannot_delete_current_week, refused: week_exists, refused: no_current_week',
  'refused: forbidden, refused: unauthenticated, refused: last_admin, refused: pick_not_found, refused: week_not_found',
].flatMap((line) => line.split(', '))

/** Events of commands that touch no rule of the game. */
const ELSEWHERE = [
  'UserProfileChanged, AdminGranted, AdminRevoked, PasswordChanged, LoginsEnded, PaymentRecorded, PaymentReversed',
  'PicksUnmasked, BroadcastQueued',
].flatMap((line) => line.split(', '))

it('and there was everything in them', () => {
  const missing =
    again.path === undefined
      ? [...WANTED, ...EVENT_TYPES.filter((type) => !ELSEWHERE.includes(type))].filter((what) => !tally.has(what))
      : []
  expect(missing).toEqual([])
  if (process.env['RULES_TALLY'] !== undefined) console.table([...tally].sort(([a], [b]) => (a < b ? -1 : 1)))
})
