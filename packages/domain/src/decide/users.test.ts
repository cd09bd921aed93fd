import { describe, expect, it } from 'vitest'
import { type AdminGrant, forkPool, nameCommitment, runCommand, userId } from '../index.ts'
import { hashing } from '../../tests/hashing.ts'
import {
  admin,
  ADMIN,
  at,
  by,
  event,
  type HistoryItem,
  given,
  member,
  MEMBER,
  OTHER,
  START,
  type CommandStep,
  system,
  user,
  visitor,
} from '../../tests/specification.ts'
import { accounts, AFTER_1, createEntry, LOCK_1, pick, pool, timer } from '../../tests/pool.ts'

const register = (adminGrant: AdminGrant = 'first_account', emailTaken = false): CommandStep =>
  by(visitor, admin('RegisterUser', { emailTaken, adminGrant }))
const profile = (userId: number, change: object): CommandStep =>
  admin('ChangeProfile', { userId, fields: [], emailTaken: false, ...change })

describe('RegisterUser and CreateUser', () => {
  it('makes the first account of an empty pool an admin', () => {
    given()
      .when(register())
      .thenEvents(['UserRegistered', { userId: 1, isAdmin: true, origin: 'self' }])
      .thenReply({ userId: 1, isAdmin: true })
    given(...accounts)
      .when(register())
      .thenEvents(['UserRegistered', { userId: 4, isAdmin: false }])
  })
  it('makes no admin if the pool waits for ADMIN_EMAIL or the setup link', () => {
    given()
      .when(register('never'))
      .thenEvents(['UserRegistered', { isAdmin: false }])
  })
  it('makes the account that comes through the setup link an admin, once', () => {
    given(register('never'))
      .when(register('setup_link'))
      .thenEvents(['UserRegistered', { userId: 2, isAdmin: true }])
    given(register('setup_link')).when(register('setup_link')).thenRejected('setup_link_used')
  })
  it('rejects the setup link after every admin has gone', () => {
    given(register('setup_link'), event('AdminRevoked', { userId: 1 }))
      .when(register('setup_link'))
      .thenRejected('setup_link_used')
  })
  it('rejects an email address that is taken', () => {
    given(...accounts)
      .when(register('first_account', true))
      .thenRejected('email_taken')
  })
  it('CreateUser never creates an admin', () => {
    const create = (emailTaken = false) => admin('CreateUser', { emailTaken, hasPassword: false })
    given(...accounts)
      .when(create())
      .thenEvents(['UserRegistered', { userId: 4, isAdmin: false, origin: 'admin' }])
      .thenReply({ userId: 4 })
    given(...accounts)
      .when(create(true))
      .thenRejected('email_taken')
    given(...accounts)
      .when(by(user(MEMBER), create()))
      .thenRejected('forbidden')
    given(...accounts)
      .when(by(visitor, create()))
      .thenRejected('unauthenticated')
  })
})

describe('ChangeProfile', () => {
  it('records only the names of the fields that a member changes', () => {
    given(...accounts)
      .when(by(user(MEMBER), profile(MEMBER, { fields: ['email'] })))
      .thenEvents(['UserProfileChanged', { userId: MEMBER, fields: ['email'] }])
    given(...accounts)
      .when(by(user(MEMBER), profile(MEMBER, { fields: ['email'], emailTaken: true })))
      .thenRejected('email_taken')
  })
  it('rejects a member who changes another profile', () => {
    given(...accounts)
      .when(by(user(MEMBER), profile(OTHER, { fields: ['email'] })))
      .thenRejected('forbidden')
    given(...accounts)
      .when(by(visitor, profile(MEMBER, { fields: ['email'] })))
      .thenRejected('unauthenticated')
  })
  it('rejects a member who changes their own rights', () => {
    given(...accounts)
      .when(by(user(MEMBER), profile(MEMBER, { isAdmin: true })))
      .thenRejected('forbidden')
    given(...accounts)
      .when(by(user(MEMBER), profile(MEMBER, { isAdmin: false })))
      .thenRejected('forbidden')
  })
  it('lets an admin change any profile', () => {
    given(...accounts)
      .when(profile(MEMBER, { fields: ['mobile'], isAdmin: true }))
      .thenEvents(['UserProfileChanged'], ['AdminGranted', { userId: MEMBER }])
    given(...accounts)
      .when(profile(MEMBER, { isAdmin: false }))
      .thenNoEvents()
    given(...accounts)
      .when(profile(9, { fields: ['mobile'] }))
      .thenRejected('user_not_found')
  })
  it('keeps an admin’s rights when other fields change', () => {
    given(...accounts, profile(MEMBER, { isAdmin: true }))
      .when(profile(ADMIN, { fields: ['email'] }))
      .thenEvents(['UserProfileChanged', { userId: ADMIN }])
    given(...accounts)
      .when(profile(ADMIN, { isAdmin: true }))
      .thenNoEvents()
  })
  it('rejects a token of an ended login', () => {
    given(...accounts, member('EndLogins', {}))
      .when(by(user(MEMBER), profile(MEMBER, { fields: ['email'] })))
      .thenRejected('unauthenticated')
  })
  it('lets the pool itself grant admin rights', () => {
    given(...accounts)
      .when(by(system, profile(MEMBER, { isAdmin: true })))
      .thenEvents(['AdminGranted'])
  })
})

