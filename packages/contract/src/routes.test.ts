import { describe, expect, it } from 'vitest'
import { ENDPOINTS, isPreviewable } from './endpoints.ts'
import { errorStatus } from './errors.ts'
import { isForStaff, TAGS } from './route.ts'
import { ALL_ROUTES, errorCodesOf, ROUTES } from './routes.ts'

it('gives browsers more time for every route that takes a large body', () => {
  const uploads = ALL_ROUTES.filter(({ maxBodyKb }) => maxBodyKb !== undefined)
  expect(uploads.length).toBeGreaterThan(5)
  expect(uploads.filter(({ id }) => !('takesLong' in ENDPOINTS[id])).map(({ id }) => id)).toEqual([])
})

/** Routes that clients rely on. They may be extended, but not removed or renamed. */
const REQUIRED = `
  POST /api/auth/login
  POST /api/auth/register
  POST /api/password-reset/request
  POST /api/password-reset/submit
  GET /api/reveal/current
  GET /api/reveal/{id}
  GET /api/weeks/{id}/games
  GET /api/weeks/{id}/picks
  GET /api/history
  GET /api/history/matrix
  GET /api/site-time
  GET /api/weeks/current
  GET /api/weeks
  GET /api/teams
  GET /api/auth/me
  GET /api/dashboard
  GET /api/users/{id}/entries
  GET /api/entries/{id}/picks
  POST /api/entries
  PATCH /api/entries/{id}
  DELETE /api/entries/{id}
  GET /api/entries/{id}/ranking
  PUT /api/entries/{id}/ranking
  POST /api/entries/{id}/buyback
  POST /api/admin/entries/{id}/buyback
  POST /api/picks
  PATCH /api/picks/{id}
  DELETE /api/picks/{id}
  GET /api/admin/entries
  GET /api/admin/users
  PATCH /api/admin/entries/{id}/payment
  PATCH /api/admin/entries/{id}
  DELETE /api/admin/entries/{id}
  POST /api/admin/users
  PATCH /api/admin/users/{id}
  DELETE /api/admin/users/{id}
  POST /api/admin/purge/users-entries
  POST /api/weeks
  PATCH /api/weeks/{id}
  DELETE /api/weeks/{id}
  POST /api/admin/set-current-week
  POST /api/admin/site-time
  POST /api/admin/purge/weeks
  POST /api/admin/sync-games/espn
  POST /api/admin/weeks/{id}/randomize-picks
  POST /api/admin/weeks/{id}/randomize-scores
  POST /api/admin/weeks/{id}/finalize-scores
  POST /api/admin/picks/override
  DELETE /api/admin/picks/{id}
  POST /api/admin/broadcast
`
  .trim()
  .split(/\s*\n\s*/)

/** Fallback messages that clients and their tests rely on. */
const FALLBACKS = [
  'Reveal not available yet', 'Failed to load history', 'Login failed', 'Register failed', 'Failed to request reset',
  'Failed to reset', 'List entries failed', 'Fetch picks failed', 'Rename failed', 'Delete failed', 'Create entry failed',
  'Update pick failed', 'Submit pick failed', 'Failed to clear pick', 'Failed to load entries', 'Failed to update payment',
  'Failed to load users', 'Failed to create user', 'Purge failed', 'Failed to update user', 'Failed to delete user',
  'Failed to update entry', 'Failed to delete entry', 'Failed to set site time', 'Failed to create week',
  'Failed to set current week', 'Failed to update lock time', 'Failed to delete week', 'Failed to sync from ESPN',
  'Failed to randomize picks', 'Failed to randomize scores', 'Failed to finalize scores', 'Failed to load picks',
  'Failed to override pick', 'Failed to delete pick', 'Failed to send',
] // prettier-ignore

const signatures = ALL_ROUTES.map(({ method, path }) => `${method} ${path}`)

