import { pickIdOf, entryId, type Slot, weekId } from '@outlast/domain'
import { PASSWORD } from '@outlast/testing/server/people'
import { newToken, type Person, type World } from './world.ts'
import type { Role } from './table.ts'

/** The parts of a row's request. */
export interface RowRequest {
  readonly params?: Readonly<Record<string, string | number>>
  readonly query?: Readonly<Record<string, string>>
  readonly body?: unknown
  /** The sender instead of the role's person, for requests that end the sender's rights. */
  readonly as?: Person
}

interface RequestContext {
  readonly world: World
  readonly role: Role
  readonly target: Person
  /** Whether the request is expected to succeed. */
  readonly succeeds: boolean
}

type RequestBuilder = (context: RequestContext) => RowRequest | Promise<RowRequest>

const slot = (entry: number, week: number, place: Slot = 1): number => pickIdOf(entryId(entry), weekId(week), place)
const none: RequestBuilder = () => ({})
const ofWeek =
  (key: 'one' | 'two'): RequestBuilder =>
  ({ world }) => ({ params: { id: world[key].id } })
const topic =
  (name: (context: RequestContext) => string): RequestBuilder =>
  (context) => ({ params: { topic: name(context) } })
const freshWeek = async ({ world }: RequestContext) => ({ params: { id: (await world.freshWeek()).id } })
const freshEntry = async ({ world, target }: RequestContext) => ({ params: { id: await world.freshEntry(target.id) } })

/** An address on this machine where nothing answers. */
const WEBHOOK = { url: 'http://127.0.0.1:9/hook' }
const freshWebhook: RequestBuilder = async ({ world, succeeds }) => ({
  params: { id: succeeds ? (await world.root.call('createWebhook', { body: WEBHOOK })).id : 1 },
})

/** Uses a new person for requests that succeed only once. */
const byNewPerson =
  (body: (world: World) => unknown): RequestBuilder =>
  async ({ world, role, succeeds }) => ({ body: body(world), ...(succeeds ? { as: await world.newcomer(role) } : {}) })

async function freshPick({ world, target }: RequestContext, slot?: number): Promise<number> {
  const entry = await world.freshEntry(target.id)
  const body = { entry_id: entry, week_id: world.two.id, slot, team_abbr: 'MIA' }
  return (await world.root.call('overridePick', { body })).id
}

const credential = (response: object) => ({
  id: 'AAAA',
  rawId: 'AAAA',
  type: 'public-key',
  response: { clientDataJSON: 'AAAA', ...response },
})
/** A subscription with the keys of RFC 8291, appendix A. */
const SUBSCRIPTION = {
  endpoint: 'https://push.example/of-a-browser',
  keys: {
    p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
    auth: 'BTBZMqHH6r4Tts7J_aSIgg',
  },
}

