import { describe, expect, it } from 'vitest'
import { forkPool, runCommand } from '../index.ts'
import { hashing } from '../../tests/hashing.ts'
import {
  admin,
  ADMIN,
  at,
  by,
  type Fact,
  given,
  member,
  MEMBER,
  OTHER,
  START,
  type Step,
  system,
  user,
  visitor,
} from '../../tests/specification.ts'
import { accounts, AFTER_1, enter, LOCK_1, pick, pool, timer } from '../../tests/pool.ts'

const register = (isConfiguredAdmin: boolean | null = null, emailTaken = false): Step =>
  by(visitor, admin('RegisterUser', { emailTaken, isConfiguredAdmin }))
const profile = (userId: number, change: object): Step =>
  admin('ChangeProfile', { userId, fields: [], emailTaken: false, ...change })

describe('registering', () => {
  it('the first account on an empty pool becomes admin', () => {
    given()
      .when(register())
      .thenEvents(['UserRegistered', { userId: 1, isAdmin: true, origin: 'self' }])
      .answering({ userId: 1, isAdmin: true })
    given(...accounts)
      .when(register())
      .thenEvents(['UserRegistered', { userId: 4, isAdmin: false }])
  })
  it('… unless ADMIN_EMAIL names another', () => {
    given()
      .when(register(false))
      .thenEvents(['UserRegistered', { isAdmin: false }])
    given(register(false))
      .when(register(true))
      .thenEvents(['UserRegistered', { userId: 2, isAdmin: true }])
  })
  it('an e-mail is taken once', () => {
    given(...accounts)
      .when(register(null, true))
      .thenRefused('email_taken')
  })
  it('an admin creates accounts, never admins', () => {
    const create = (emailTaken = false) => admin('CreateUser', { emailTaken })
    given(...accounts)
      .when(create())
      .thenEvents(['UserRegistered', { userId: 4, isAdmin: false, origin: 'admin' }])
      .answering({ userId: 4 })
    given(...accounts)
      .when(create(true))
      .thenRefused('email_taken')
    given(...accounts)
      .when(by(user(MEMBER), create()))
      .thenRefused('forbidden')
    given(...accounts)
      .when(by(visitor, create()))
      .thenRefused('unauthenticated')
  })
})

describe('profiles', () => {
  it('a member changes the own one; the log has the fields’ names alone', () => {
    given(...accounts)
      .when(by(user(MEMBER), profile(MEMBER, { fields: ['email'] })))
      .thenEvents(['UserProfileChanged', { userId: MEMBER, fields: ['email'] }])
    given(...accounts)
      .when(by(user(MEMBER), profile(MEMBER, { fields: ['email'], emailTaken: true })))
      .thenRefused('email_taken')
  })
  it('… nobody else’s', () => {
    given(...accounts)
      .when(by(user(MEMBER), profile(OTHER, { fields: ['email'] })))
      .thenRefused('forbidden')
    given(...accounts)
      .when(by(visitor, profile(MEMBER, { fields: ['email'] })))
      .thenRefused('unauthenticated')
  })
  it('… and not its rights', () => {
    given(...accounts)
      .when(by(user(MEMBER), profile(MEMBER, { isAdmin: true })))
      .thenRefused('forbidden')
    given(...accounts)
      .when(by(user(MEMBER), profile(MEMBER, { isAdmin: false })))
      .thenRefused('forbidden')
  })
  it('an admin changes anybody’s', () => {
    given(...accounts)
      .when(profile(MEMBER, { fields: ['mobile'], isAdmin: true }))
      .thenEvents(['UserProfileChanged'], ['AdminGranted', { userId: MEMBER }])
    given(...accounts)
      .when(profile(MEMBER, { isAdmin: false }))
      .thenNothing()
    given(...accounts)
      .when(profile(9, { fields: ['mobile'] }))
      .thenRefused('user_not_found')
  })
  it('an admin stays one by other changes', () => {
    given(...accounts, profile(MEMBER, { isAdmin: true }))
      .when(profile(ADMIN, { fields: ['email'] }))
      .thenEvents(['UserProfileChanged', { userId: ADMIN }])
    given(...accounts)
      .when(profile(ADMIN, { isAdmin: true }))
      .thenNothing()
  })
  it('not with a login that was ended', () => {
    given(...accounts, member('EndLogins', {}))
      .when(by(user(MEMBER), profile(MEMBER, { fields: ['email'] })))
      .thenRefused('unauthenticated')
  })
  it('the pool itself grants (the command line)', () => {
    given(...accounts)
      .when(by(system, profile(MEMBER, { isAdmin: true })))
      .thenEvents(['AdminGranted'])
  })
})