describe('ROUTES', () => {
  it.each(REQUIRED)('includes %s', (signature) => expect(signatures).toContain(signature))

  it('has one route per endpoint, and no two with the same method and path', () => {
    expect(Object.keys(ROUTES).toSorted()).toEqual(Object.keys(ENDPOINTS).toSorted())
    expect(new Set(signatures).size).toBe(signatures.length)
    for (const [id, route] of Object.entries(ROUTES)) expect(route.id).toBe(id)
  })

  it('has every required fallback message', () => {
    expect(ALL_ROUTES.map(({ fallback }) => fallback)).toEqual(expect.arrayContaining(FALLBACKS))
  })

  it('ALL_ROUTES sorts literal paths before paths with parameters', () => {
    expect(signatures.indexOf('GET /api/reveal/current')).toBeLessThan(signatures.indexOf('GET /api/reveal/{id}'))
  })

  it.each(ALL_ROUTES.map((route) => [route.id, route] as const))('%s declares its parameters, tag and responses', (_, route) => {
    const named = [...route.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name)
    expect(Object.keys(route.params?.shape ?? {})).toEqual(named)
    expect(TAGS).toHaveProperty([route.tag])
    expect(Object.keys(route.responses).length).toBeGreaterThan(0)
  })

  it('has no body or write headers on GET, and no body in responses to DELETE', () => {
    const reads = ALL_ROUTES.filter(({ method }) => method === 'GET')
    expect(reads.filter(({ body, idempotent, ifMatch }) => body ?? idempotent ?? ifMatch)).toEqual([])
    const deletions = ALL_ROUTES.filter(({ method }) => method === 'DELETE')
    expect(deletions.filter(({ responses }) => Object.keys(responses).join() !== '204')).toEqual([])
  })

  it('restricts every path under /api/admin to people with a power', () => {
    const admin = ALL_ROUTES.filter(({ path }) => path.startsWith('/api/admin/'))
    expect(admin.filter(({ access }) => !isForStaff(access))).toEqual([])
  })

  it('errorCodesOf adds the errors that follow from access, method, If-Match and previewed calls', () => {
    expect(errorCodesOf(ROUTES.login)).not.toContain('unauthenticated')
    expect(errorCodesOf(ROUTES.deleteEntry)).toEqual(
      expect.arrayContaining(['unauthenticated', 'origin_forbidden', 'idempotency_mismatch']),
    )
    expect(errorCodesOf(ROUTES.createWeek)).toContain('forbidden')
    expect(ALL_ROUTES.filter((route) => route.ifMatch && !errorCodesOf(route).includes('version_conflict'))).toEqual([])
    expect(errorCodesOf(ROUTES.previewCalls)).toEqual(expect.arrayContaining([...ROUTES.overridePick.errors]))
    expect(errorCodesOf(ROUTES.listTeams).every((code) => [400, 429, 500, 503].includes(errorStatus(code)))).toBe(true)
  })

  it('has a preview for every call of an admin that can change who is in, who holds a title or who may see a pick', () => {
    const writes = ALL_ROUTES.filter(
      ({ method, access }) => method !== 'GET' && (isForStaff(access) || access === 'owner_or_admin'),
    )
    const withoutPreview = writes.flatMap((route) => (isPreviewable(route.id) ? [] : [route.id]))
    expect(withoutPreview.toSorted()).toEqual(Object.keys(CALLS_WITHOUT_A_PREVIEW).toSorted())
  })
})

const MONEY = 'money does not change the standings'
const MESSAGES = 'it sends messages, about which the page asks'
const JOINING = 'it lets somebody join, and takes nothing from anybody'
const LOOKS = 'it changes how the pool looks'
const RANDOM = 'a rehearsal: its outcome is random, and the page asks'

/** Why an admin is not shown first what these calls change. A new call has a preview, or is added here with its reason. */
const CALLS_WITHOUT_A_PREVIEW: { readonly [id: string]: string } = {
  adminCreateUser: JOINING,
  adminRenewEntry: JOINING,
  approveUser: JOINING,
  broadcast: MESSAGES,
  changeJoining: JOINING,
  confirmPayments: MONEY,
  createInvitation: JOINING,
  createPaperEntries: JOINING,
  createWebhook: MESSAGES,
  declinePaymentClaim: MONEY,
  deleteEntry: 'possible before the first lock only; the desk deletes entries with adminDeleteEntry',
  deleteWebhook: MESSAGES,
  handOverEntries: 'it changes whose an entry is, which the page says, and no standing',
  importMembers: JOINING,
  inviteMembers: JOINING,
  importPayments: MONEY,
  mailWeekSummary: MESSAGES,
  makeBackup: 'it only copies the pool',
  previewBroadcast: MESSAGES,
  previewCalls: 'a preview itself',
  randomizePicks: RANDOM,
  randomizeScores: RANDOM,
  recordPartPayment: MONEY,
  recordPayouts: MONEY,
  renameEntry: LOOKS,
  reversePayout: MONEY,
  revokeInvitation: JOINING,
  sendReminders: MESSAGES,
  setPayment: MONEY,
  setPastChampions: 'no season of this pool changes',
  refuseAction: 'it only ends a request',
  switchFourEyes: 'it decides who must agree, and the page says so',
  withdrawAction: 'it only ends a request',
  testWebhook: MESSAGES,
  updateClub: LOOKS,
  updateClubhouseScreen: LOOKS,
  updateReminders: MESSAGES,
  updateSetup: LOOKS,
  updateTreasurer: MONEY,
  updateWeekSummary: LOOKS,
}
