import type { RouteId } from '@outlast/contract'
import { PREVIEWABLE_CALLS, type PreviewableCall } from '@outlast/contract/rest/admin/preview'
import { PURGE_USERS_PHRASE, PURGE_WEEKS_PHRASE } from '@outlast/contract/rest/admin/users'
import { ALL_ROUTES } from '@outlast/contract/routes'
import { entryId, pickIdOf, weekId } from '@outlast/domain'
import { integerBetween, type Random, shuffled } from '@outlast/server/demo/random'
import { anyEntry, anySlot, anyUser, anyWeek, chance, ineligibleTeams, one, someTeam, someTime } from './choices.ts'
import { ADMIN, OTHER, SEASON, OPEN_WEEKS, OWNED, FALLEN_ENTRY, ABBRS, hiddenTeams, commonTeam } from './layout.ts'

/** What a request consists of. */
interface StepRequest {
  readonly params?: Readonly<Record<string, number>>
  readonly query?: Readonly<Record<string, string>>
  readonly body?: Readonly<Record<string, unknown>>
  /** Sends `If-Match` with the log's head minus this number: the most promising guess at the version of a hidden pick. */
  readonly ifMatchBeforeHead?: number
  readonly idempotencyKey?: string
}

interface Request extends StepRequest {
  /** The account that sends the request. */
  readonly by: number
  readonly route: RouteId
}

/** One request, which is sent in both worlds. */
export interface Step extends Request {
  /** What differs in the second world: the hidden team, or which of two owners changes a pick. */
  readonly inSecond?: Pick<Request, 'by' | 'body' | 'params'>
  /** The week whose hidden picks differ between the worlds from this step on. */
  readonly hides?: number
}

type Generator = (random: Random) => StepRequest

const version = (random: Random, percent: number) =>
  chance(random, percent) ? { ifMatchBeforeHead: integerBetween(random, 0, 3) } : {}
const ofWeek: Generator = (random) => ({ params: { id: anyWeek(random) }, body: {} })
const read = (params?: (random: Random) => number): Generator =>
  params === undefined ? () => ({}) : (random) => ({ params: { id: params(random) } })

