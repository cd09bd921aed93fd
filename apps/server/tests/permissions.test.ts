import type { RouteId } from '@outlast/contract'
import { errorBody } from '@outlast/contract/rest/errors'
import { ALL_ROUTES, routeOf } from '@outlast/contract/routes'
import { permits, STAFF_CALLS, type StaffCall } from '@outlast/contract/staff-calls'
import { powersOf } from '@outlast/domain/rules'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type RouteResponse, callRoute } from './support/call-route.ts'
import { type RowRequest, REQUESTS } from './support/permissions/requests.ts'
import { EARLY, type Expected, expectedOf, LATE, type Role, ROLES, type Row, rowsOf } from './support/permissions/table.ts'
import { genuineToken } from './support/permissions/forged-tokens.ts'
import { HIDDEN, type Person, startWorld, type Stage, type World } from './support/permissions/world.ts'

const TABLES: Readonly<Record<Stage, readonly Row[]>> = { late: rowsOf(LATE), early: rowsOf(EARLY) }

test('the table has a row for every route of the contract, and no other', () => {
  const named = new Set([...TABLES.late, ...TABLES.early].map((row) => row.of))
  expect([...named].sort()).toEqual(ALL_ROUTES.map((route) => route.id).sort())
})

const ROLE_OF = { TR: ['treasurer'], SK: ['scorekeeper'], HE: ['helper'] } as const

test.each(Object.keys(ROLE_OF) as (keyof typeof ROLE_OF)[])('the table and the calls for the club agree about %s', (column) => {
  const powers = powersOf({ isAdmin: false, roles: ROLE_OF[column] })
  const rows = [...TABLES.late, ...TABLES.early].filter(({ of }) => Object.hasOwn(STAFF_CALLS, of) && of !== 'previewCalls')
  const differing = rows.filter(({ of, cells }) => permits(powers, of as StaffCall) !== (cells.get(column) !== 'no'))
  expect(differing.map(({ name }) => name)).toEqual([])
  expect(rows.length).toBeGreaterThan(50)
})

describe.each(['late', 'early'] as const)('rights of each role (%s in the season)', (stage) => {
  let world: World
  beforeAll(async () => {
    world = await startWorld(stage)
    if (stage === 'early') {
      await world.root.call('unmaskPicks', { params: { id: world.one.id }, body: { reason: 'they asked' } })
    }
  })
  afterAll(() => world.stop())

  test('a genuine token is accepted, so that forged ones fail because of the forgery', async () => {
    const { id } = world.targetOf('AO')
    const token = genuineToken(world.pool.config.jwtSecret ?? '', { id, logins: 1 })
    const { status } = await callRoute(world.pool.url, 'adminListUsers', { headers: { authorization: `Bearer ${token}` } })
    expect(status).toBe(200)
  })

  test.each(TABLES[stage].map((row) => [row.name, row] as const))('%s', async (_name, row) => {
    const { refused = [], answered = [] } = Object.groupBy(ROLES, (role) => expectedOf(row.cells.get(role) ?? '').kind)
    // Rejected roles go first, before permitted roles change the pool.
    const seen = [...(await requestAsEach(world, row, refused)), ...(await requestAsEach(world, row, answered))]
    expect(seen.filter((one) => one.is !== one.wanted)).toEqual([])
    expect(seen.length).toBeGreaterThanOrEqual(ROLES.length)
  })

  test('all responses match the contract', () => {
    expect(world.pool.breaches).toEqual([])
  })
})

interface Observation {
  readonly who: string
  readonly is: string
  readonly wanted: string
}

async function requestAsEach(world: World, row: Row, roles: readonly Role[]): Promise<Observation[]> {
  // Rejected requests change nothing, so they can be repeated.
  const kept = new Map<number, RowRequest | Promise<RowRequest>>()
  const seen = await Promise.all(
    roles.map((role) => {
      const target = world.targetOf(role)
      const context = { world, role, target, succeeds: expectedOf(row.cells.get(role) ?? '').kind === 'answered' }
      const make = async (): Promise<RowRequest> => {
        const request = (context.succeeds ? undefined : kept.get(target.id)) ?? requestOf(row)(context)
        kept.set(target.id, request)
        return request
      }
      return requestAs(world, row, role, make)
    }),
  )
  return seen.flat()
}

function requestOf(row: Row) {
  const make = REQUESTS[row.name]
  if (make === undefined) throw new Error(`no request for the row ${row.name}`)
  return make
}

async function requestAs(world: World, row: Row, role: Role, make: () => Promise<RowRequest>): Promise<Observation[]> {
  const expected = expectedOf(row.cells.get(role) ?? '')
  const id = row.of as RouteId
  const seen = await Promise.all(
    Array.from(world.credentialsOf(role), async ([what, authorization], i) => {
      const { as, ...request } = await make()
      const headers = { authorization: as === undefined ? authorization : `Bearer ${as.token}` }
      const response = await callRoute(world.pool.url, id, { ...request, headers })
      const who = what === '' ? role : `${role}: ${what}`
      const one = {
        who,
        is: describeResponse(response, as ?? world.targetOf(role), row, expected),
        wanted: describeExpected(expected),
      }
      if (routeOf(id).method !== 'GET' || i > 0) return [one]
      const head = await callRoute(world.pool.url, id, { ...request, headers, method: 'HEAD' })
      return [one, { who: `${who}, HEAD`, is: `${head.status} ${head.text}`, wanted: `${expected.status} ` }]
    }),
  )
  return seen.flat()
}

function describeExpected(expected: Expected): string {
  if (expected.kind === 'refused') return `${expected.status} ${expected.code}`
  const { status, team, mask, personal } = expected
  return marks(status, { team, mask, personal })
}

/** Describes a response in the table's terms, with anything that is wrong regardless of the table. */
function describeResponse(response: RouteResponse, target: Person, row: Row, expected: Expected): string {
  const { status, text, json } = response
  const problems: string[] = []
  if (response.headers.get('access-control-allow-origin') !== null) problems.push('open to other websites')
  if (response.headers.get('cache-control')?.includes('public') === true && expected.status >= 400)
    problems.push('a cacheable rejection')
  if (status >= 400) {
    const body = errorBody.safeParse(json)
    if (!body.success) problems.push('not an error of the contract')
    if (HIDDEN.test(text)) problems.push('contains the hidden team')
    return [`${status} ${body.data?.code ?? text}`, ...problems].join(', ')
  }
  if (status === 204 && text !== '') problems.push('a body')
  const searched = row.isPublicText ? '' : text
  const personal = searched.includes(target.email) || searched.includes(target.mobile)
  return [marks(status, { team: HIDDEN.test(searched), mask: searched.includes('"hidden":true'), personal }), ...problems].join(
    ', ',
  )
}

function marks(status: number, { team, mask, personal }: { team: boolean; mask: boolean; personal: boolean }): string {
  return `${status}${team ? '+' : ''}${mask ? 'm' : ''}${personal ? 'e' : ''}`
}