/** For each row, a request that succeeds for a role with the necessary rights. */
export const REQUESTS: Readonly<Record<string, RequestBuilder>> = {
  login: ({ target }) => ({ body: { email: target.email, password: target.password } }),
  register: ({ world }) => {
    const email = `${world.fresh('new').replace(' ', '.')}@club.example`
    return { body: { email, password: PASSWORD, first_name: 'New', last_name: 'Member' } }
  },
  me: none,
  requestPasswordReset: () => ({ body: { email: 'nobody@club.example' } }),
  invitationOpened: () => ({ body: { token: 'no-link-has-this' } }),
  submitPasswordReset: () => ({ body: { token: 'no-link-has-this', password: PASSWORD } }),
  confirmEmailChange: () => ({ body: { token: 'no-link-has-this' } }),
  confirmAdmin: () => ({ body: { token: 'no-link-has-this' } }),
  getAccount: none,
  getCalendarAddress: none,
  createCalendarAddress: () => ({ body: {} }),
  updateAccount: () => ({ body: { last_name: 'Test' } }),
  changePassword: byNewPerson(() => ({ current_password: PASSWORD, new_password: `${PASSWORD}?` })),
  signOutEverywhere: byNewPerson(() => ({})),
  requestSignInLink: () => ({ body: { email: 'nobody@club.example' } }),
  submitSignInLink: () => ({ body: { token: 'no-link-has-this' } }),
  passkeySignInOptions: none,
  submitPasskey: () => ({ body: { response: credential({ authenticatorData: 'AAAA', signature: 'AAAA' }) } }),
  listSessions: none,
  'endSession[own]': async (context) => ({
    ...(await byNewPerson(() => undefined)(context)),
    params: { id: 'current' },
  }),
  'endSession[other]': async ({ world }) => ({ params: { id: (await world.root.call('listSessions'))[0]?.id ?? '' } }),
  endOtherSessions: byNewPerson(() => ({})),
  listPasskeys: none,
  passkeyOptions: () => ({ body: { current_password: PASSWORD } }),
  addPasskey: () => ({ body: { name: 'Mine', response: credential({ attestationObject: 'AAAA' }) } }),
  removePasskey: () => ({ params: { id: 1 } }),
  listTokens: none,
  createToken: () => ({ body: newToken(['read']) }),
  revokeToken: async ({ world, target, succeeds }) => ({
    params: { id: succeeds ? (await world.pool.as(target.token).call('createToken', { body: newToken(['read']) })).id : 1 },
  }),
  getNotifications: none,
  updateNotifications: () => ({ body: { channel: 'mail' } }),
  addPushSubscription: () => ({ body: SUBSCRIPTION }),
  removePushSubscription: () => ({ body: { endpoint: SUBSCRIPTION.endpoint } }),
  testNotifications: () => ({ body: {} }),
  unsubscribe: () => ({ query: { token: 'no-link-has-this' }, body: {} }),
  getPool: none,
  getRules: none,
  getConstitution: none,
  getPrice: none,
  getPot: none,
  getClub: none,
  getCrest: () => ({ params: { crest: '0'.repeat(64), size: '64' } }),
  'getCard[week open]': ({ world }) => ({ params: { kind: 'week', id: world.two.id, size: '1200x630' } }),
  'getCard[week locked]': ({ world }) => ({ params: { kind: 'week', id: world.one.id, size: '1200x630' } }),
  'getCard[entry]': ({ target }) => ({ params: { kind: 'entry', id: target.entry, size: '1200x630' } }),
  'getCard[week none]': () => ({ params: { kind: 'week', id: 999_999, size: '1200x630' } }),
  'getCard[champion]': () => ({ params: { kind: 'champion', id: 2030, size: '1200x630' } }),
  getSiteTime: none,
  listTeams: none,
  listWeeks: none,
  currentWeek: none,
  'weekGames[open]': ofWeek('two'),
  'weekGames[locked]': ofWeek('one'),
  'weekPicks[open]': ofWeek('two'),
  'weekPicks[locked]': ofWeek('one'),
  'weekPicks[unmasked]': ofWeek('one'),
  'weekMoments[open]': ofWeek('two'),
  'weekMoments[locked]': ofWeek('one'),
  'weekProof[open]': ofWeek('two'),
  'weekProof[locked]': ofWeek('one'),
  currentReveal: none,
  'weekReveal[open]': ofWeek('two'),
  'weekReveal[locked]': ofWeek('one'),
  'weekReveal[unmasked]': ofWeek('one'),
  'weekReveal[none]': () => ({ params: { id: 999_999 } }),
  listHistory: none,
  getMatrix: none,
  getMatrixCsv: none,
  'getWeekSummary[locked]': ofWeek('one'),
  getHallOfFame: none,
  'liveSnapshot[pool]': topic(() => 'pool'),
  'liveSnapshot[week open]': topic(({ world }) => `week:${world.two.id}`),
  'liveSnapshot[week locked]': topic(({ world }) => `week:${world.one.id}`),
  'liveSnapshot[week none]': topic(() => 'week:999999'),
  'liveSnapshot[season]': topic(() => 'season:2030'),
  'liveSnapshot[user]': topic(({ target }) => `user:${target.id}`),
  'liveSnapshot[admin]': topic(() => 'admin'),
  'liveSnapshot[admin unmasked]': topic(() => 'admin'),
  'getCalendar[address]': async ({ world }) => ({ params: { token: await world.calendarToken() } }),
  'getCalendar[none]': () => ({ params: { token: 'nobody-has-this' } }),
  listAudit: () => ({ query: { limit: '200', kind: 'pick' } }),
  auditHead: none,
  auditHeads: none,
  auditHashes: () => ({ query: { from: '0', to: '10' } }),
  auditAt: async ({ world }) => ({ params: { position: (await world.root.call('auditHead')).position } }),
  getDashboard: none,
  userReminders: ({ target }) => ({ params: { id: target.id } }),
  userEntries: ({ target }) => ({ params: { id: target.id } }),
  getEntry: ({ target }) => ({ params: { id: target.entry } }),
  entryPicks: ({ target }) => ({ params: { id: target.entry } }),
  'entryPicks[unmasked]': ({ target }) => ({ params: { id: target.entry } }),
  entryHistory: ({ target }) => ({ params: { id: target.entry } }),
  createEntry: ({ world, target }) => ({ body: { user_id: target.id, name: world.fresh('Mine') } }),
  renameEntry: async (context) => ({ ...(await freshEntry(context)), body: { name: context.world.fresh('Renamed') } }),
  deleteEntry: freshEntry,
  listProxies: none,
  nameProxy: async (context) => ({
    ...(await freshEntry(context)),
    body: { user_id: context.world.proxy.id, week_id: context.world.two.id },
  }),
  endProxy: freshEntry,
  getRanking: ({ target }) => ({ params: { id: target.entry } }),
  getSplitVote: ({ target }) => ({ params: { id: target.entry } }),
  castSplitVote: ({ target }) => ({ params: { id: target.entry }, body: { choice: 'share' } }),
  setRanking: async (context) => ({ ...(await freshEntry(context)), body: { teams: ['MIA', 'NYJ'] } }),
  getDues: none,
  claimPayment: async (context) => ({ ...(await freshEntry(context)), body: { payment_type: 'venmo' } }),
  withdrawPaymentClaim: freshEntry,
  requestBuyback: freshEntry,
  renewEntry: freshEntry,
  adminRenewEntry: freshEntry,
  // The season has a locked week, so that no case starts a season in which the others could not pick.
  setPastChampions: () => ({ params: { season_year: 2001 }, body: { names: ['Ann Archer'] } }),
  listWaiting: none,
  confirmAction: () => ({ params: { id: 1 } }),
  refuseAction: () => ({ params: { id: 1 } }),
  withdrawAction: () => ({ params: { id: 1 } }),
  actAlone: () => ({ params: { id: 1 }, body: { reason: 'to see whether it works' } }),
  switchFourEyes: () => ({ body: { on: false } }),
  startSeason: () => ({ body: { season_year: 2030 } }),
  answerBuyback: async (context) => ({ ...(await freshEntry(context)), body: { action: 'confirm' } }),
  'submitPick[open]': async ({ world, target }) => ({
    body: { entry_id: await world.freshEntry(target.id), week_id: world.two.id, team_abbr: 'MIA' },
  }),
  'submitPick[second]': async ({ world, target }) => ({
    body: { entry_id: await world.freshEntry(target.id), week_id: world.two.id, slot: 2, team_abbr: 'MIA' },
  }),
  'submitPick[locked]': ({ world, target }) => ({
    body: { entry_id: target.entry, week_id: world.one.id, team_abbr: 'MIA' },
  }),
  'changePick[open]': async (context) => ({ params: { id: await freshPick(context) }, body: { team_abbr: 'NYJ' } }),
  'changePick[second]': async (context) => ({ params: { id: await freshPick(context, 2) }, body: { team_abbr: 'NYJ' } }),
  'changePick[locked]': ({ world, target }) => ({ params: { id: slot(target.entry, world.one.id) }, body: { team_abbr: 'NYJ' } }),
  'clearPick[open]': async (context) => ({ params: { id: await freshPick(context) } }),
  'clearPick[second]': async (context) => ({ params: { id: await freshPick(context, 2) } }),
  'clearPick[locked]': ({ world, target }) => ({ params: { id: slot(target.entry, world.one.id) } }),
  'getPick[open]': ({ world, target }) => ({ params: { id: slot(target.entry, world.two.id) } }),
  'getPick[second]': ({ world, target }) => ({ params: { id: slot(target.entry, world.two.id, 2) } }),
  'getPick[unmasked]': ({ world, target }) => ({ params: { id: slot(target.entry, world.one.id) } }),
  'getPick[locked]': ({ world, target }) => ({ params: { id: slot(target.entry, world.one.id) } }),
  'pickReceipt[open]': ({ world, target }) => ({ params: { id: slot(target.entry, world.two.id) } }),
  'pickReceipt[second]': ({ world, target }) => ({ params: { id: slot(target.entry, world.two.id, 2) } }),
  'pickReceipt[unmasked]': ({ world, target }) => ({ params: { id: slot(target.entry, world.one.id) } }),
  'pickReceipt[locked]': ({ world, target }) => ({ params: { id: slot(target.entry, world.one.id) } }),
  adminListEntries: none,
  adminListUsers: none,
  declinePaymentClaim: freshEntry,
  confirmPayments: async ({ world, target }) => ({
    body: { entry_ids: [await world.freshEntry(target.id)], payment_type: 'cash' },
  }),
  listBalances: none,
  recordPartPayment: async (context) => ({ ...(await freshEntry(context)), body: { amount_cents: 100, payment_type: 'cash' } }),
  listPayouts: none,
  recordPayouts: async ({ world, target }) => ({
    body: { entry_ids: [await world.freshEntry(target.id)], payment_type: 'cash' },
  }),
  reversePayout: freshEntry,
  importPayments: () => ({ body: { csv: 'date,amount,text\n2030-09-01,25.00,fee', dry_run: true } }),
  getTreasurer: none,
  updateTreasurer: () => ({ body: { venmo: 'our-club' } }),
  getLedger: none,
  getLedgerCsv: none,
  setPayment: async (context) => ({ ...(await freshEntry(context)), body: { payment_type: 'cash', is_paid: true } }),
  adminUpdateEntry: async (context) => ({ ...(await freshEntry(context)), body: { is_eliminated: true } }),
  adminDeleteEntry: freshEntry,
  adminCreateUser: ({ world }) => ({
    body: {
      first_name: 'New',
      last_name: 'Member',
      email: `${world.fresh('made').replace(' ', '.')}@club.example`,
      password: PASSWORD,
    },
  }),
  createPaperEntries: ({ world, target }) => ({ body: { user_id: target.id, names: [world.fresh('Paper')] } }),
  handOverEntries: async ({ world, target }) => {
    const body = { user_id: target.id, names: [world.fresh('Paper')] }
    const [made] = await world.root.call('createPaperEntries', { body })
    return { body: { entry_ids: [made!.id], user_id: target.id, stays_paper: true } }
  },
  adminUpdateUser: ({ target }) => ({ params: { id: target.id }, body: { last_name: 'Test' } }),
  adminDeleteUser: async ({ world }) => ({ params: { id: (await world.newcomer('M')).id } }),
  getReminders: none,
  updateReminders: () => ({ body: { hours_before: [24] } }),
  sendReminders: () => ({ body: {} }),
  changeJoining: () => ({ body: { mode: 'open' } }),
  listInvitations: none,
  createInvitation: () => ({ body: { label: 'Monday league' } }),
  revokeInvitation: async ({ world }) => ({
    params: { id: (await world.root.call('createInvitation', { body: { label: 'Monday league' } })).id },
  }),
  invitedMembers: none,
  inviteMembers: ({ target }) => ({ body: { user_ids: [target.id] } }),
  approveUser: ({ target }) => ({ params: { id: target.id } }),
  importMembers: ({ target }) => ({ body: { csv: `name,email\nOwn Er,${target.email}`, dry_run: true } }),
  importPicks: ({ target }) => ({ body: { csv: `email,1\n${target.email},KC`, dry_run: true } }),
  broadcast: () => ({ body: { subject: 'Hello', text: 'All of you' } }),
  previewBroadcast: () => ({ body: { subject: 'Hello', text: 'All of you', audience: 'no_pick' } }),
  listWebhooks: none,
  createWebhook: () => ({ body: WEBHOOK }),
  deleteWebhook: freshWebhook,
  testWebhook: freshWebhook,
  createWeek: ({ world }) => {
    const { seasonYear, weekNumber } = world.freshSlot()
    return { body: { season_year: seasonYear, week_number: weekNumber } }
  },
  updateWeek: async (context) => ({ ...(await freshWeek(context)), body: { ineligible_teams: ['NYJ'] } }),
  'updateWeek[picks]': async (context) => ({ ...(await freshWeek(context)), body: { picks: 3 } }),
  deleteWeek: freshWeek,
  setCurrentWeek: ({ world }) => ({ body: { week_id: world.two.id } }),
  setSiteTime: () => ({ body: { now_iso: '2030-09-10T12:00:00Z' } }),
  updateWeekSummary: ({ world }) => ({ params: { id: world.one.id }, body: { is_pinned: true } }),
  mailWeekSummary: ({ world }) => ({ params: { id: world.one.id }, body: {} }),
  updateClubhouseScreen: () => ({ body: { names: 'initials' } }),
  updateClub: () => ({ body: { color: '#0a5c36' } }),
  getSetup: none,
  updateSetup: () => ({ body: { step: 'joining', mark: 'skipped' } }),
  updateRules: () => ({ body: { missed_pick: 'survives' } }),
  nextWeek: none,
  lastAction: none,
  // Not the last action: with it, the second of two admins would find nothing to undo.
  undoAction: () => ({ body: { position: 1 } }),
  syncGames: async ({ world }) => {
    const { seasonYear, weekNumber } = await world.freshWeek()
    return { body: { season_year: seasonYear, week_number: weekNumber } }
  },
  syncStatus: none,
  serverStatus: none,
  serverChecks: none,
  backupStatus: none,
  makeBackup: () => ({ body: {} }),
  deliveries: none,
  newcomers: none,
  removeNewcomers: () => ({ body: { address: '0'.repeat(24), user_ids: [], entry_ids: [] } }),
  randomizePicks: async (context) => ({ ...(await freshWeek(context)), body: { overwrite: false } }),
  randomizeScores: async (context) => ({ ...(await freshWeek(context)), body: {} }),
  updateGame: () => ({ params: { id: 1 }, body: { status: 'postponed', reason: 'storm' } }),
  closeWeek: ({ world }) => ({ params: { id: world.one.id }, body: { reason: 'storm' } }),
  finalizeScores: async (context) => ({ ...(await freshWeek(context)), body: {} }),
  previewCalls: async (context) => ({ body: { calls: [{ call: 'finalizeScores', ...(await freshWeek(context)), body: {} }] } }),
  'previewCalls[user]': ({ target }) => ({
    body: { calls: [{ call: 'adminUpdateUser', params: { id: target.id }, body: { mobile: '+15550000' } }] },
  }),
  unmaskPicks: async (context) => ({ ...(await freshWeek(context)), body: { reason: 'to see whether it works' } }),
  overridePick: async ({ world, target }) => ({
    body: { entry_id: await world.freshEntry(target.id), week_id: world.two.id, team_abbr: 'MIA' },
  }),
  'overridePick[second]': async ({ world, target }) => ({
    body: { entry_id: await world.freshEntry(target.id), week_id: world.two.id, slot: 2, team_abbr: 'MIA' },
  }),
  'adminDeletePick[second]': async (context) => ({ params: { id: await freshPick(context, 2) } }),
  adminDeletePick: async (context) => ({ params: { id: await freshPick(context) } }),
  purgeUsersAndEntries: () => ({ body: { confirm: 'DELETE ALL USERS AND ENTRIES' } }),
  purgeWeeks: () => ({ body: { confirm: 'DELETE ALL WEEKS' } }),
  health: none,
  readiness: none,
  metrics: none,
  checks: none,
  openapi: none,
  docs: none,
  docsStyle: none,
}
