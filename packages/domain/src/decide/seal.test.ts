import { describe, it } from 'vitest'
import {
  admin,
  ADMIN,
  at,
  by,
  event,
  given,
  member,
  MEMBER,
  START,
  type CommandStep,
  user,
  visitor,
} from '../../tests/specification.ts'
import { createEntry, LOCK_1, override, pick, pool, timer } from '../../tests/pool.ts'
import { nonceOf } from '../../tests/hashing.ts'

const changeEmail: CommandStep = admin('ChangeProfile', { userId: MEMBER, fields: ['email'], emailTaken: false })
const confirm: CommandStep = by(visitor, admin('ConfirmEmailChange', { userId: MEMBER }))
/** Signed in after the change. */
const again = (step: CommandStep): CommandStep => by(user(MEMBER, 2), step)
const WEEK_LATER = '2025-09-08T12:00:00Z'
/** The member's entry 1 has a pick in week 1, entry 3 has none. */
const sealed = [...pool, pick(1, 'BUF'), createEntry(MEMBER, 'Three'), changeEmail]

describe('ChangeProfile by an admin', () => {
  it('seals the picks of a member whose address changes, for 7 days, and ends the logins', () => {
    given(...pool)
      .when(changeEmail)
      .thenEvents(
        ['UserProfileChanged', { userId: MEMBER, fields: ['email'] }],
        ['EmailChangedByAdmin', { userId: MEMBER, sealedUntil: '2025-09-08T12:00:00.000Z' }],
      )
    given(...pool, changeEmail)
      .when(pick(1, 'BUF'))
      .thenRejected('unauthenticated')
  })
  it('seals nothing when the admin changes other fields, or the own address', () => {
    given(...pool)
      .when(admin('ChangeProfile', { userId: MEMBER, fields: ['first_name'], emailTaken: false }))
      .thenEvents(['UserProfileChanged'])
    given(...pool)
      .when(admin('ChangeProfile', { userId: ADMIN, fields: ['email'], emailTaken: false, isAdmin: true }))
      .thenEvents(['UserProfileChanged'])
  })
  it('seals anew, with all picks up to then, when the address changes again', () => {
    given(...sealed, again(pick(1, 'KC', 3)), changeEmail)
      .when(by(user(MEMBER, 3), pick(1, 'SF', 3)))
      .thenRejected('picks_sealed')
  })
})

describe('an entry with a sealed pick', () => {
  it('can be deleted by an admin, and not by its owner', () => {
    const remove = admin('DeleteEntry', { entryId: 1 })
    given(...sealed)
      .when(again(remove))
      .thenRejected('picks_sealed')
    given(...sealed)
      .when(remove)
      .thenEvents(['EntryDeleted', { entryId: 1 }])
    given(...sealed)
      .when(again(member('DeleteEntry', { entryId: 3 })))
      .thenAccepted()
  })
})