describe('the last admin cannot be demoted or deleted', () => {
  const second = profile(MEMBER, { isAdmin: true })
  it('demoted', () => {
    given(...accounts)
      .when(profile(ADMIN, { isAdmin: false }))
      .thenRefused('last_admin')
    given(...accounts, second)
      .when(profile(ADMIN, { isAdmin: false }))
      .thenEvents(['AdminRevoked', { userId: ADMIN }])
  })
  it('deleted', () => {
    given(...accounts)
      .when(admin('DeleteUser', { userId: ADMIN }))
      .thenRefused('last_admin')
    given(...accounts, second)
      .when(admin('DeleteUser', { userId: ADMIN }))
      .thenEvents(['UserDeleted', { userId: ADMIN }])
  })
  it('a demoted admin has lost every right at once', () => {
    const demoted = [...accounts, second, profile(MEMBER, { isAdmin: false })]
    given(...demoted)
      .when(member('AddWeek', { seasonYear: 2025, weekNumber: 1 }))
      .thenRefused('forbidden')
  })
})

describe('logins', () => {
  const reset = (userId: number): Step => by(visitor, admin('ChangePassword', { userId, by: 'reset' }))
  const own: Step = member('ChangePassword', { userId: MEMBER, by: 'self' })
  it('a changed password ends all logins', () => {
    given(...accounts)
      .when(own)
      .thenEvents(['PasswordChanged', { userId: MEMBER, by: 'self' }])
    given(...accounts, own)
      .when(own)
      .thenRefused('unauthenticated')
    given(...accounts, own)
      .when(by(user(MEMBER, 2), own))
      .accepted()
  })
  it('a reset ends all logins', () => {
    given(...accounts)
      .when(reset(MEMBER))
      .thenEvents(['PasswordChanged', { by: 'reset' }])
    given(...accounts, reset(MEMBER))
      .when(own)
      .thenRefused('unauthenticated')
    given(...accounts)
      .when(reset(9))
      .thenRefused('user_not_found')
  })
  it('nobody else’s password', () => {
    given(...accounts)
      .when(member('ChangePassword', { userId: OTHER, by: 'self' }))
      .thenRefused('forbidden')
    given(...accounts)
      .when(by(visitor, own))
      .thenRefused('unauthenticated')
  })
  it('signing out everywhere', () => {
    const end = member('EndLogins', {})
    given(...accounts)
      .when(end)
      .thenEvents(['LoginsEnded', { userId: MEMBER }])
    given(...accounts, end)
      .when(end)
      .thenRefused('unauthenticated')
    given(...accounts, end)
      .when(by(user(OTHER), own))
      .thenRefused('forbidden')
  })
})