/** A random request for each call that an admin may make. A test requires one for every such route. */
export const GENERATORS = {
  adminListEntries: read(),
  adminListUsers: read(),
  syncStatus: read(),
  backupStatus: read(),
  getReminders: read(),
  updateReminders: (random) => ({ body: one<Record<string, unknown>>(random, [{ enabled: true }, { hours_before: [24, 2] }]) }),
  sendReminders: () => ({ body: {} }),
  userEntries: read(anyUser),
  entryPicks: read(anyEntry),
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
  adminCreateUser: (random) => ({
    body: { email: `new${integerBetween(random, 1, 9)}@club.example`, first_name: 'New', last_name: 'Member' },
  }),
  adminUpdateUser: (random) => ({
    params: { id: anyUser(random) },
    body: one<Record<string, unknown>>(random, [
      { last_name: `Name ${integerBetween(random, 1, 9)}` },
      { mobile: '5551234567' },
      { email: `changed${integerBetween(random, 1, 9)}@club.example` },
      { is_admin: true },
      { is_admin: false },
    ]),
  }),
  adminDeleteUser: (random) => ({ params: { id: anyUser(random) } }),
  changeJoining: (random) => ({ body: { mode: one(random, ['open', 'code', 'approval', 'closed']) } }),
  revokeInvitation: (random) => ({ params: { id: integerBetween(random, 1, 3) } }),
  approveUser: (random) => ({ params: { id: anyUser(random) } }),
  importMembers: (random) => ({
    body: {
      csv: `name,email,mobile,entries\nNew Member,new${integerBetween(random, 1, 9)}@club.example,,${integerBetween(random, 0, 3)}`,
      dry_run: chance(random, 30),
    },
  }),
  // The picks of week 1, which has locked, and of an open week.
  importPicks: (random) => ({
    body: {
      csv: `entry,1,2\nEntry ${anyEntry(random)},${someTeam(random)},${someTeam(random)}`,
      season_year: SEASON,
      dry_run: chance(random, 50),
    },
  }),
  purgeUsersAndEntries: (random) => ({ body: { confirm: chance(random, 20) ? PURGE_USERS_PHRASE : 'no' } }),
  declinePaymentClaim: (random) => ({ params: { id: anyEntry(random) } }),
  confirmPayments: (random) => ({ body: { entry_ids: [anyEntry(random)], payment_type: 'bank' } }),
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
  createWeek: (random) => ({ body: { season_year: SEASON, week_number: integerBetween(random, 1, 7) } }),
  updateWeek: (random) => ({
    params: { id: anyWeek(random) },
    body: one<Record<string, unknown>>(random, [
      { ineligible_teams: ineligibleTeams(random) },
      { ineligible_teams: ineligibleTeams(random) },
      { lock_time: 'auto' },
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
  undoAction: () => ({ body: {} }),
  purgeWeeks: (random) => ({ body: { confirm: chance(random, 20) ? PURGE_WEEKS_PHRASE : 'no' } }),
  syncGames: (random) => ({ body: { season_year: SEASON, week_number: integerBetween(random, 1, 5) } }),
  randomizePicks: (random) => ({ params: { id: anyWeek(random) }, body: { overwrite: chance(random, 50) } }),
  randomizeScores: ofWeek,
  finalizeScores: ofWeek,
  unmaskPicks: (random) => ({ params: { id: anyWeek(random) }, body: { reason: 'a dispute' } }),
  overridePick: (random) => ({
    body: {
      entry_id: anyEntry(random),
      week_id: anyWeek(random),
      team_abbr: someTeam(random),
      ...(chance(random, 50) ? { reason: 'a mail' } : {}),
    },
    ...version(random, 30),
  }),
  adminDeletePick: (random) => ({ params: { id: anySlot(random) }, ...version(random, 60) }),
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
  requestBuyback: read(anyEntry),
  startSeason: (random) => ({ body: { season_year: SEASON + integerBetween(random, 0, 2) } }),
  renewEntry: read(anyEntry),
  adminRenewEntry: read(anyEntry),
  answerBuyback: (random) => ({
    params: { id: anyEntry(random) },
    body: { action: one(random, ['confirm', 'decline']) },
  }),
  submitPick: (random) => ({
    body: { entry_id: anyEntry(random), week_id: anyWeek(random), team_abbr: someTeam(random) },
    ...version(random, 20),
  }),
  changePick: (random) => ({ params: { id: anySlot(random) }, body: { team_abbr: someTeam(random) }, ...version(random, 20) }),
  clearPick: (random) => ({ params: { id: anySlot(random) }, ...version(random, 20) }),
  previewCalls: (random): StepRequest => {
    const call = one(random, PREVIEWABLE_CALLS)
    const { params, query, body } = GENERATORS_OF_PREVIEWS[call](random)
    return { body: { calls: [{ call, params, query, body }] } }
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
  backupStatus: 1,
}

const WEIGHTED: readonly RouteId[] = (Object.keys(GENERATORS) as (keyof typeof GENERATORS)[]).flatMap((id) =>
  Array.from({ length: WEIGHTS[id] ?? 4 }, () => id),
)

/** Makes a random sequence: calls of the admin, between which members change hidden picks. */
export function randomSequence(random: Random): readonly Step[] {
  const steps: Step[] = []
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
  return { by: ADMIN, route, ...generate(random), ...key }
}

/** A member changes a hidden ranking: to other teams in each world, or of another entry in each world. */
function rankingStep(random: Random): Step {
  const entries = [...OWNED.keys()]
  const [entry, other] = [one(random, entries), one(random, entries)]
  const rank = (of: number) => {
    const teams = shuffled(random, hiddenTeams(one(random, OPEN_WEEKS)))
    return { by: OWNED.get(of) ?? ADMIN, params: { id: of }, body: { teams } }
  }
  return { route: 'setRanking', ...rank(entry), inSecond: rank(chance(random, 50) ? entry : other) }
}

/** A member changes a hidden pick: to another team in each world, of another entry in each world, or alike in both. */
function membersStep(random: Random, week: number = one(random, OPEN_WEEKS)): Step {
  const teams = hiddenTeams(week)
  const first = integerBetween(random, 0, teams.length - 1)
  const [team, otherTeam] = [teams[first], teams[(first + 1) % teams.length]]
  const entries = [...OWNED.keys()]
  const entry = one(random, entries)
  const other = one(random, entries)
  const pick = (of: number, team_abbr: string | undefined) => ({
    by: OWNED.get(of) ?? ADMIN,
    body: { entry_id: of, week_id: week, team_abbr },
  })
  const kind = integerBetween(random, 1, 13)
  if (kind > 11) return rankingStep(random)
  if (kind === 11) return { by: OTHER, route: 'requestBuyback', params: { id: FALLEN_ENTRY }, body: {} }
  if (kind === 1) {
    return { by: OWNED.get(entry) ?? ADMIN, route: 'clearPick', params: { id: pickIdOf(entryId(entry), weekId(week)) } }
  }
  if (kind === 2) {
    return { by: OTHER, route: 'submitPick', body: { entry_id: 5, week_id: week, team_abbr: commonTeam(week) } }
  }
  const second = kind <= 5 ? pick(other, otherTeam) : pick(entry, otherTeam)
  return { route: 'submitPick', ...pick(entry, team), inSecond: second, hides: week }
}

/** Steps that only together reveal something, which chance would rarely put in order. */
const PATTERNS: readonly ((random: Random) => readonly Step[])[] = [
  // A week is settled and reopened, and members pick again.
  (random) => [
    { by: ADMIN, route: 'finalizeScores', params: { id: 4 }, body: {} },
    { by: ADMIN, route: 'updateWeek', params: { id: 4 }, body: { lock_time: '2030-10-01T12:00:00Z' } },
    membersStep(random, 4),
    membersStep(random, 4),
  ],
  // Results of a rehearsal are drawn and settled in turn.
  (random) => {
    const id = one(random, OPEN_WEEKS)
    return [
      { by: ADMIN, route: 'randomizeScores', params: { id }, body: {} },
      { by: ADMIN, route: 'finalizeScores', params: { id }, body: {} },
    ]
  },
  // Only one team is left, so the counts would say who has used it.
  (random) => {
    const left = one(random, hiddenTeams(one(random, OPEN_WEEKS)))
    const id = one(random, OPEN_WEEKS)
    const ineligible_teams = ABBRS.filter((abbr) => abbr !== left)
    return [
      { by: ADMIN, route: 'updateWeek', params: { id }, body: { ineligible_teams } },
      { by: ADMIN, route: 'randomizePicks', params: { id }, body: { overwrite: true } },
    ]
  },
]