describe('a sealed pick', () => {
  it('can be neither changed nor cleared nor submitted again', () => {
    given(...sealed)
      .when(again(pick(1, 'BUF')))
      .thenRejected('picks_sealed')
    given(...sealed)
      .when(again(pick(1, 'KC')))
      .thenRejected('picks_sealed')
    const nonce = nonceOf(1)
    given(...sealed)
      .when(again(member('ChangePick', { pickId: 1_000_001, team: 'KC', nonce })))
      .thenRejected('picks_sealed')
    given(...sealed)
      .when(again(member('ClearPick', { pickId: 1_000_001 })))
      .thenRejected('picks_sealed')
  })
  it('closes the other weeks of its entry, whatever the team, and no other entry', () => {
    given(...sealed)
      .when(again(pick(2, 'BUF')))
      .thenRejected('picks_sealed')
    given(...sealed)
      .when(again(pick(2, 'KC')))
      .thenRejected('picks_sealed')
    given(...sealed)
      .when(again(pick(1, 'BUF', 3)))
      .thenEvents(['PickSubmitted'])
  })
  it('cannot be deleted with its entry by the owner, but by an admin', () => {
    given(...sealed)
      .when(again(member('DeleteEntry', { entryId: 1 })))
      .thenRejected('picks_sealed')
    given(...sealed)
      .when(admin('RemoveEntry', { entryId: 1 }))
      .thenEvents(['EntryDeleted'])
  })
  it('refuses before it compares versions, which would reveal the last change', () => {
    const guess = { entryId: 1, weekId: 1, team: 'KC', nonce: nonceOf(1), ifVersion: 1 }
    given(...sealed)
      .when(again(member('SubmitPick', guess)))
      .thenRejected('picks_sealed')
  })
  it('is not sealed for its week once that locks', () => {
    given(...sealed, timer(LOCK_1))
      .when(at(LOCK_1, again(pick(1, 'KC'))))
      .thenRejected('week_locked')
    given(...sealed, timer(LOCK_1))
      .when(at(LOCK_1, again(pick(2, 'KC'))))
      .thenEvents(['PickSubmitted'])
  })
  it('is no longer sealed when an admin has overridden it, because the admin chose that team', () => {
    given(...sealed, override(1, 1, 'DAL'))
      .when(again(pick(1, 'KC')))
      .thenEvents(['PickSubmitted'])
  })
  it('is left alone by Randomize Picks, like every entry of the account', () => {
    given(...sealed)
      .when(admin('RandomizePicks', { weekId: 1, overwrite: true, seed: nonceOf(3) }))
      .thenReply({ created: 1, updated: 0, skipped: 2 })
  })
  it('refuses an override of the owner’s own entry on record, as if it were another member’s', () => {
    const sealedAdmin = [...pool, createEntry(ADMIN, 'Mine'), by(user(ADMIN), pick(1, 'BUF', 3))]
    const grantOther = event('AdminGranted', { userId: MEMBER })
    const changeAdmin = by(user(MEMBER), admin('ChangeProfile', { userId: ADMIN, fields: ['email'], emailTaken: false }))
    given(...sealedAdmin, grantOther, changeAdmin)
      .when(by(user(ADMIN, 2), override(3, 2, 'BUF')))
      .thenRejected('team_used', { team: 'BUF' })
      .thenRecorded(['OverrideRefused', { entryId: 3, weekId: 2 }])
  })
})

describe('a sealed ranking', () => {
  const rank = (entry: number, ...teams: readonly string[]) => member('SetRanking', { entryId: entry, teams, nonce: nonceOf(4) })
  const ranked = [...pool, rank(1, 'BUF', 'KC'), createEntry(MEMBER, 'Three'), changeEmail]

  it('can be neither replaced nor confirmed, whatever the teams', () => {
    for (const teams of [['BUF', 'KC'], ['SF'], [], ['XXX']])
      given(...ranked)
        .when(again(rank(1, ...teams)))
        .thenRejected('picks_sealed')
  })
  it('closes neither the picks of its entry nor the ranking of another one', () => {
    given(...ranked)
      .when(again(pick(1, 'BUF')))
      .thenEvents(['PickSubmitted'])
    given(...ranked)
      .when(again(rank(3, 'BUF')))
      .thenEvents(['RankingSet', { entryId: 3 }])
  })
  it('cannot be deleted with its entry by the owner', () => {
    given(...ranked)
      .when(again(member('DeleteEntry', { entryId: 1 })))
      .thenRejected('picks_sealed')
  })
  it('stays sealed when a week locks, and gives automatic picks', () => {
    const auto = admin('ChangeRules', { rules: { missedPick: 'auto' } })
    given(...pool, auto, rank(1, 'BUF', 'KC'), changeEmail)
      .when(timer(LOCK_1))
      .thenEvents(['PickAssigned', { entryId: 1, team: 'BUF', rule: 'my_list' }], ['PickAssigned'], ['WeekLocked'])
    given(...ranked, timer(LOCK_1))
      .when(at(LOCK_1, again(rank(1, 'SF'))))
      .thenRejected('picks_sealed')
  })
  it('is free again once the seal ends', () => {
    given(...ranked, confirm)
      .when(again(rank(1, 'SF')))
      .thenEvents(['RankingSet', { teams: ['SF'] }])
  })
})

