/** How to call a route. Contains no schemas, so that this table is all that browsers load. */
export interface Endpoint {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** Has `{name}` for each parameter. */
  readonly path: string
  /** The message that a client shows when the server sent none. */
  readonly fallback: string
}

/** Every endpoint by its id. `routes.ts` has the schemas, access and errors of each. */
export const ENDPOINTS = {
  // accounts
  login: { method: 'POST', path: '/api/auth/login', fallback: 'Login failed' },
  register: { method: 'POST', path: '/api/auth/register', fallback: 'Register failed' },
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
  // public
  getPool: { method: 'GET', path: '/api/pool', fallback: 'Failed to load the pool' },
  getClub: { method: 'GET', path: '/api/club', fallback: 'Failed to load the club' },
  getRules: { method: 'GET', path: '/api/rules', fallback: 'Failed to load the rules' },
  getSiteTime: { method: 'GET', path: '/api/site-time', fallback: 'Failed to load site time' },
  listTeams: { method: 'GET', path: '/api/teams', fallback: 'Failed to load teams' },
  listWeeks: { method: 'GET', path: '/api/weeks', fallback: 'Failed to load weeks' },
  currentWeek: { method: 'GET', path: '/api/weeks/current', fallback: 'Failed to load the current week' },
  weekGames: { method: 'GET', path: '/api/weeks/{id}/games', fallback: 'Failed to load games' },
  weekPicks: { method: 'GET', path: '/api/weeks/{id}/picks', fallback: 'Failed to load picks' },
  weekProof: { method: 'GET', path: '/api/weeks/{id}/proof', fallback: 'Failed to load the proof' },
  currentReveal: { method: 'GET', path: '/api/reveal/current', fallback: 'Reveal not available yet' },
  weekReveal: { method: 'GET', path: '/api/reveal/{id}', fallback: 'Reveal not available yet' },
  listHistory: { method: 'GET', path: '/api/history', fallback: 'Failed to load history' },
  getMatrix: { method: 'GET', path: '/api/history/matrix', fallback: 'Failed to load history' },
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
  entryPicks: { method: 'GET', path: '/api/entries/{id}/picks', fallback: 'Fetch picks failed' },
  entryHistory: { method: 'GET', path: '/api/entries/{id}/history', fallback: 'Failed to load history' },
  createEntry: { method: 'POST', path: '/api/entries', fallback: 'Create entry failed' },
  renameEntry: { method: 'PATCH', path: '/api/entries/{id}', fallback: 'Rename failed' },
  deleteEntry: { method: 'DELETE', path: '/api/entries/{id}', fallback: 'Delete failed' },
  getRanking: { method: 'GET', path: '/api/entries/{id}/ranking', fallback: 'Failed to load the ranking' },
  setRanking: { method: 'PUT', path: '/api/entries/{id}/ranking', fallback: 'Failed to save the ranking' },
  requestBuyback: { method: 'POST', path: '/api/entries/{id}/buyback', fallback: 'Failed to ask for a buyback' },
  submitPick: { method: 'POST', path: '/api/picks', fallback: 'Submit pick failed' },
  changePick: { method: 'PATCH', path: '/api/picks/{id}', fallback: 'Update pick failed' },
  clearPick: { method: 'DELETE', path: '/api/picks/{id}', fallback: 'Failed to clear pick' },
  pickReceipt: { method: 'GET', path: '/api/picks/{id}/receipt', fallback: 'Failed to load the receipt' },
  // admins: users, entries, payments
  adminListEntries: { method: 'GET', path: '/api/admin/entries', fallback: 'Failed to load entries' },
  adminListUsers: { method: 'GET', path: '/api/admin/users', fallback: 'Failed to load users' },
  setPayment: { method: 'PATCH', path: '/api/admin/entries/{id}/payment', fallback: 'Failed to update payment' },
  adminUpdateEntry: { method: 'PATCH', path: '/api/admin/entries/{id}', fallback: 'Failed to update entry' },
  answerBuyback: { method: 'POST', path: '/api/admin/entries/{id}/buyback', fallback: 'Failed to answer the request' },
  adminDeleteEntry: { method: 'DELETE', path: '/api/admin/entries/{id}', fallback: 'Failed to delete entry' },
  adminCreateUser: { method: 'POST', path: '/api/admin/users', fallback: 'Failed to create user' },
  adminUpdateUser: { method: 'PATCH', path: '/api/admin/users/{id}', fallback: 'Failed to update user' },
  adminDeleteUser: { method: 'DELETE', path: '/api/admin/users/{id}', fallback: 'Failed to delete user' },
  purgeUsersAndEntries: { method: 'POST', path: '/api/admin/purge/users-entries', fallback: 'Purge failed' },
  broadcast: { method: 'POST', path: '/api/admin/broadcast', fallback: 'Failed to send' },
  listWebhooks: { method: 'GET', path: '/api/admin/webhooks', fallback: 'Failed to load webhooks' },
  createWebhook: { method: 'POST', path: '/api/admin/webhooks', fallback: 'Failed to add the webhook' },
  deleteWebhook: { method: 'DELETE', path: '/api/admin/webhooks/{id}', fallback: 'Failed to delete the webhook' },
  testWebhook: { method: 'POST', path: '/api/admin/webhooks/{id}/test', fallback: 'Failed to test the webhook' },
  // admins: weeks, games, picks
  createWeek: { method: 'POST', path: '/api/weeks', fallback: 'Failed to create week' },
  updateWeek: { method: 'PATCH', path: '/api/weeks/{id}', fallback: 'Failed to update lock time' },
  deleteWeek: { method: 'DELETE', path: '/api/weeks/{id}', fallback: 'Failed to delete week' },
  setCurrentWeek: { method: 'POST', path: '/api/admin/set-current-week', fallback: 'Failed to set current week' },
  setSiteTime: { method: 'POST', path: '/api/admin/site-time', fallback: 'Failed to set site time' },
  updateRules: { method: 'PATCH', path: '/api/admin/rules', fallback: 'Failed to update the rules' },
  updateClub: { method: 'PATCH', path: '/api/admin/club', fallback: 'Failed to update the club' },
  getSetup: { method: 'GET', path: '/api/admin/setup', fallback: 'Failed to load the setup' },
  updateSetup: { method: 'PATCH', path: '/api/admin/setup', fallback: 'Failed to update the setup' },
  purgeWeeks: { method: 'POST', path: '/api/admin/purge/weeks', fallback: 'Purge failed' },
  syncGames: { method: 'POST', path: '/api/admin/sync-games/espn', fallback: 'Failed to sync from ESPN' },
  syncStatus: { method: 'GET', path: '/api/admin/sync-status', fallback: 'Failed to load the sync state' },
  randomizePicks: { method: 'POST', path: '/api/admin/weeks/{id}/randomize-picks', fallback: 'Failed to randomize picks' },
  randomizeScores: { method: 'POST', path: '/api/admin/weeks/{id}/randomize-scores', fallback: 'Failed to randomize scores' },
  finalizeScores: { method: 'POST', path: '/api/admin/weeks/{id}/finalize-scores', fallback: 'Failed to finalize scores' },
  unmaskPicks: { method: 'POST', path: '/api/admin/weeks/{id}/unmask', fallback: 'Failed to unmask picks' },
  overridePick: { method: 'POST', path: '/api/admin/picks/override', fallback: 'Failed to override pick' },
  adminDeletePick: { method: 'DELETE', path: '/api/admin/picks/{id}', fallback: 'Failed to delete pick' },
  // service
  health: { method: 'GET', path: '/healthz', fallback: 'The service is not healthy' },
  readiness: { method: 'GET', path: '/readyz', fallback: 'The service is not ready' },
  metrics: { method: 'GET', path: '/metrics', fallback: 'Failed to load metrics' },
  openapi: { method: 'GET', path: '/api/openapi.json', fallback: 'Failed to load the API description' },
  docs: { method: 'GET', path: '/api/docs', fallback: 'Failed to load the API page' },
  docsStyle: { method: 'GET', path: '/api/docs/style.css', fallback: 'Failed to load the API page' },
} as const satisfies Record<string, Endpoint>

/** The id of an endpoint. */
export type RouteId = keyof typeof ENDPOINTS
