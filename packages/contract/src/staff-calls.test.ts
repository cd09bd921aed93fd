import { POWERS, powersOf, ROLE_NAMES } from '@outlast/domain/rules'
import { describe, expect, it } from 'vitest'
import { readRolesPage, rolesPage } from '../tests/roles-page.ts'
import { isForStaff } from './route.ts'
import { ALL_ROUTES } from './routes.ts'
import { permits, STAFF_CALLS, type StaffCall } from './staff-calls.ts'

describe('STAFF_CALLS', () => {
  it('has every call for the club, and no other', () => {
    const calls = ALL_ROUTES.filter(({ access }) => isForStaff(access)).map(({ id }) => id)
    expect(calls.sort()).toEqual(Object.keys(STAFF_CALLS).sort())
  })
  it('lets somebody without a power make none of them, and an admin all', () => {
    const calls = Object.keys(STAFF_CALLS) as StaffCall[]
    expect(calls.filter((call) => permits([], call))).toEqual([])
    expect(calls.filter((call) => !permits(POWERS, call))).toEqual([])
  })
  it('lets no role make a call that needs the power of admins', () => {
    expect(powersOf({ isAdmin: false, roles: ROLE_NAMES })).not.toContain('pool')
  })
})

it('docs/roles.md says what the table says', () => {
  expect(readRolesPage(), 'run node packages/contract/tests/roles-page.ts').toBe(rolesPage())
})
