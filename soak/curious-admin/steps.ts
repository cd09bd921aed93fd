import type { RouteId } from '@outlast/contract'
import { PREVIEWABLE_CALLS, type PreviewableCall } from '@outlast/contract/endpoints'
import { PURGE_USERS_PHRASE, PURGE_WEEKS_PHRASE } from '@outlast/contract/rest/admin/users'
import { ALL_ROUTES } from '@outlast/contract/routes'
import { toSnakeKeys } from '@outlast/domain'
import { scoreRules } from '@outlast/domain/histories/score-rules'
import { integerBetween, type Random } from '@outlast/seasons/random'
import {
  anyEntry,
  anyGame,
  anyPick,
  anyUser,
  anyWeek,
  chance,
  ineligibleTeams,
  one,
  slotField,
  someTeam,
  someTime,
} from './choices.ts'
import { ABBRS, ADMIN, SEASON, STAFF } from './layout.ts'
import { PEOPLE_GENERATORS } from './people-steps.ts'
import { membersStep, PATTERNS } from './patterns.ts'
import { previewed, type Step, type StepRequest } from './step.ts'

type Generator = (random: Random) => StepRequest

const version = (random: Random, percent: number) =>
  chance(random, percent) ? { ifMatchBeforeHead: integerBetween(random, 0, 3) } : {}
const ofWeek: Generator = (random) => ({ params: { id: anyWeek(random) }, body: {} })
const read = (params?: (random: Random) => number): Generator =>
  params === undefined ? () => ({}) : (random) => ({ params: { id: params(random) } })

/** As many calls as a preview chains. */
const MAX_CHAIN = 6

