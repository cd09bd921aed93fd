import { ALL_ROUTES, routeOf } from '@outlast/contract/routes'
import type { RouteId } from '@outlast/contract'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { findFaults } from './support/bad-input/find-faults.ts'
import { type BadInputPool, startBadInputPool } from './support/bad-input/pools.ts'
import { type BadRequest, badRequests, STATES, worstRequests } from './support/bad-input/requests.ts'
import { type RawResponse, sendRaw } from './support/bad-input/send.ts'

/** Both are printed when a run fails. The seed changes daily, so that the tests cover more over time. */
const SEED = Number(process.env['BAD_INPUT_SEED'] ?? Math.floor(Date.now() / 86_400_000))
const RUNS = Number(process.env['BAD_INPUT_RUNS'] ?? 24)
/** Routes that are slow, on purpose or because of their work. */
const SLOW: ReadonlySet<RouteId> = new Set(['requestPasswordReset', 'auditAt'])
/** Routes that change the pool, so that it must be restored for the next request. */
const CHANGING: ReadonlySet<RouteId> = new Set<RouteId>([
  'changePassword',
  'signOutEverywhere',
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
/** A counter for unique names and addresses (`$n`). */
let sent = 0
const statuses = new Map<number, number>()
const refusedWith = new Set<string>()

beforeAll(async () => {
  for (const state of STATES) pools.set(state, await startBadInputPool(state))
})
afterAll(async () => {
  for (const one of pools.values()) await one.stop()
})

describe('generated requests', () => {
  test.each(ALL_ROUTES.map((route) => route.id))(
    '%s: never a 5xx, never an internal word, nothing changed by a refusal',
    async (id) => {
      const property = fc.asyncProperty(badRequests(routeOf(id)), async (request) => {
        expect(await faultsWhenSent(id, request)).toEqual([])
      })
      await fc.assert(property, { seed: SEED, numRuns: SLOW.has(id) ? Math.ceil(RUNS / 3) : RUNS, endOnFailure: true })
    },
  )

  test.each(ALL_ROUTES.map((route) => route.id))('%s: rejects the worst values in each field and parameter', async (id) => {
    const faulty = []
    for (const request of worstRequests(routeOf(id), SEED)) {
      const faults = await faultsWhenSent(id, request)
      if (faults.length > 0) faulty.push({ faults, path: request.path.slice(0, 100), body: request.body?.slice(0, 300) })
    }
    expect(faulty).toEqual([])
  })

  test('include accepted requests and rejected ones for each reason', () => {
    const of = (from: number) =>
      [...statuses].filter(([status]) => status >= from && status < from + 100).reduce((sum, [, n]) => sum + n, 0)
    expect(of(200)).toBeGreaterThan(100)
    expect(of(400)).toBeGreaterThan(400)
    expect([...refusedWith]).toEqual(
      expect.arrayContaining(['invalid_input', 'malformed_json', 'unsupported_media_type', 'unauthenticated', 'forbidden']),
    )
  })

  test('are answered as the contract describes', () => {
    expect([...pools.values()].flatMap((one) => one.pool.breaches)).toEqual([])
  })
})

async function faultsWhenSent(id: RouteId, request: BadRequest): Promise<readonly string[]> {
  const one = pools.get(request.state)!
  const before = await one.kept()
  const response = await sendRaw(one.pool.url, filled(one, request))
  note(response)
  const faults = [...findFaults(routeOf(id), response)]
  if (response.status >= 400) {
    const after = await one.kept()
    if (!isPutOnRecord(id, response) && JSON.stringify(after) !== JSON.stringify(before))
      faults.push(`refused with ${response.status}, but something changed`)
  } else if (CHANGING.has(id)) await one.repair()
  return faults
}

/** A rejected override is recorded as an event (docs/rules.md §3.4). */
function isPutOnRecord(id: RouteId, { text }: RawResponse): boolean {
  return id === 'overridePick' && text.includes('"team_used"')
}

/** Replaces placeholders such as `$entry` by ids, and adds the sender's token unless the request has a bad one. */
function filled(one: BadInputPool, request: BadRequest): BadRequest {
  sent += 1
  const ids: Readonly<Record<string, number>> = { ...one.ids(), n: sent }
  const fill = (text: string): string =>
    text.replaceAll(/"\$(\w+)"|\$(\w+)/g, (all, quoted?: string, bare?: string) => String(ids[quoted ?? bare ?? ''] ?? all))
  const token = one.tokenOf(request.sender)
  const authorization = token === undefined ? {} : { authorization: `Bearer ${token}` }
  return {
    ...request,
    path: fill(request.path),
    body: request.body === undefined ? undefined : fill(request.body),
    headers: { ...authorization, ...request.headers },
  }
}

function note({ status, text }: RawResponse): void {
  statuses.set(status, (statuses.get(status) ?? 0) + 1)
  const code = /"code":"(\w+)"/.exec(text)?.[1]
  if (status >= 400 && code !== undefined) refusedWith.add(code)
}
