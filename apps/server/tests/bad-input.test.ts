import { ALL_ROUTES, routeOf } from '@outlast/contract/routes'
import type { RouteId } from '@outlast/contract'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { findFaults } from '@outlast/testing/bad-input/find-faults'
import { type BadInputPool, fillPlaceholders, startBadInputPool } from '@outlast/testing/bad-input/pools'
import { type BadRequest, badRequests, STATES, worstRequests } from '@outlast/testing/bad-input/requests'
import { type RawResponse, sendRaw } from '@outlast/testing/bad-input/send'

/** Both are printed when a run fails. The seed changes daily, so that the tests cover more over time. */
const SEED = Number(process.env['BAD_INPUT_SEED'] ?? Math.floor(Date.now() / 86_400_000))
const RUNS = Number(process.env['BAD_INPUT_RUNS'] ?? 12)
/** Routes that are slow, on purpose or because of their work. */
const SLOW: ReadonlySet<RouteId> = new Set(['requestPasswordReset', 'requestSignInLink', 'auditAt'])
/** Routes that change the pool, so that it must be restored for the next request. */
const CHANGING: ReadonlySet<RouteId> = new Set<RouteId>([
  'changePassword',
  'signOutEverywhere',
  'endSession',
  'endOtherSessions',
  'deleteEntry',
  'clearPick',
  'adminUpdateEntry',
  'adminDeleteEntry',
  'adminDeletePick',
  'adminUpdateUser',
  'adminDeleteUser',
  'purgeUsersAndEntries',
  'createWeek',
  'updateWeek',
  'deleteWeek',
  'setCurrentWeek',
  'setSiteTime',
  'updateRules',
  'purgeWeeks',
])

const pools = new Map<BadRequest['state'], BadInputPool>()
const statuses = new Map<number, number>()
const rejectionCodes = new Set<string>()

beforeAll(async () => {
  for (const state of STATES) pools.set(state, await startBadInputPool(state))
})
afterAll(async () => {
  for (const one of pools.values()) await one.stop()
})

describe('generated requests', () => {
  test.each(ALL_ROUTES.map((route) => route.id))(
    '%s: responds without a 5xx or internal names, and changes nothing when it rejects',
    async (id) => {
      const property = fc.asyncProperty(badRequests(routeOf(id)), async (request) => {
        expect(await findFaultsOf(id, request)).toEqual([])
      })
      await fc.assert(property, { seed: SEED, numRuns: SLOW.has(id) ? Math.ceil(RUNS / 3) : RUNS, endOnFailure: true })
    },
  )

  test.each(ALL_ROUTES.map((route) => route.id))('%s: rejects the worst values in each field and parameter', async (id) => {
    const faulty = []
    for (const request of worstRequests(routeOf(id), SEED)) {
      const faults = await findFaultsOf(id, request)
      if (faults.length > 0) faulty.push({ faults, path: request.path.slice(0, 100), body: request.body?.slice(0, 300) })
    }
    expect(faulty).toEqual([])
  })

  test('cover accepted requests and the main reasons for rejection', () => {
    const of = (from: number) =>
      [...statuses].filter(([status]) => status >= from && status < from + 100).reduce((sum, [, n]) => sum + n, 0)
    expect(of(200)).toBeGreaterThan(100)
    expect(of(400)).toBeGreaterThan(400)
    expect([...rejectionCodes]).toEqual(
      expect.arrayContaining(['invalid_input', 'malformed_json', 'unsupported_media_type', 'unauthenticated', 'forbidden']),
    )
  })

  test('receive responses that match the contract', () => {
    expect([...pools.values()].flatMap((one) => one.pool.breaches)).toEqual([])
  })
})

async function findFaultsOf(id: RouteId, request: BadRequest): Promise<readonly string[]> {
  const one = pools.get(request.state)!
  const before = await one.protectedState()
  const response = await sendRaw(one.pool.url, fillPlaceholders(one, request))
  countStatus(response)
  const faults = [...findFaults(routeOf(id), response)]
  if (response.status >= 400) {
    const after = await one.protectedState()
    if (!isRecordedRejection(id, response) && JSON.stringify(after) !== JSON.stringify(before))
      faults.push(`rejected with ${response.status}, but the pool changed`)
  } else if (CHANGING.has(id)) await one.repair()
  return faults
}

/** A rejected override is recorded as an event (docs/rules.md §3.4). */
function isRecordedRejection(id: RouteId, { text }: RawResponse): boolean {
  return id === 'overridePick' && text.includes('"team_used"')
}

function countStatus({ status, text }: RawResponse): void {
  statuses.set(status, (statuses.get(status) ?? 0) + 1)
  const code = /"code":"(\w+)"/.exec(text)?.[1]
  if (status >= 400 && code !== undefined) rejectionCodes.add(code)
}
