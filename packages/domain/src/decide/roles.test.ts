import { describe, expect, it } from 'vitest'
import { type Actor, previewCommands, visibleTo } from '../index.ts'
import { hashing } from '../../tests/hashing.ts'
import { AFTER_1, game, pick, pool, sync } from '../../tests/pool.ts'
import {
  ADMIN,
  admin,
  at,
  by,
  event,
  given,
  type HistoryItem,
  member,
  MEMBER,
  OTHER,
  time,
  user,
} from '../../tests/specification.ts'

const profile = (userId: number, change: object) => ({ userId, fields: [], emailTaken: false, ...change })
const treasurer = event('RoleGiven', { userId: MEMBER, role: 'treasurer' })
const scorekeeper = event('RoleGiven', { userId: MEMBER, role: 'scorekeeper' })
const helper = event('RoleGiven', { userId: MEMBER, role: 'helper' })

describe('roles', () => {
  it('are given and taken by admins only, each once', () => {
    given(...pool)
      .when(admin('ChangeProfile', profile(MEMBER, { roles: ['helper', 'treasurer', 'helper'] })))
      .thenEvents(['RoleGiven', { userId: MEMBER, role: 'treasurer' }], ['RoleGiven', { userId: MEMBER, role: 'helper' }])
    given(...pool, helper)
      .when(admin('ChangeProfile', profile(MEMBER, { roles: [] })))
      .thenEvents(['RoleTaken', { userId: MEMBER, role: 'helper' }])
    given(...pool, helper)
      .when(member('ChangeProfile', profile(MEMBER, { roles: ['treasurer'] })))
      .thenRejected('forbidden')
    given(...pool, helper)
      .when(member('ChangeProfile', profile(OTHER, { isAdmin: true })))
      .thenRejected('forbidden')
  })
  it('are handed over in one step, by which the pool has an admin at any time', () => {
    const handOver = profile(MEMBER, { handsOver: true })
    given(...pool)
      .when(admin('ChangeProfile', handOver))
      .thenEvents(['AdminGranted', { userId: MEMBER }], ['AdminRevoked', { userId: ADMIN }])
    given(...pool)
      .when(admin('ChangeProfile', profile(ADMIN, { handsOver: true })))
      .thenEvents()
    given(...pool, helper)
      .when(member('ChangeProfile', profile(OTHER, { handsOver: true })))
      .thenRejected('forbidden')
    given(...pool)
      .when(admin('ChangeProfile', profile(ADMIN, { isAdmin: false })))
      .thenRejected('last_admin')
  })
  it('let a treasurer record payments, and nothing else', () => {
    const paid = member('SetPayment', { entryId: 2, paymentType: 'cash', paidDate: null, isPaid: true })
    given(...pool, treasurer)
      .when(paid)
      .thenEvents(['PaymentRecorded', { entryId: 2 }])
    given(...pool, helper)
      .when(paid)
      .thenRejected('forbidden')
    given(...pool, treasurer)
      .when(member('AmendEntry', { entryId: 1, isEliminated: false }))
      .thenRejected('forbidden')
    given(...pool, treasurer)
      .when(member('OverridePick', { entryId: 1, weekId: 1, team: 'BUF', reason: 'asked', nonce: '' }))
      .thenRejected('forbidden')
  })
  it('let a scorekeeper set games to final', () => {
    const final = at(AFTER_1, member('FinalizeScores', { weekId: 1 }))
    given(...pool, treasurer)
      .when(final)
      .thenRejected('forbidden')
    given(...pool, scorekeeper)
      .when(final)
      .thenAccepted()
  })
  it('end with the role', () => {
    given(...pool, scorekeeper, event('RoleTaken', { userId: MEMBER, role: 'scorekeeper' }))
      .when(at(AFTER_1, member('FinalizeScores', { weekId: 1 })))
      .thenRejected('forbidden')
  })
  it('do not let a helper change the address of an admin or of somebody with another role', () => {
    const address = (id: number) => member('ChangeProfile', profile(id, { fields: ['email'] }))
    given(...pool, helper)
      .when(address(1))
      .thenRejected('forbidden')
    given(...pool, helper, event('RoleGiven', { userId: OTHER, role: 'treasurer' }))
      .when(address(OTHER))
      .thenRejected('forbidden')
    given(...pool, helper)
      .when(address(OTHER))
      .thenEvents(['UserProfileChanged', { userId: OTHER }], ['EmailChangedByAdmin', { userId: OTHER }])
  })
  it('leave a helper bound by the rules about joining', () => {
    const late = [admin('ChangeRules', { rules: { lateEntries: 'closed' } })]
    const create = at(AFTER_1, member('CreateEntry', { userId: OTHER, name: 'Late' }))
    given(...pool, ...late, helper)
      .when(create)
      .thenRejected('late_entries_closed')
    given(...pool, helper)
      .when(create)
      .thenAccepted()
    given(...pool, ...late, helper)
      .when(at(AFTER_1, member('ImportMembers', { members: [{ entryNames: ['Late'] }] })))
      .thenRejected('late_entries_closed')
  })
  it('do not show a scorekeeper who has no pick before the lock', () => {
    const scene = [...pool, scorekeeper, admin('ChangeRules', { rules: { lock: 'first_kickoff' } }), sync(1, game('BUF-NYJ'))]
    const previewOf = (actor: Actor, ...more: readonly HistoryItem[]) => {
      const { command } = by(actor, sync(1, game('BUF-NYJ', { kickoff: '2025-09-04T13:00:00.000Z' })))
      const state = given(...scene, ...more).state()
      return previewCommands(visibleTo(state, actor), [{ command, actor }], time('2025-09-04T12:00:00Z'), hashing)
    }
    const picked = by(user(OTHER), pick(1, 'NYJ', 2))
    expect(previewOf(user(ADMIN)).nearLocks).toMatchObject([{ withoutPick: [1, 2] }])
    expect(previewOf(user(ADMIN), picked).nearLocks).toMatchObject([{ withoutPick: [1] }])
    expect(previewOf(user(MEMBER)).nearLocks).toMatchObject([{ withoutPick: [] }])
    expect(previewOf(user(MEMBER), picked)).toEqual(previewOf(user(MEMBER)))
  })
})