describe('names', () => {
  const person = (salt: string, firstName = 'Ann') => ({ salt, firstName, lastName: 'Lee' })
  const commitment = (id: number, names: ReturnType<typeof person>) => nameCommitment(hashing, userId(id), names)
  const commit = (...people: readonly (readonly [number, ReturnType<typeof person>])[]) =>
    admin('CommitNames', { people: people.map(([id, names]) => ({ userId: userId(id), names })) })
  const renamed = profile(MEMBER, { fields: ['first_name'], names: person('5a', 'Anna') })
  const namesOf = (id: number, ...history: readonly HistoryItem[]) =>
    given(...accounts, ...history)
      .state()
      .users.get(userId(id))?.names

  it('are committed to with a registration, and with an account that an admin creates', () => {
    const names = person('5a')
    const registered = by(visitor, admin('RegisterUser', { emailTaken: false, adminGrant: 'never', names }))
    for (const step of [registered, admin('CreateUser', { emailTaken: false, hasPassword: false, names })]) {
      given(...accounts)
        .when(step)
        .thenEvents(['UserRegistered', { userId: 4, nameCommitment: commitment(4, names) }])
      expect(namesOf(4, step)).toEqual({ commitment: commitment(4, names), position: 4 })
    }
  })
  it('are committed to again when they change, and only then', () => {
    const events = [['UserProfileChanged', { nameCommitment: commitment(MEMBER, person('5a', 'Anna')) }]] as const
    given(...accounts)
      .when(renamed)
      .thenEvents(...events)
    const other = profile(MEMBER, { fields: ['mobile'] })
    expect(namesOf(MEMBER, renamed, other)).toMatchObject({ position: 4 })
  })
  it('have no commitment after a server of an earlier version changed them, until they get one again', () => {
    const older = profile(MEMBER, { fields: ['last_name'] })
    expect(namesOf(MEMBER, renamed, older)).toBeUndefined()
    expect(namesOf(MEMBER, renamed, older, commit([MEMBER, person('7e')]))).toMatchObject({ position: 6 })
  })
  it('of older accounts are committed to once', () => {
    const both = commit([ADMIN, person('1b')], [MEMBER, person('2c')], [99, person('3d')])
    given(...accounts, renamed)
      .when(both)
      .thenEvents(['UserProfileChanged', { userId: ADMIN, fields: [], nameCommitment: commitment(ADMIN, person('1b')) }])
      .thenReply({ userIds: [ADMIN] })
    given(...accounts, both)
      .when(both)
      .thenNoEvents()
    given(...accounts)
      .when(by(user(MEMBER), both))
      .thenRejected('forbidden')
  })
})

describe('the last admin', () => {
  const second = profile(MEMBER, { isAdmin: true })
  it('cannot be demoted', () => {
    given(...accounts)
      .when(profile(ADMIN, { isAdmin: false }))
      .thenRejected('last_admin')
    given(...accounts, second)
      .when(profile(ADMIN, { isAdmin: false }))
      .thenEvents(['AdminRevoked', { userId: ADMIN }])
  })
  it('cannot be deleted', () => {
    given(...accounts)
      .when(admin('DeleteUser', { userId: ADMIN }))
      .thenRejected('last_admin')
    given(...accounts, second)
      .when(admin('DeleteUser', { userId: ADMIN }))
      .thenEvents(['UserDeleted', { userId: ADMIN }])
  })
  it('loses all rights at once when demoted after another admin was added', () => {
    const demoted = [...accounts, second, profile(MEMBER, { isAdmin: false })]
    given(...demoted)
      .when(member('AddWeek', { seasonYear: 2025, weekNumber: 1 }))
      .thenRejected('forbidden')
  })
})

