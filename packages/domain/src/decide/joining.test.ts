import { describe, expect, it } from 'vitest'
import { invitationId, nameCommitment, userId } from '../index.ts'
import { hashing } from '../../tests/hashing.ts'
import { addWeek, accounts, createEntry, LOCK_1, pick } from '../../tests/pool.ts'
import {
  admin,
  at,
  by,
  type CommandStep,
  event,
  given,
  member,
  MEMBER,
  OTHER,
  system,
  user,
  visitor,
} from '../../tests/specification.ts'

const mode = (joining: string): CommandStep => admin('ChangeJoining', { mode: joining as 'open' })
const invite = (limits: object = {}): CommandStep => admin('CreateInvitation', { maxUses: null, expiresAt: null, ...limits })
const register = (more: object = {}): CommandStep =>
  by(visitor, admin('RegisterUser', { emailTaken: false, adminGrant: 'never', ...more }))
const withCode = (invitationId = 1) => register({ invitationId })

describe('ChangeJoining', () => {
  it('records the mode once', () => {
    given(...accounts)
      .when(mode('code'))
      .thenEvents(['JoiningChanged', { mode: 'code' }])
    given(...accounts)
      .when(mode('open'))
      .thenNoEvents()
    given(...accounts, mode('closed'))
      .when(mode('closed'))
      .thenNoEvents()
  })
  it('is for admins', () => {
    given(...accounts)
      .when(by(user(MEMBER), mode('closed')))
      .thenRejected('forbidden')
    given(...accounts)
      .when(by(visitor, mode('closed')))
      .thenRejected('unauthenticated')
    given(...accounts)
      .when(by(system, mode('closed')))
      .thenAccepted()
  })
})

describe('RegisterUser', () => {
  it('accepts everyone while joining is open, and ignores an invitation that cannot be used', () => {
    given(...accounts)
      .when(register())
      .thenEvents(['UserRegistered', { userId: 4, isAdmin: false, origin: 'self' }])
    given(...accounts)
      .when(withCode(9))
      .thenAccepted()
    given(...accounts, invite(), admin('RevokeInvitation', { invitationId: 1 }))
      .when(withCode())
      .thenAccepted()
  })
  it('needs an invitation in mode code', () => {
    const closed = [...accounts, mode('code'), invite()]
    given(...closed)
      .when(register())
      .thenRejected('invitation_required')
    given(...closed)
      .when(withCode(2))
      .thenRejected('invitation_required')
    given(...closed)
      .when(withCode())
      .thenEvents(['UserRegistered', { userId: 4, invitationId: 1 }])
  })
  it('rejects an invitation that is revoked, expired or used up', () => {
    given(...accounts, mode('code'), invite(), admin('RevokeInvitation', { invitationId: 1 }))
      .when(withCode())
      .thenRejected('invitation_required')
    const once = [...accounts, mode('code'), invite({ maxUses: 2 }), withCode()]
    given(...once)
      .when(withCode())
      .thenAccepted()
    given(...once, withCode())
      .when(withCode())
      .thenRejected('invitation_required')
    const expiring = [...accounts, mode('code'), invite({ expiresAt: LOCK_1 })]
    given(...expiring)
      .when(at('2025-09-07T15:59:59.999Z', withCode()))
      .thenAccepted()
    given(...expiring)
      .when(at(LOCK_1, withCode()))
      .thenRejected('invitation_required')
  })
  it('counts no use for an address that is taken, and does not look at addresses without an invitation', () => {
    const taken = { emailTaken: true, invitationId: 1 }
    const once = [...accounts, mode('code'), invite({ maxUses: 1 })]
    given(...once)
      .when(register(taken))
      .thenRejected('email_taken')
    expect(
      given(...once)
        .when(register(taken))
        .state.invitations.get(invitationId(1))?.uses,
    ).toBe(0)
    expect(
      given(...once)
        .when(withCode())
        .state.invitations.get(invitationId(1))?.uses,
    ).toBe(1)
    given(...once)
      .when(register({ emailTaken: true }))
      .thenRejected('invitation_required')
    given(...accounts, mode('closed'))
      .when(register({ emailTaken: true }))
      .thenRejected('joining_closed')
  })
  it('rejects everyone while joining is closed, with an invitation too', () => {
    const closed = [...accounts, mode('closed'), invite()]
    given(...closed)
      .when(register())
      .thenRejected('joining_closed')
    given(...closed)
      .when(withCode())
      .thenRejected('joining_closed')
  })
  it('makes accounts wait in mode approval, and keeps them waiting when the mode changes', () => {
    given(...accounts, mode('approval'), invite())
      .when(withCode())
      .thenEvents(['UserRegistered', { userId: 4, invitationId: 1, waiting: true }])
    given(...accounts, mode('approval'), register(), mode('open'))
      .when(by(user(4), createEntry(4, 'Mine')))
      .thenRejected('waiting_for_approval')
  })
})

