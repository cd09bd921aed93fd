import { describe, expect, it } from 'vitest'
import { hashing } from '../../tests/hashing.ts'
import { game, pick, pool, sync } from '../../tests/pool.ts'
import {
  ADMIN,
  admin,
  at,
  by,
  type CommandStep,
  event,
  given,
  type HistoryItem,
  member,
  MEMBER,
  START,
  time,
  user,
} from '../../tests/specification.ts'
import { type Actor, position, type PoolState, previewCommands, type Scope, userId, visibleTo } from '../index.ts'

const YEAR_LATER = time('2026-09-01T12:00:00Z')
const create = (scopes: readonly Scope[], endsAt = YEAR_LATER): CommandStep =>
  member('CreateProgramToken', { scopes, endsAt, hash: 'ab' })
const tokens = (state: PoolState, owner = MEMBER) => state.users.get(userId(owner))?.programTokens ?? []
const system: Actor = { kind: 'system' }
const treasurer = event('RoleGiven', { userId: MEMBER, role: 'treasurer' })

/** The pool with a token of a member, and the token as the sender of commands. */
function withToken(scopes: readonly Scope[], owner = MEMBER, logins = 1) {
  const history = [...pool, sync(1, game('BUF-MIA'), game('KC-LAC')), by(user(owner), create(scopes))]
  const id = tokens(given(...history).state(), owner)[0]?.id ?? position(0)
  const program: Actor = { kind: 'user', userId: userId(owner), tokenVersion: logins, program: { id, scopes } }
  return { history, id, program }
}

const pay = admin('RecordPayments', { payments: [{ entryId: 1, paymentType: 'cash', paidDate: null }] })