/** A random request for each call that an admin may make. A test requires one for every such route. */
export const GENERATORS = {
  adminListEntries: read(),
  adminListUsers: read(),
  syncStatus: read(),
  serverStatus: read(),
  backupStatus: read(),
  makeBackup: () => ({ body: {} }),
  deliveries: read(),
  newcomers: read(),
  getReminders: read(),
  updateReminders: (random) => ({ body: one<Record<string, unknown>>(random, [{ enabled: true }, { hours_before: [24, 2] }]) }),
  sendReminders: () => ({ body: {} }),
  userEntries: read(anyUser),
  userReminders: read(anyUser),
  getEntry: read(anyEntry),
  entryPicks: read(anyEntry),
  getPick: read(anyPick),
  setPayment: (random) => ({
    params: { id: anyEntry(random) },
    body: one(random, [{}, { is_paid: false }, { is_paid: true, payment_type: 'cash' }, { payment_type: 'venmo' }]),
    ...version(random, 20),
  }),
  adminUpdateEntry: (random) => ({
    params: { id: anyEntry(random) },
    body: one<Record<string, unknown>>(random, [
      { name: `Renamed ${integerBetween(random, 1, 99)}` },
      { is_eliminated: true },
      { is_eliminated: false },
    ]),
    ...version(random, 20),
  }),
  adminDeleteEntry: (random) => ({ params: { id: anyEntry(random) }, ...version(random, 30) }),
  ...PEOPLE_GENERATORS,
  adminUpdateUser: (random) => ({
    params: { id: anyUser(random) },
    body: one<Record<string, unknown>>(random, [
      { last_name: `Name ${integerBetween(random, 1, 9)}` },
      { mobile: '5551234567' },
      { email: `changed${integerBetween(random, 1, 9)}@club.example` },
      { is_admin: true },
      { is_admin: false },
      { roles: ['treasurer', 'helper'] },
      { roles: [] },
    ]),
  }),
  adminDeleteUser: (random) => ({ params: { id: anyUser(random) } }),
  // The address is a keyed hash, which the admin learns from the list only.
  removeNewcomers: (random) => ({
    body: { address: '0'.repeat(24), user_ids: [anyUser(random)], entry_ids: [anyEntry(random)] },
  }),
  changeJoining: (random) => ({ body: { mode: one(random, ['open', 'code', 'approval', 'closed']) } }),
  revokeInvitation: (random) => ({ params: { id: integerBetween(random, 1, 3) } }),
  approveUser: (random) => ({ params: { id: anyUser(random) } }),
  importMembers: (random) => ({
    body: {
      csv: `name,email,mobile,entries\nNew Member,new${integerBetween(random, 1, 9)}@club.example,,${integerBetween(random, 0, 3)}`,
      dry_run: chance(random, 30),
    },
  }),
  // The picks of week 1, which has locked, of an open week, and of one that the pool may not have.
  importPicks: (random) => ({
    body: {
      csv: `entry,1,2,9\nEntry ${anyEntry(random)},${someTeam(random)},${someTeam(random)},${someTeam(random)}`,
      season_year: SEASON,
      dry_run: chance(random, 50),
      add_weeks: chance(random, 30),
    },
  }),
  purgeUsersAndEntries: (random) => ({ body: { confirm: chance(random, 20) ? PURGE_USERS_PHRASE : 'no' } }),
  declinePaymentClaim: (random) => ({ params: { id: anyEntry(random) } }),
  confirmPayments: (random) => ({ body: { entry_ids: [anyEntry(random)], payment_type: 'bank' } }),
  listBalances: read(),
  recordPartPayment: (random) => ({ params: { id: anyEntry(random) }, body: { amount_cents: 100, payment_type: 'cash' } }),
  listPayouts: read(),
  recordPayouts: (random) => ({ body: { entry_ids: [anyEntry(random)], payment_type: 'cash' } }),
  reversePayout: (random) => ({ params: { id: anyEntry(random) } }),
  setPastChampions: (random) => ({
    params: { season_year: 2000 + integerBetween(random, 1, 3) },
    body: { names: chance(random, 70) ? ['Ines Old', 'Otto Old'] : [] },
  }),
  importPayments: (random) => ({
    body: { csv: `date;amount;text\n01.09.2030;25,00;OL222${anyEntry(random)}7`, dry_run: chance(random, 50) },
  }),
  getTreasurer: read(),
  updateTreasurer: (random) => ({ body: { venmo: `club-${integerBetween(random, 1, 9)}` } }),
  getLedger: read(),
  getLedgerCsv: read(),
  listWebhooks: read(),
  createWebhook: (random) => ({
    body: { url: 'http://127.0.0.1:9/hook', preset: one(random, ['standard', 'discord', 'slack']), events: ['lock', 'reveal'] },
  }),
  deleteWebhook: (random) => ({ params: { id: integerBetween(random, 1, 3) } }),
  testWebhook: (random) => ({ params: { id: integerBetween(random, 1, 3) }, body: {} }),
  updateWeekSummary: (random) => ({
    params: { id: anyWeek(random) },
    body: one(random, [{ text: 'A close week.' }, { text: null }, { is_pinned: true }]),
  }),
  mailWeekSummary: ofWeek,
  broadcast: () => ({ body: { subject: 'News', text: 'The week is open.' } }),
  previewBroadcast: (random) => ({
    body: { subject: 'News', text: 'The week is open.', audience: one(random, ['all', 'alive', 'no_pick', 'unpaid', 'admins']) },
  }),
  createWeek: (random) => ({
    body: {
      season_year: SEASON,
      week_number: integerBetween(random, 1, 7),
      ...one<Record<string, unknown>>(random, [{}, {}, { slates: [`${SEASON}-09-21T04:00:00.000Z`] }]),
    },
  }),
  updateWeek: (random) => ({
    params: { id: anyWeek(random) },
    body: one<Record<string, unknown>>(random, [
      { ineligible_teams: ineligibleTeams(random) },
      { ineligible_teams: ineligibleTeams(random) },
      { lock_time: 'auto' },
      { picks: one(random, [1, 2, 3, null]) },
      { lock_time: '2030-10-01T12:00:00Z' },
      { lock_time: '2030-09-09T12:00:00Z' },
    ]),
    ...version(random, 20),
  }),
  deleteWeek: (random) => ({ params: { id: anyWeek(random) }, ...version(random, 20) }),
  setCurrentWeek: (random) => ({ body: { week_id: anyWeek(random) } }),
  setSiteTime: (random) => ({
    body: chance(random, 15) ? {} : { now_iso: someTime(random), running: chance(random, 30) },
  }),
  updateRules: (random) => ({
    body: one<Record<string, unknown>>(random, [
      { missed_pick: 'eliminated' },
      { team_lock: 'kickoff' },
      { late_entries: 'closed' },
      { late_entries: { until_week: 3 } },
      { lock: 'first_kickoff' },
      { team_uses: 2 },
      { teams_free_again_in: 2 },
      { lock: { day: 'saturday', time: '18:00' } },
      toSnakeKeys(scoreRules((values) => one(random, values))) as Record<string, unknown>,
      { tiebreak: ['margin', 'fewest_auto'] },
      { late_entry_losses: true, lives: 2 },
      { wipe_out: { revive_at_most: 2 } },
      { prizes: one(random, [null, { shares: [60, 40], weekly_cents: 500 }]), currency: 'USD' },
      { picks_per_week: one(random, [null, { picks: 2, from_week: 1 }, { picks: 3, from_week: 3 }]) },
      { slot_loss: one(random, ['one', 'each']), opponents: one(random, ['refused', 'allowed']) },
    ]),
  }),
  updateClub: (random) => ({
    body: one<Record<string, unknown>>(random, [{ name: 'The Owls' }, { color: '#0a5c36' }, { name: null }, { crest: null }]),
  }),
  updateClubhouseScreen: (random) => ({
    body: one<Record<string, unknown>>(random, [{ names: 'initials' }, { scenes: ['games'] }]),
  }),
  getSetup: () => ({}),
  updateSetup: (random) => ({ body: { step: one(random, ['club', 'joining', 'week']), mark: one(random, ['done', 'skipped']) } }),
  nextWeek: read(),
  lastAction: read(),
  // Position `head+2` is that of the second event that follows, which in a preview is one of the chain.
  undoAction: (random) => ({ body: chance(random, 40) ? {} : { position: `head+${integerBetween(random, 0, 9)}` } }),
  purgeWeeks: (random) => ({ body: { confirm: chance(random, 20) ? PURGE_WEEKS_PHRASE : 'no' } }),
  syncGames: (random) => ({ body: { season_year: SEASON, week_number: integerBetween(random, 1, 5) } }),
  randomizePicks: (random) => ({
    params: { id: anyWeek(random) },
    body: { overwrite: chance(random, 50), ...(chance(random, 80) && { reason: 'a rehearsal' }) },
  }),
  randomizeScores: ofWeek,
  finalizeScores: ofWeek,
  unmaskPicks: (random) => ({ params: { id: anyWeek(random) }, body: { reason: 'a dispute' } }),
  overridePick: (random) => ({
    body: {
      entry_id: anyEntry(random),
      week_id: anyWeek(random),
      ...slotField(random),
      team_abbr: someTeam(random),
      ...(chance(random, 50) ? { reason: 'a mail' } : {}),
    },
    ...version(random, 30),
  }),
  adminDeletePick: (random) => ({
    params: { id: anyPick(random) },
    ...(chance(random, 50) && { query: { reason: 'a mail' } }),
    ...version(random, 60),
  }),
  createEntry: (random) => ({ body: { user_id: anyUser(random), name: `Entry ${integerBetween(random, 1, 9)}` } }),
  renameEntry: (random) => ({
    params: { id: anyEntry(random) },
    body: { name: `Renamed ${integerBetween(random, 1, 9)}` },
    ...version(random, 20),
  }),
  deleteEntry: (random) => ({ params: { id: anyEntry(random) }, ...version(random, 30) }),
  getRanking: read(anyEntry),
  getDues: read(),
  claimPayment: (random) => ({ params: { id: anyEntry(random) }, body: {} }),
  withdrawPaymentClaim: read(anyEntry),
  setRanking: (random) => ({ params: { id: anyEntry(random) }, body: { teams: [one(random, ABBRS), one(random, ABBRS)] } }),
  getSplitVote: read(anyEntry),
  castSplitVote: (random) => ({ params: { id: anyEntry(random) }, body: { choice: one(random, ['share', 'play_on', null]) } }),
  requestBuyback: read(anyEntry),
  startSeason: (random) => ({ body: { season_year: SEASON + integerBetween(random, 0, 2) } }),
  renewEntry: read(anyEntry),
  adminRenewEntry: read(anyEntry),
  answerBuyback: (random) => ({
    params: { id: anyEntry(random) },
    body: { action: one(random, ['confirm', 'decline']) },
  }),
  submitPick: (random) => ({
    body: { entry_id: anyEntry(random), week_id: anyWeek(random), ...slotField(random), team_abbr: someTeam(random) },
    ...version(random, 20),
  }),
  changePick: (random) => ({ params: { id: anyPick(random) }, body: { team_abbr: someTeam(random) }, ...version(random, 20) }),
  clearPick: (random) => ({ params: { id: anyPick(random) }, ...version(random, 20) }),
  updateGame: (random) => ({
    params: { id: anyGame(random) },
    body: one<Record<string, unknown>>(random, [
      { source: 'feed' },
      { status: one(random, ['scheduled', 'postponed', 'cancelled', 'moved']), reason: 'A storm' },
      {
        status: one(random, ['in_progress', 'final']),
        home_score: integerBetween(random, 0, 40),
        away_score: 20,
        reason: 'The scoreboard is down',
      },
    ]),
  }),
  closeWeek: (random) => ({ params: { id: anyWeek(random) }, body: { reason: 'The game is called off' } }),
  previewCalls: (random): StepRequest => {
    const calls = Array.from({ length: integerBetween(random, 1, MAX_CHAIN) }, () => one(random, PREVIEWABLE_CALLS))
    const skip_refused = chance(random, 30)
    return { body: { calls: calls.map((call) => previewed(call, GENERATORS_OF_PREVIEWS[call](random))), skip_refused } }
  },
} satisfies Partial<Record<RouteId, Generator>>