describe('ApproveUser', () => {
  const entry = admin('CreateEntry', { userId: 4, name: 'By an admin' })
  const waiting = [...accounts, addWeek(2025, 1), mode('approval'), register(), entry]
  const approve = admin('ApproveUser', { userId: 4 })

  it('opens entries and picks, which are closed before', () => {
    for (const step of [
      createEntry(4, 'Mine'),
      pick(1, 'KC'),
      admin('RenameEntry', { entryId: 1, name: 'Mine' }),
      admin('DeleteEntry', { entryId: 1 }),
      admin('SetRanking', { entryId: 1, teams: ['KC'], nonce: '00' }),
      admin('RequestBuyback', { entryId: 1 }),
    ] as CommandStep[]) {
      given(...waiting)
        .when(by(user(4), step))
        .thenRejected('waiting_for_approval')
    }
    const approved = [...waiting, approve]
    given(...approved)
      .when(by(user(4), createEntry(4, 'Mine')))
      .thenAccepted()
    given(...approved)
      .when(by(user(4), pick(1, 'KC')))
      .thenAccepted()
  })
  it('closes changes of picks that an admin set for a waiting member', () => {
    const picked = [...waiting, admin('OverridePick', { entryId: 1, weekId: 1, team: 'KC', nonce: '00' })]
    given(...picked)
      .when(by(user(4), admin('ClearPick', { pickId: 1_000_001 })))
      .thenRejected('waiting_for_approval')
    given(...picked)
      .when(by(user(4), admin('ChangePick', { pickId: 1_000_001, team: 'SF', nonce: '00' })))
      .thenRejected('waiting_for_approval')
  })
  it('does not show a waiting member that another member’s entry exists', () => {
    given(...waiting, createEntry(OTHER, 'Two'))
      .when(by(user(4), pick(1, 'KC', 2)))
      .thenRejected('entry_not_found')
  })
  it('is recorded once, and is for admins', () => {
    given(...waiting)
      .when(approve)
      .thenEvents(['UserApproved', { userId: 4 }])
    given(...waiting, approve)
      .when(approve)
      .thenNoEvents()
    given(...waiting)
      .when(by(user(4), approve))
      .thenRejected('forbidden')
    given(...waiting)
      .when(member('ApproveUser', { userId: 4 }))
      .thenRejected('forbidden')
    given(...waiting)
      .when(admin('ApproveUser', { userId: 9 }))
      .thenRejected('user_not_found')
  })
  it('is included in becoming an admin', () => {
    given(...waiting, event('AdminGranted', { userId: 4 }))
      .when(by(user(4), createEntry(4, 'Mine')))
      .thenAccepted()
  })
})

describe('CreateInvitation and RevokeInvitation', () => {
  it('number invitations in order, also after one was revoked', () => {
    given(...accounts)
      .when(invite({ maxUses: 20, expiresAt: LOCK_1 }))
      .thenEvents(['InvitationCreated', { invitationId: 1, maxUses: 20, expiresAt: LOCK_1 }])
      .thenReply({ invitationId: 1 })
    given(...accounts, invite(), admin('RevokeInvitation', { invitationId: 1 }))
      .when(invite())
      .thenReply({ invitationId: 2 })
  })
  it('are for admins, and only for invitations that exist', () => {
    given(...accounts)
      .when(by(user(MEMBER), invite()))
      .thenRejected('forbidden')
    given(...accounts, invite())
      .when(member('RevokeInvitation', { invitationId: 1 }))
      .thenRejected('forbidden')
    given(...accounts)
      .when(admin('RevokeInvitation', { invitationId: 1 }))
      .thenRejected('invitation_not_found')
  })
})

describe('ImportMembers', () => {
  const members = [{ entryNames: ['Entry 1', 'Entry 2'] }, { entryNames: [] }, { entryNames: ['Entry 1'] }]

  it('creates accounts with their entries, in every mode', () => {
    given(...accounts, mode('closed'))
      .when(admin('ImportMembers', { members }))
      .thenEvents(
        ['UserRegistered', { userId: 4, isAdmin: false, origin: 'admin' }],
        ['EntryCreated', { entryId: 1, userId: 4, name: 'Entry 1' }],
        ['EntryCreated', { entryId: 2, userId: 4, name: 'Entry 2' }],
        ['UserRegistered', { userId: 5 }],
        ['UserRegistered', { userId: 6 }],
        ['EntryCreated', { entryId: 3, userId: 6, name: 'Entry 1' }],
      )
      .thenReply({ userIds: [4, 5, 6] })
  })
  it('commits to the names of each member', () => {
    const names = { salt: '5a', firstName: 'Ann', lastName: 'Lee' }
    const named = members.map((one) => ({ ...one, names }))
    const { state } = given(...accounts)
      .when(admin('ImportMembers', { members: named }))
      .thenAccepted()
    const committed = [4, 5, 6].map((id) => state.users.get(userId(id))?.names?.commitment)
    expect(committed).toEqual([4, 5, 6].map((id) => nameCommitment(hashing, userId(id), names)))
  })
  it('rejects two entries of a member with the same name, and everyone but admins', () => {
    given(...accounts)
      .when(admin('ImportMembers', { members: [{ entryNames: ['One', 'ONE'] }] }))
      .thenRejected('entry_name_taken')
    given(...accounts)
      .when(member('ImportMembers', { members }))
      .thenRejected('forbidden')
  })
})