describe('RemoveNewcomers', () => {
  const remove = (userIds: readonly number[], entryIds: readonly number[] = []) => admin('RemoveNewcomers', { userIds, entryIds })
  it('deletes the accounts with their entries, and entries of others, each once', () => {
    given(...pool)
      .when(remove([MEMBER, MEMBER], []))
      .thenEvents(['UserDeleted', { userId: MEMBER }], ['EventsRedacted', { userId: MEMBER }])
      .thenReply({ users: [MEMBER], entries: 1 })
    given(...pool, createEntry(ADMIN, 'Three'))
      .when(remove([MEMBER], [1, 2, 2, 3]))
      .thenEvents(
        ['EntryDeleted', { entryId: 2 }],
        ['EntryDeleted', { entryId: 3 }],
        ['UserDeleted', { userId: MEMBER }],
        ['EventsRedacted', { userId: MEMBER, positions: [7] }],
      )
      .thenReply({ users: [MEMBER], entries: 3 })
  })
  it('leaves out admins and what is gone', () => {
    given(...accounts)
      .when(remove([ADMIN, 99], [99]))
      .thenEvents()
      .thenReply({ users: [], entries: 0 })
  })
  it('is for admins only', () => {
    given(...accounts)
      .when(member('RemoveNewcomers', { userIds: [OTHER], entryIds: [] }))
      .thenRejected('forbidden')
  })
})

describe('ChangePassword and EndLogins', () => {
  const reset = (userId: number): CommandStep => by(visitor, admin('ChangePassword', { userId, by: 'reset' }))
  const own: CommandStep = member('ChangePassword', { userId: MEMBER, by: 'self' })
  it('ChangePassword ends all logins', () => {
    given(...accounts)
      .when(own)
      .thenEvents(['PasswordChanged', { userId: MEMBER, by: 'self' }])
    given(...accounts, own)
      .when(own)
      .thenRejected('unauthenticated')
    given(...accounts, own)
      .when(by(user(MEMBER, 2), own))
      .thenAccepted()
  })
  it('ChangePassword with a reset link ends all logins', () => {
    given(...accounts)
      .when(reset(MEMBER))
      .thenEvents(['PasswordChanged', { by: 'reset' }])
    given(...accounts, reset(MEMBER))
      .when(own)
      .thenRejected('unauthenticated')
    given(...accounts)
      .when(reset(9))
      .thenRejected('user_not_found')
  })
  it('ChangePassword rejects the owner of an account that was deleted meanwhile as signed out', () => {
    given(...pool, admin('DeleteUser', { userId: MEMBER }))
      .when(own)
      .thenRejected('unauthenticated')
  })
  it('ChangePassword rejects another member’s account', () => {
    given(...accounts)
      .when(member('ChangePassword', { userId: OTHER, by: 'self' }))
      .thenRejected('forbidden')
    given(...accounts)
      .when(by(visitor, own))
      .thenRejected('unauthenticated')
  })
  it('EndLogins ends all logins', () => {
    const end = member('EndLogins', {})
    given(...accounts)
      .when(end)
      .thenEvents(['LoginsEnded', { userId: MEMBER }])
    given(...accounts, end)
      .when(end)
      .thenRejected('unauthenticated')
    given(...accounts, end)
      .when(by(user(OTHER), own))
      .thenRejected('forbidden')
  })
})