describe('deleting an account', () => {
  const gone = admin('DeleteUser', { userId: MEMBER })
  it('takes its entries and picks with it', () => {
    const { state } = given(...pool, pick(1, 'BUF'))
      .when(gone)
      .accepted()
    expect([...state.entries.values()].map((entry) => entry.id)).toEqual([2])
    given(...pool, gone)
      .when(pick(1, 'BUF'))
      .thenRefused('unauthenticated')
    given(...pool, pick(1, 'BUF'), gone)
      .when(admin('RemovePick', { pickId: 1 }))
      .thenRefused('pick_not_found')
  })
  it('an admin’s, or nobody’s', () => {
    given(...pool)
      .when(member('DeleteUser', { userId: MEMBER }))
      .thenRefused('forbidden')
    given(...pool)
      .when(admin('DeleteUser', { userId: 9 }))
      .thenRefused('user_not_found')
  })
  it('by the pool itself, in a pool that has no admin', () => {
    const nobodys = by(visitor, admin('RegisterUser', { emailTaken: false, isConfiguredAdmin: false }))
    given(nobodys)
      .when(by(system, admin('DeleteUser', { userId: 1 })))
      .thenEvents(['UserDeleted', { userId: 1 }])
  })
  it('no id is given twice', () => {
    given(...accounts, admin('DeleteUser', { userId: OTHER }))
      .when(register())
      .thenEvents(['UserRegistered', { userId: 4 }])
  })

  describe('entry names are redacted with their owner (architecture.md)', () => {
    const renamed = member('RenameEntry', { entryId: 1, name: 'Uno' })
    const positionsOfNames = (...facts: readonly Fact[]) => {
      const deed = given(...facts).when(gone)
      return deed.run.recorded.flatMap((event) => (event.type === 'EventsRedacted' ? event.data.positions : []))
    }
    // Positions: 1–3 accounts, 4–6 weeks and the current one, 7 and 8 entries.
    it('those it has', () => {
      expect(positionsOfNames(...pool)).toEqual([7])
      expect(positionsOfNames(...pool, renamed)).toEqual([7, 9])
    })
    it('those of entries that were deleted before', () => {
      expect(positionsOfNames(...pool, renamed, member('DeleteEntry', { entryId: 1 }))).toEqual([7, 9])
      expect(positionsOfNames(...pool, admin('RemoveEntry', { entryId: 1 }), enter(MEMBER, 'Again'))).toEqual([7, 10])
    })
    it('those of an admin’s entries that a purge took', () => {
      const owner = [profile(MEMBER, { isAdmin: true }), admin('PurgeUsersAndEntries', {})]
      expect(positionsOfNames(...pool, ...owner)).toEqual([7])
    })
    it('nothing when there was never a name', () => {
      given(...accounts)
        .when(gone)
        .thenEvents(['UserDeleted'])
    })
  })
})

describe('a purge of users and entries', () => {
  const purge = admin('PurgeUsersAndEntries', {})
  it('keeps admin accounts; their entries go too; counts leave out the kept admins', () => {
    const deed = given(...pool, enter(ADMIN, 'Mine'), pick(1, 'BUF')).when(purge)
    deed.thenEvents(
      ['UsersAndEntriesPurged', { users: 2, entries: 3, picks: 1 }],
      ['EventsRedacted', { userId: MEMBER, positions: [7] }],
      ['EventsRedacted', { userId: OTHER, positions: [8] }],
    )
    deed.answering({ users: 2, entries: 3, picks: 1 })
    expect([...deed.state.users.values()].map(({ id }) => id)).toEqual([ADMIN])
    expect(deed.state.entries.isEmpty()).toBe(true)
  })
  it('redacts in the order of the accounts, whatever a batch did to them before', () => {
    const fork = forkPool(given(...pool).state())
    const send = (step: Step) => runCommand(fork, { command: step.command, actor: step.by }, START, hashing).recorded
    send(member('EndLogins', {}))
    const redacted = send(purge).filter((event) => event.type === 'EventsRedacted')
    expect(redacted.map((event) => event.data.userId)).toEqual([MEMBER, OTHER])
  })
  it('of a pool with admins alone is nothing', () => {
    given(register()).when(purge).thenNothing().answering({ users: 0, entries: 0, picks: 0 })
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
  it('is an admin’s', () => {
    given(...pool)
      .when(by(user(MEMBER), purge))
      .thenRefused('forbidden')
  })
  it('ends every member’s rights', () => {
    given(...pool, timer(LOCK_1), at(AFTER_1, purge))
      .when(at(AFTER_1, enter(MEMBER, 'x')))
      .thenRefused('unauthenticated')
  })
})
