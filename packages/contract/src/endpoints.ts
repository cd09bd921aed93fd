/** How to call a route. Contains no schemas, so that this table is all that browsers load. */
export interface Endpoint {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** Has `{name}` for each parameter. */
  readonly path: string
  /** The message that a client shows when the server sent none. */
  readonly fallback: string
  /** Whether admins can see what the call would change before they make it. Its input has no secret, and its outcome no chance. */
  readonly isPreviewed?: true
  /** Whether the call uploads a list or a picture, or the pool asks another service before it answers. Browsers wait longer for it. */
  readonly takesLong?: true
}

/** Every endpoint by its id. `routes.ts` has the schemas, access and errors of each. */
export const ENDPOINTS = {
  // accounts
  login: { method: 'POST', path: '/api/auth/login', fallback: 'Login failed' },
  register: { method: 'POST', path: '/api/auth/register', fallback: 'Register failed' },
  requestSignInLink: { method: 'POST', path: '/api/auth/link/request', fallback: 'Failed to request the link' },
  submitSignInLink: { method: 'POST', path: '/api/auth/link/submit', fallback: 'Login failed' },
  passkeySignInOptions: { method: 'POST', path: '/api/auth/passkey/options', fallback: 'Login failed' },
  submitPasskey: { method: 'POST', path: '/api/auth/passkey/submit', fallback: 'Login failed' },
  me: { method: 'GET', path: '/api/auth/me', fallback: 'Failed to load your account' },
  requestPasswordReset: { method: 'POST', path: '/api/password-reset/request', fallback: 'Failed to request reset' },
  submitPasswordReset: { method: 'POST', path: '/api/password-reset/submit', fallback: 'Failed to reset' },
  getAccount: { method: 'GET', path: '/api/account', fallback: 'Failed to load your account' },
  updateAccount: { method: 'PATCH', path: '/api/account', fallback: 'Failed to update your account' },
  confirmEmailChange: {
    method: 'POST',
    path: '/api/account/email-change/confirm',
    fallback: 'Failed to confirm the new email',
  },
  confirmAdmin: { method: 'POST', path: '/api/account/admin/confirm', fallback: 'Failed to confirm' },
  getCalendarAddress: { method: 'GET', path: '/api/account/calendar', fallback: 'Failed to load your calendar' },
  createCalendarAddress: { method: 'POST', path: '/api/account/calendar', fallback: 'Failed to make a calendar address' },
  changePassword: { method: 'POST', path: '/api/account/password', fallback: 'Failed to change password' },
  signOutEverywhere: { method: 'POST', path: '/api/account/sign-out-everywhere', fallback: 'Failed to sign out' },
  listSessions: { method: 'GET', path: '/api/account/sessions', fallback: 'Failed to load your devices' },
  endSession: { method: 'DELETE', path: '/api/account/sessions/{id}', fallback: 'Failed to sign out' },
  endOtherSessions: { method: 'POST', path: '/api/account/sessions/end-others', fallback: 'Failed to sign out' },
  listPasskeys: { method: 'GET', path: '/api/account/passkeys', fallback: 'Failed to load your passkeys' },
  passkeyOptions: { method: 'POST', path: '/api/account/passkeys/options', fallback: 'Failed to add the passkey' },
  addPasskey: { method: 'POST', path: '/api/account/passkeys', fallback: 'Failed to add the passkey' },
  removePasskey: { method: 'DELETE', path: '/api/account/passkeys/{id}', fallback: 'Failed to remove the passkey' },
  listTokens: { method: 'GET', path: '/api/account/tokens', fallback: 'Failed to load your tokens' },
  createToken: { method: 'POST', path: '/api/account/tokens', fallback: 'Failed to create the token' },
  revokeToken: { method: 'DELETE', path: '/api/account/tokens/{id}', fallback: 'Failed to revoke the token' },
  getNotifications: { method: 'GET', path: '/api/account/notifications', fallback: 'Failed to load your notifications' },
  updateNotifications: { method: 'PATCH', path: '/api/account/notifications', fallback: 'Failed to save' },
  addPushSubscription: { method: 'POST', path: '/api/account/push-subscriptions', fallback: 'Failed to switch push on' },
  removePushSubscription: { method: 'DELETE', path: '/api/account/push-subscriptions', fallback: 'Failed to switch push off' },
  testNotifications: { method: 'POST', path: '/api/account/notifications/test', fallback: 'Failed to send a test' },
  unsubscribe: { method: 'POST', path: '/unsubscribe', fallback: 'Failed to unsubscribe' },
  // public
  getPool: { method: 'GET', path: '/api/pool', fallback: 'Failed to load the pool' },
  getClub: { method: 'GET', path: '/api/club', fallback: 'Failed to load' },
  getCrest: { method: 'GET', path: '/api/club/crest/{crest}/{size}', fallback: 'Failed to load' },
  getCard: { method: 'GET', path: '/og/{kind}/{id}/{size}.png', fallback: 'Failed to load' },
  getRules: { method: 'GET', path: '/api/rules', fallback: 'Failed to load the rules' },
  getConstitution: { method: 'GET', path: '/api/rules/constitution', fallback: 'Failed to load the rules' },
  getPrice: { method: 'GET', path: '/api/price', fallback: 'Failed to load what joining costs' },
  getPot: { method: 'GET', path: '/api/pot', fallback: 'Failed to load the pot' },
  getSiteTime: { method: 'GET', path: '/api/site-time', fallback: 'Failed to load site time' },
  listTeams: { method: 'GET', path: '/api/teams', fallback: 'Failed to load' },
  listWeeks: { method: 'GET', path: '/api/weeks', fallback: 'Failed to load weeks' },
  currentWeek: { method: 'GET', path: '/api/weeks/current', fallback: 'Failed to load the current week' },
  weekGames: { method: 'GET', path: '/api/weeks/{id}/games', fallback: 'Failed to load games' },
  weekPicks: { method: 'GET', path: '/api/weeks/{id}/picks', fallback: 'Failed to load picks' },
  weekMoments: { method: 'GET', path: '/api/weeks/{id}/moments', fallback: 'Failed to load what happened' },
  weekProof: { method: 'GET', path: '/api/weeks/{id}/proof', fallback: 'Failed to load the proof' },
  currentReveal: { method: 'GET', path: '/api/reveal/current', fallback: 'Reveal not available yet' },
  weekReveal: { method: 'GET', path: '/api/reveal/{id}', fallback: 'Reveal not available yet' },
  listHistory: { method: 'GET', path: '/api/history', fallback: 'Failed to load history' },
  getMatrix: { method: 'GET', path: '/api/history/matrix', fallback: 'Failed to load history' },
  getMatrixCsv: { method: 'GET', path: '/api/history/matrix.csv', fallback: 'Failed to load history' },
  getWeekSummary: { method: 'GET', path: '/api/weeks/{id}/summary', fallback: 'Failed to load the summary' },
  getHallOfFame: { method: 'GET', path: '/api/hall-of-fame', fallback: 'Failed to load the hall of fame' },
  liveSnapshot: { method: 'GET', path: '/api/live/{topic}', fallback: 'Failed to load the live view' },
  getCalendar: { method: 'GET', path: '/api/calendar/{token}.ics', fallback: 'Failed to load the calendar' },
  listAudit: { method: 'GET', path: '/api/audit', fallback: 'Failed to load the audit trail' },
  auditHead: { method: 'GET', path: '/api/audit/head', fallback: 'Failed to load the audit trail' },
  auditHeads: { method: 'GET', path: '/api/audit/heads', fallback: 'Failed to load the signed heads' },
  auditHashes: { method: 'GET', path: '/api/audit/hashes', fallback: 'Failed to load the hashes' },
  auditAt: { method: 'GET', path: '/api/audit/at/{position}', fallback: 'Failed to load the pool at that position' },
  // members
  getDashboard: { method: 'GET', path: '/api/dashboard', fallback: 'Failed to load entries' },
  userEntries: { method: 'GET', path: '/api/users/{id}/entries', fallback: 'List entries failed' },
  getEntry: { method: 'GET', path: '/api/entries/{id}', fallback: 'Fetch entry failed' },
  entryPicks: { method: 'GET', path: '/api/entries/{id}/picks', fallback: 'Fetch picks failed' },
  entryHistory: { method: 'GET', path: '/api/entries/{id}/history', fallback: 'Failed to load history' },
  createEntry: { method: 'POST', path: '/api/entries', fallback: 'Create entry failed' },
  renameEntry: { method: 'PATCH', path: '/api/entries/{id}', fallback: 'Rename failed' },
  deleteEntry: { method: 'DELETE', path: '/api/entries/{id}', fallback: 'Delete failed' },
  getRanking: { method: 'GET', path: '/api/entries/{id}/ranking', fallback: 'Failed to load the ranking' },
  setRanking: { method: 'PUT', path: '/api/entries/{id}/ranking', fallback: 'Failed to save the ranking' },
  getSplitVote: { method: 'GET', path: '/api/entries/{id}/split-vote', fallback: 'Failed to load the vote' },
  castSplitVote: { method: 'PUT', path: '/api/entries/{id}/split-vote', fallback: 'Failed to vote' },
  requestBuyback: { method: 'POST', path: '/api/entries/{id}/buyback', fallback: 'Failed to ask for a buyback' },
  submitPick: { method: 'POST', path: '/api/picks', fallback: 'Submit pick failed' },
  changePick: { method: 'PATCH', path: '/api/picks/{id}', fallback: 'Update pick failed' },
  clearPick: { method: 'DELETE', path: '/api/picks/{id}', fallback: 'Failed to clear pick' },
  getPick: { method: 'GET', path: '/api/picks/{id}', fallback: 'Fetch pick failed' },
  pickReceipt: { method: 'GET', path: '/api/picks/{id}/receipt', fallback: 'Failed to load the receipt' },
  getDues: { method: 'GET', path: '/api/account/dues', fallback: 'Failed to load what is due' },
  claimPayment: { method: 'POST', path: '/api/entries/{id}/payment-claim', fallback: 'Failed to tell the treasurer' },
  withdrawPaymentClaim: { method: 'DELETE', path: '/api/entries/{id}/payment-claim', fallback: 'Failed to take it back' },
  // admins: users, entries, payments
  adminListEntries: { method: 'GET', path: '/api/admin/entries', fallback: 'Failed to load entries' },
  adminListUsers: { method: 'GET', path: '/api/admin/users', fallback: 'Failed to load users' },
  setPayment: { method: 'PATCH', path: '/api/admin/entries/{id}/payment', fallback: 'Failed to update payment' },
  declinePaymentClaim: {
    method: 'DELETE',
    path: '/api/admin/entries/{id}/payment-claim',
    fallback: 'Failed to decline the payment',
  },
  confirmPayments: {
    method: 'POST',
    path: '/api/admin/payments/confirm',
    fallback: 'Failed to confirm the payments',
    takesLong: true,
  },
  listBalances: { method: 'GET', path: '/api/admin/payments', fallback: 'Failed to load what is due' },
  recordPartPayment: {
    method: 'POST',
    path: '/api/admin/entries/{id}/part-payments',
    fallback: 'Failed to record the payment',
  },
  listPayouts: { method: 'GET', path: '/api/admin/payouts', fallback: 'Failed to load the payouts' },
  recordPayouts: { method: 'POST', path: '/api/admin/payouts', fallback: 'Failed to record the payouts' },
  reversePayout: { method: 'DELETE', path: '/api/admin/entries/{id}/payout', fallback: 'Failed to take the payout back' },
  importPayments: { method: 'POST', path: '/api/admin/import/payments', fallback: 'Failed to read the file', takesLong: true },
  getTreasurer: { method: 'GET', path: '/api/admin/treasurer', fallback: 'Failed to load where members pay' },
  updateTreasurer: { method: 'PATCH', path: '/api/admin/treasurer', fallback: 'Failed to save where members pay' },
  getLedger: { method: 'GET', path: '/api/admin/ledger', fallback: 'Failed to load the ledger' },
  getLedgerCsv: { method: 'GET', path: '/api/admin/ledger.csv', fallback: 'Failed to load the ledger' },
  adminUpdateEntry: { method: 'PATCH', path: '/api/admin/entries/{id}', fallback: 'Failed to update entry', isPreviewed: true },
  answerBuyback: {
    method: 'POST',
    path: '/api/admin/entries/{id}/buyback',
    fallback: 'Failed to answer the request',
    isPreviewed: true,
  },
  adminDeleteEntry: { method: 'DELETE', path: '/api/admin/entries/{id}', fallback: 'Failed to delete entry', isPreviewed: true },
  adminCreateUser: { method: 'POST', path: '/api/admin/users', fallback: 'Failed to create user' },
  adminUpdateUser: { method: 'PATCH', path: '/api/admin/users/{id}', fallback: 'Failed to update user', isPreviewed: true },
  adminDeleteUser: { method: 'DELETE', path: '/api/admin/users/{id}', fallback: 'Failed to delete user', isPreviewed: true },
  purgeUsersAndEntries: { method: 'POST', path: '/api/admin/purge/users-entries', fallback: 'Purge failed', isPreviewed: true },
  newcomers: { method: 'GET', path: '/api/admin/newcomers', fallback: 'Failed to load the new accounts' },
  removeNewcomers: {
    method: 'POST',
    path: '/api/admin/newcomers/remove',
    fallback: 'Failed to remove the new accounts',
    isPreviewed: true,
    takesLong: true,
  },
  listInvitations: { method: 'GET', path: '/api/admin/invitations', fallback: 'Failed to load the invitations' },
  createInvitation: { method: 'POST', path: '/api/admin/invitations', fallback: 'Failed to create the invitation' },
  revokeInvitation: { method: 'DELETE', path: '/api/admin/invitations/{id}', fallback: 'Failed to revoke the invitation' },
  changeJoining: { method: 'PATCH', path: '/api/admin/joining', fallback: 'Failed to change who may join' },
  approveUser: { method: 'POST', path: '/api/admin/users/{id}/approve', fallback: 'Failed to approve the account' },
  importPicks: {
    method: 'POST',
    path: '/api/admin/import/picks',
    fallback: 'Failed to import picks',
    isPreviewed: true,
    takesLong: true,
  },
  importMembers: { method: 'POST', path: '/api/admin/import/members', fallback: 'Failed to import members', takesLong: true },
  updateWeekSummary: { method: 'PATCH', path: '/api/admin/weeks/{id}/summary', fallback: 'Failed to save' },
  mailWeekSummary: { method: 'POST', path: '/api/admin/weeks/{id}/summary/mail', fallback: 'Failed to send' },
  broadcast: { method: 'POST', path: '/api/admin/broadcast', fallback: 'Failed to send', takesLong: true },
  previewBroadcast: { method: 'POST', path: '/api/admin/broadcast/preview', fallback: 'Failed to preview', takesLong: true },
  listWebhooks: { method: 'GET', path: '/api/admin/webhooks', fallback: 'Failed to load webhooks' },
  createWebhook: { method: 'POST', path: '/api/admin/webhooks', fallback: 'Failed to add the webhook' },
  deleteWebhook: { method: 'DELETE', path: '/api/admin/webhooks/{id}', fallback: 'Failed to delete the webhook' },
  testWebhook: { method: 'POST', path: '/api/admin/webhooks/{id}/test', fallback: 'Failed to test the webhook', takesLong: true },
  getReminders: { method: 'GET', path: '/api/admin/reminders', fallback: 'Failed to load the reminders' },
  updateReminders: { method: 'PATCH', path: '/api/admin/reminders', fallback: 'Failed to save the reminders' },
  sendReminders: { method: 'POST', path: '/api/admin/reminders/send', fallback: 'Failed to send reminders' },
  // admins: weeks, games, picks
  createWeek: { method: 'POST', path: '/api/weeks', fallback: 'Failed to create week', isPreviewed: true },
  updateWeek: { method: 'PATCH', path: '/api/weeks/{id}', fallback: 'Failed to update lock time', isPreviewed: true },
  deleteWeek: { method: 'DELETE', path: '/api/weeks/{id}', fallback: 'Failed to delete week', isPreviewed: true },
  setCurrentWeek: {
    method: 'POST',
    path: '/api/admin/set-current-week',
    fallback: 'Failed to set current week',
    isPreviewed: true,
  },
  setSiteTime: { method: 'POST', path: '/api/admin/site-time', fallback: 'Failed to set site time', isPreviewed: true },
  updateRules: { method: 'PATCH', path: '/api/admin/rules', fallback: 'Failed to update the rules', isPreviewed: true },
  updateClub: { method: 'PATCH', path: '/api/admin/club', fallback: 'Failed to update the club', takesLong: true },
  updateClubhouseScreen: {
    method: 'PATCH',
    path: '/api/admin/clubhouse-screen',
    fallback: 'Failed to update the clubhouse screen',
  },
  getSetup: { method: 'GET', path: '/api/admin/setup', fallback: 'Failed to load the setup' },
  serverStatus: { method: 'GET', path: '/api/admin/server', fallback: 'Failed to load the server’s settings' },
  backupStatus: { method: 'GET', path: '/api/admin/backup-status', fallback: 'Failed to load the state of the backups' },
  makeBackup: { method: 'POST', path: '/api/admin/backups', fallback: 'Failed to make a backup', takesLong: true },
  deliveries: { method: 'GET', path: '/api/admin/deliveries', fallback: 'Failed to load the messages' },
  updateSetup: { method: 'PATCH', path: '/api/admin/setup', fallback: 'Failed to update the setup' },
  purgeWeeks: { method: 'POST', path: '/api/admin/purge/weeks', fallback: 'Purge failed', isPreviewed: true },
  previewCalls: { method: 'POST', path: '/api/admin/preview', fallback: 'Failed to preview the change', takesLong: true },
  nextWeek: { method: 'GET', path: '/api/admin/next-week', fallback: 'Failed to load the schedule' },
  lastAction: { method: 'GET', path: '/api/admin/undo', fallback: 'Failed to load the last action' },
  undoAction: { method: 'POST', path: '/api/admin/undo', fallback: 'Failed to undo', isPreviewed: true },
  syncGames: {
    method: 'POST',
    path: '/api/admin/sync-games/espn',
    fallback: 'Failed to sync from ESPN',
    isPreviewed: true,
    takesLong: true,
  },
  syncStatus: { method: 'GET', path: '/api/admin/sync-status', fallback: 'Failed to load the sync state' },
  randomizePicks: { method: 'POST', path: '/api/admin/weeks/{id}/randomize-picks', fallback: 'Failed to randomize picks' },
  randomizeScores: { method: 'POST', path: '/api/admin/weeks/{id}/randomize-scores', fallback: 'Failed to randomize scores' },
  finalizeScores: {
    method: 'POST',
    path: '/api/admin/weeks/{id}/finalize-scores',
    fallback: 'Failed to finalize scores',
    isPreviewed: true,
  },
  updateGame: { method: 'PATCH', path: '/api/admin/games/{id}', fallback: 'Failed to update the game', isPreviewed: true },
  closeWeek: { method: 'POST', path: '/api/admin/weeks/{id}/close', fallback: 'Failed to close the week', isPreviewed: true },
  unmaskPicks: { method: 'POST', path: '/api/admin/weeks/{id}/unmask', fallback: 'Failed to unmask picks', isPreviewed: true },
  overridePick: { method: 'POST', path: '/api/admin/picks/override', fallback: 'Failed to override pick', isPreviewed: true },
  adminDeletePick: { method: 'DELETE', path: '/api/admin/picks/{id}', fallback: 'Failed to delete pick', isPreviewed: true },
  // seasons
  startSeason: { method: 'POST', path: '/api/admin/seasons', fallback: 'Failed to start the season' },
  setPastChampions: { method: 'PUT', path: '/api/admin/past-champions/{season_year}', fallback: 'Failed to save the champions' },
  renewEntry: { method: 'POST', path: '/api/entries/{id}/renew', fallback: 'Failed to renew the entry' },
  adminRenewEntry: { method: 'POST', path: '/api/admin/entries/{id}/renew', fallback: 'Failed to renew the entry' },
  // service
  health: { method: 'GET', path: '/healthz', fallback: 'Failed to load' },
  readiness: { method: 'GET', path: '/readyz', fallback: 'Failed to load' },
  metrics: { method: 'GET', path: '/metrics', fallback: 'Failed to load' },
  openapi: { method: 'GET', path: '/api/openapi.json', fallback: 'Failed to load' },
  docs: { method: 'GET', path: '/api/docs', fallback: 'Failed to load the API page' },
  docsStyle: { method: 'GET', path: '/api/docs/style.css', fallback: 'Failed to load the API page' },
} as const satisfies Record<string, Endpoint>

/** The id of an endpoint. */
export type RouteId = keyof typeof ENDPOINTS

/** The calls that have a preview. */
export type PreviewableCall = {
  [Id in RouteId]: (typeof ENDPOINTS)[Id] extends { readonly isPreviewed: true } ? Id : never
}[RouteId]

export function isPreviewable(call: RouteId): call is PreviewableCall {
  const endpoint: Endpoint = ENDPOINTS[call]
  return endpoint.isPreviewed === true
}

export const PREVIEWABLE_CALLS: readonly PreviewableCall[] = (Object.keys(ENDPOINTS) as RouteId[]).filter(isPreviewable)

/** The calls of one preview. A bulk action in a large pool needs several. */
export const MAX_PREVIEWED_CALLS = 5_000