/** A function reads them, because the table of generators cannot refer to itself while it is made. */
const GENERATORS_OF_PREVIEWS: Readonly<Record<PreviewableCall, Generator>> = GENERATORS

/** The calls that need a generator: all that an admin may make beyond those of visitors. */
export const ADMIN_CALLS: readonly RouteId[] = ALL_ROUTES.filter(({ access }) => access !== 'public').map(({ id }) => id)

/** How often each call is made, relative to 4. Calls that end most sequences, by a reveal or a purge, are rare. */
const WEIGHTS: Readonly<Partial<Record<RouteId, number>>> = {
  purgeUsersAndEntries: 1,
  purgeWeeks: 1,
  adminDeleteUser: 1,
  adminDeleteEntry: 2,
  deleteEntry: 1,
  deleteWeek: 1,
  finalizeScores: 3,
  setSiteTime: 3,
  overridePick: 8,
  updateWeek: 6,
  randomizePicks: 8,
  randomizeScores: 6,
  adminDeletePick: 6,
  adminListEntries: 1,
  adminListUsers: 1,
  syncStatus: 1,
  nextWeek: 1,
  serverStatus: 1,
  backupStatus: 1,
  makeBackup: 1,
}

const WEIGHTED: readonly RouteId[] = (Object.keys(GENERATORS) as (keyof typeof GENERATORS)[]).flatMap((id) =>
  Array.from({ length: WEIGHTS[id] ?? 4 }, () => id),
)

/**
 * Makes a random sequence: calls of the admin and of people with a role, between which members change hidden picks.
 * @param begin makes its first steps
 */
export function randomSequence(random: Random, begin: (typeof PATTERNS)[number] = () => []): readonly Step[] {
  const steps: Step[] = [...begin(random)]
  const length = integerBetween(random, 6, 16)
  while (steps.length < length) {
    if (chance(random, 12)) steps.push(...one(random, PATTERNS)(random))
    else steps.push(chance(random, 35) ? membersStep(random) : adminsStep(random))
  }
  return steps
}

function adminsStep(random: Random): Step {
  const route = one(random, WEIGHTED) as keyof typeof GENERATORS
  const key = chance(random, 10) ? { idempotencyKey: `key-${integerBetween(random, 1, 2)}` } : {}
  const generate: Generator = GENERATORS[route]
  const by = chance(random, 70) ? ADMIN : one(random, Object.values(STAFF))
  return { by, route, ...generate(random), ...key }
}