describe('DeleteUser', () => {
  const deleteMember = admin('DeleteUser', { userId: MEMBER })
  it('removes the account’s entries and picks', () => {
    const { state } = given(...pool, pick(1, 'BUF'))
      .when(deleteMember)
      .thenAccepted()
    expect([...state.entries.values()].map((entry) => entry.id)).toEqual([2])
    given(...pool, deleteMember)
      .when(pick(1, 'BUF'))
      .thenRejected('unauthenticated')
    given(...pool, pick(1, 'BUF'), deleteMember)
      .when(admin('RemovePick', { pickId: 1 }))
      .thenRejected('pick_not_found')
  })
  it('rejects members and unknown accounts', () => {
    given(...pool)
      .when(member('DeleteUser', { userId: MEMBER }))
      .thenRejected('forbidden')
    given(...pool)
      .when(admin('DeleteUser', { userId: 9 }))
      .thenRejected('user_not_found')
  })
  it('is accepted from the pool itself in a pool without an admin', () => {
    const registerFirst = by(visitor, admin('RegisterUser', { emailTaken: false, adminGrant: 'never' }))
    given(registerFirst)
      .when(by(system, admin('DeleteUser', { userId: 1 })))
      .thenEvents(['UserDeleted', { userId: 1 }])
  })
  it('never frees ids for reuse', () => {
    given(...accounts, admin('DeleteUser', { userId: OTHER }))
      .when(register())
      .thenEvents(['UserRegistered', { userId: 4 }])
  })

  describe('redacts names (docs/rules.md §11.5)', () => {
    const renamed = member('RenameEntry', { entryId: 1, name: 'Uno' })
    const positionsOfNames = (...facts: readonly HistoryItem[]) => {
      const outcome = given(...facts).when(deleteMember)
      return outcome.run.recorded.flatMap((event) => (event.type === 'EventsRedacted' ? event.data.positions : []))
    }
    // Positions: 1–3 accounts, 4–6 weeks and the current one, 7 and 8 entries.
    it('of the account’s entries', () => {
      expect(positionsOfNames(...pool)).toEqual([7])
      expect(positionsOfNames(...pool, renamed)).toEqual([7, 9])
    })
    it('of entries that were deleted before', () => {
      expect(positionsOfNames(...pool, renamed, member('DeleteEntry', { entryId: 1 }))).toEqual([7, 9])
      expect(positionsOfNames(...pool, admin('RemoveEntry', { entryId: 1 }), createEntry(MEMBER, 'Again'))).toEqual([7, 10])
    })
    it('in the order of the log, whichever entries are left', () => {
      expect(positionsOfNames(...pool, createEntry(MEMBER, 'Again'), member('DeleteEntry', { entryId: 3 }))).toEqual([7, 9])
    })
    it('of an admin’s entries that a purge removed', () => {
      const owner = [profile(MEMBER, { isAdmin: true }), admin('PurgeUsersAndEntries', {})]
      expect(positionsOfNames(...pool, ...owner)).toEqual([7])
    })
    it('only if there was a name', () => {
      given(...accounts)
        .when(deleteMember)
        .thenEvents(['UserDeleted'])
    })
  })
})

describe('PurgeUsersAndEntries (docs/rules.md §12.1)', () => {
  const purge = admin('PurgeUsersAndEntries', {})
  it('keeps admin accounts, removes their entries and does not count them', () => {
    const outcome = given(...pool, createEntry(ADMIN, 'Mine'), pick(1, 'BUF')).when(purge)
    outcome.thenEvents(
      ['UsersAndEntriesPurged', { users: 2, entries: 3, picks: 1 }],
      ['EventsRedacted', { userId: MEMBER, positions: [7] }],
      ['EventsRedacted', { userId: OTHER, positions: [8] }],
    )
    outcome.thenReply({ users: 2, entries: 3, picks: 1 })
    expect([...outcome.state.users.values()].map(({ id }) => id)).toEqual([ADMIN])
    expect(outcome.state.entries.isEmpty()).toBe(true)
  })
  it('redacts in the order of the accounts on a fork', () => {
    const fork = forkPool(given(...pool).state())
    const send = (step: CommandStep) => runCommand(fork, { command: step.command, actor: step.by }, START, hashing).recorded
    send(member('EndLogins', {}))
    const redacted = send(purge).filter((event) => event.type === 'EventsRedacted')
    expect(redacted.map((event) => event.data.userId)).toEqual([MEMBER, OTHER])
  })
  it('records nothing in a pool with admins only', () => {
    given(register()).when(purge).thenNoEvents().thenReply({ users: 0, entries: 0, picks: 0 })
  })
  it('removes members without entries, and entries of admins without members', () => {
    given(...accounts)
      .when(purge)
      .thenEvents(['UsersAndEntriesPurged', { users: 2, entries: 0, picks: 0 }])
    given(...accounts, purge, createEntry(ADMIN, 'Mine'))
      .when(purge)
      .thenEvents(['UsersAndEntriesPurged', { users: 0, entries: 1, picks: 0 }])
  })
  it('redacts names of entries that purged members had deleted before', () => {
    given(...pool, member('DeleteEntry', { entryId: 1 }))
      .when(purge)
      .thenEvents(
        ['UsersAndEntriesPurged', { users: 2, entries: 1 }],
        ['EventsRedacted', { userId: MEMBER, positions: [7] }],
        ['EventsRedacted', { userId: OTHER, positions: [8] }],
      )
  })
  it('rejects members and visitors', () => {
    given(...pool)
      .when(by(user(MEMBER), purge))
      .thenRejected('forbidden')
  })
  it('ends the rights of all members', () => {
    given(...pool, timer(LOCK_1), at(AFTER_1, purge))
      .when(at(AFTER_1, createEntry(MEMBER, 'x')))
      .thenRejected('unauthenticated')
  })
})