describe('the end of a seal', () => {
  it('ConfirmEmailChange ends it once', () => {
    given(...sealed)
      .when(confirm)
      .thenEvents(['PicksUnsealed', { userId: MEMBER, by: 'confirmation' }])
    given(...sealed, confirm)
      .when(again(pick(1, 'KC')))
      .thenEvents(['PickSubmitted'])
    given(...sealed, confirm)
      .when(confirm)
      .thenRejected('confirm_link_invalid')
    given(...pool)
      .when(confirm)
      .thenRejected('confirm_link_invalid')
  })
  it('comes with the first command after 7 days of real time, even while the site time is frozen', () => {
    const frozen = admin('SetSiteTime', { siteTime: START, running: false })
    given(...sealed, frozen)
      .when(timer('2025-09-08T11:59:59.999Z'))
      .thenNoEvents()
    given(...sealed, frozen)
      .when(timer(WEEK_LATER))
      .thenEvents(['PicksUnsealed', { userId: MEMBER, by: 'expiry' }])
  })
  it('does not come with a new password', () => {
    const reset = by(visitor, admin('ChangePassword', { userId: MEMBER, by: 'reset' }))
    given(...sealed, reset)
      .when(by(user(MEMBER, 3), pick(1, 'KC')))
      .thenRejected('picks_sealed')
  })
  it('does not come with a change of the address by the account itself', () => {
    const own = again(member('ChangeProfile', { userId: MEMBER, fields: ['email'], emailTaken: false }))
    given(...sealed, own)
      .when(again(pick(1, 'KC')))
      .thenRejected('picks_sealed')
  })
  it('comes with the account itself', () => {
    given(...sealed, admin('DeleteUser', { userId: MEMBER }))
      .when(timer(WEEK_LATER))
      .thenEvents(['WeekLocked'])
    given(...sealed, admin('PurgeUsersAndEntries', {}))
      .when(timer(WEEK_LATER))
      .thenEvents(['WeekLocked'])
  })
})

describe('a password that an admin chose', () => {
  const create = admin('CreateUser', { emailTaken: false, hasPassword: true })
  it('is recorded with the account, and when the owner replaces it', () => {
    given(...pool)
      .when(create)
      .thenEvents(['UserRegistered', { userId: 4, origin: 'admin' }], ['PasswordChosenByAdmin', { userId: 4 }])
    given(...pool, create)
      .when(by(user(4), admin('ChangePassword', { userId: 4, by: 'self' })))
      .thenEvents(['PasswordChanged'], ['AdminPasswordReplaced', { userId: 4 }])
    given(...pool, create, by(user(4), admin('ChangePassword', { userId: 4, by: 'self' })))
      .when(by(user(4, 2), admin('ChangePassword', { userId: 4, by: 'self' })))
      .thenEvents(['PasswordChanged'])
  })
})

describe('ClaimAdmin', () => {
  const registered = by(visitor, admin('RegisterUser', { emailTaken: false, adminGrant: 'never' }))
  const claim = by(visitor, admin('ClaimAdmin', { userId: 1 }))
  it('makes the owner of ADMIN_EMAIL the first admin, and nobody after that', () => {
    given(registered)
      .when(claim)
      .thenEvents(['AdminGranted', { userId: 1 }])
    given(registered, registered, claim)
      .when(by(visitor, admin('ClaimAdmin', { userId: 2 })))
      .thenRejected('admin_link_invalid')
    given().when(claim).thenRejected('admin_link_invalid')
  })
  it('is also part of a password reset, whose link confirms the address', () => {
    const reset = (claimsAdmin: boolean) => by(visitor, admin('ChangePassword', { userId: 1, by: 'reset', claimsAdmin }))
    given(registered)
      .when(reset(true))
      .thenEvents(['PasswordChanged'], ['AdminGranted', { userId: 1 }])
    given(registered).when(reset(false)).thenEvents(['PasswordChanged'])
    given(...pool)
      .when(reset(true))
      .thenEvents(['PasswordChanged'])
  })
})