describe('tokens for programs', () => {
  it('are created by their owner, for a year at most, and 20 at a time', () => {
    given(...pool)
      .when(create(['read', 'picks']))
      .thenEvents(['ProgramTokenCreated', { userId: MEMBER, scopes: ['read', 'picks'], endsAt: YEAR_LATER, hash: 'ab' }])
    given(...pool)
      .when(create(['read'], START))
      .thenRejected('token_end_out_of_range')
    given(...pool)
      .when(create(['read'], time('2026-09-03T12:00:00Z')))
      .thenRejected('token_end_out_of_range')
    const many = Array.from({ length: 20 }, () => create(['read'], time('2025-09-02T12:00:00Z')))
    given(...pool, ...many)
      .when(create(['read']))
      .thenRejected('too_many_tokens')
    given(...pool, ...many)
      .when(at('2025-09-02T12:00:00Z', create(['read'])))
      .thenAccepted()
  })
  it('act for their owner as far as their scopes allow, and the log says so', () => {
    const picking = withToken(['picks'])
    const [recorded] = given(...picking.history)
      .when(by(picking.program, pick(1, 'BUF')))
      .thenAccepted().run.recorded
    expect(recorded?.metadata).toMatchObject({ actor: MEMBER, role: 'member', program: picking.id })
    given(...picking.history)
      .when(by(picking.program, member('RenameEntry', { entryId: 1, name: 'Other' })))
      .thenRejected('scope_missing', { scopes: 'picks' })
    const reading = withToken(['read'])
    given(...reading.history)
      .when(by(reading.program, pick(1, 'BUF')))
      .thenRejected('scope_missing', { scopes: 'read' })
  })
  it('of an admin do not show who has no pick before the lock', () => {
    const { history, program } = withToken(['read', 'games'], ADMIN)
    const scene = [...history, admin('ChangeRules', { rules: { lock: 'first_kickoff' } })]
    const { command } = sync(1, game('BUF-MIA', { kickoff: '2025-09-04T13:00:00.000Z' }))
    const previewOf = (actor: Actor, ...more: readonly HistoryItem[]) => {
      const state = given(...scene, ...more).state()
      return previewCommands(visibleTo(state, actor), [{ command, actor }], time('2025-09-04T12:00:00Z'), hashing)
    }
    const picked = by(user(MEMBER), pick(1, 'BUF'))
    expect(previewOf(user(ADMIN)).nearLocks).toMatchObject([{ withoutPick: [1, 2] }])
    expect(previewOf(program).nearLocks).toMatchObject([{ withoutPick: [] }])
    expect(previewOf(program, picked)).toEqual(previewOf(program))
  })
  it('have a power only while their owner has it', () => {
    const { history, program } = withToken(['money'])
    given(...history)
      .when(by(program, pay))
      .thenRejected('forbidden')
    given(...history, treasurer)
      .when(by(program, pay))
      .thenAccepted()
    given(...history, treasurer, event('RoleTaken', { userId: MEMBER, role: 'treasurer' }))
      .when(by(program, pay))
      .thenRejected('forbidden')
  })
  it('of an admin have only the powers that they are for', () => {
    const { history, program } = withToken(['read', 'picks', 'money', 'games'], ADMIN)
    given(...history)
      .when(by(program, pay))
      .thenAccepted()
    for (const step of [
      admin('OverridePick', { entryId: 1, weekId: 1, slot: 1, team: 'BUF', nonce: '', reason: 'because' }),
      admin('UnmaskPicks', { weekId: 1, reason: 'because' }),
      admin('ChangeProfile', { userId: MEMBER, fields: [], emailTaken: false, isAdmin: true }),
      admin('ApproveUser', { userId: MEMBER }),
    ] as const)
      given(...history)
        .when(by(program, step))
        .thenRejected('scope_missing')
  })
  it('make no tokens, and change no password and no login', () => {
    const { history, id, program } = withToken(['read', 'picks', 'money', 'games'])
    for (const step of [
      create(['read']),
      member('RevokeProgramToken', { tokenId: id }),
      member('ChangePassword', { userId: MEMBER, by: 'self' }),
      member('EndLogins', {}),
      member('AddPasskey', { passkeys: 0 }),
      member('ChangeProfile', { userId: MEMBER, fields: ['email'], emailTaken: false }),
    ] as const)
      given(...history)
        .when(by(program, step))
        .thenRejected('scope_missing')
  })
  it('end when they are revoked, at their end, with all logins, and with the account', () => {
    const { history, id, program } = withToken(['picks'])
    const tried = by(program, pick(1, 'BUF'))
    const revoke = member('RevokeProgramToken', { tokenId: id })
    given(...history, revoke)
      .when(tried)
      .thenRejected('token_ended')
    given(...history)
      .when(at(YEAR_LATER, tried))
      .thenRejected('token_ended')
    given(...history, member('EndLogins', {}))
      .when(tried)
      .thenRejected('unauthenticated')
    given(...history, member('EndLogins', {}))
      .when(by({ ...program, tokenVersion: 2 }, pick(1, 'BUF')))
      .thenRejected('token_ended')
    given(...history, admin('DeleteUser', { userId: MEMBER }))
      .when(tried)
      .thenRejected('unauthenticated')
    given(...history, revoke)
      .when(revoke)
      .thenRejected('token_not_found')
    given(...history)
      .when(by(user(ADMIN), revoke))
      .thenRejected('token_not_found')
  })
  it('have a line in the log for each scope and day of their use, which only the pool writes', () => {
    const { history, id, program } = withToken(['read', 'picks'])
    const use = (scope: Scope, when = '2025-09-05T09:00:00Z') =>
      at(when, by(system, member('NoteProgramTokenUse', { userId: MEMBER, tokenId: id, scope })))
    const used: [string, object] = ['ProgramTokenUsed', { userId: MEMBER, tokenId: id, scope: 'read' }]
    given(...history)
      .when(use('read'))
      .thenEvents(used as never)
    given(...history, use('read'))
      .when(use('read', '2025-09-05T23:59:59Z'))
      .thenNoEvents()
    given(...history, use('read'))
      .when(use('picks'))
      .thenEvents(['ProgramTokenUsed', { scope: 'picks' }])
    given(...history, use('read'))
      .when(use('read', '2025-09-06T00:00:00Z'))
      .thenEvents(used as never)
    given(...history)
      .when(by(program, member('NoteProgramTokenUse', { userId: MEMBER, tokenId: id, scope: 'read' })))
      .thenRejected('scope_missing')
    given(...history, member('RevokeProgramToken', { tokenId: id }))
      .when(use('read'))
      .thenRejected('token_ended')
  })
})
