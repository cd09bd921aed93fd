import { describe, expect, it } from 'vitest'
import { entryId } from '../index.ts'
import {
  admin,
  ADMIN,
  at,
  by,
  given,
  member,
  MEMBER,
  OTHER,
  type Step,
  system,
  user,
  visitor,
} from '../../tests/specification.ts'
import { accounts, addWeek, AFTER_1, enter, final, LOCK_1, pick, pool, season, sync, timer } from '../../tests/pool.ts'

const rename = (name: string, entry = 1): Step => member('RenameEntry', { entryId: entry, name })
const remove = (entry = 1): Step => member('DeleteEntry', { entryId: entry })
const rules = (change: object): Step => admin('ChangeRules', { rules: change })

describe('creating an entry', () => {
  it('a member names an entry; ids count up', () => {
    given(...pool)
      .when(enter(MEMBER, 'Three'))
      .thenEvents(['EntryCreated', { entryId: 3, userId: MEMBER, name: 'Three' }])
      .answering({ entryId: 3 })
  })

  it('an id is never given twice', () => {
    given(...pool, by(user(OTHER), remove(2)))
      .when(enter(MEMBER, 'Three'))
      .thenEvents(['EntryCreated', { entryId: 3 }])
  })

  it('works before any week exists', () => {
    given(...accounts)
      .when(enter(MEMBER, 'One'))
      .thenEvents(['EntryCreated'])
  })

  it('§Rules 14: names are unique per member regardless of case', () => {
    given(...pool)
      .when(enter(MEMBER, 'oNE'))
      .thenRefused('entry_name_taken')
    given(...pool, enter(MEMBER, 'Straße'))
      .when(enter(MEMBER, 'STRASSE'))
      .thenRefused('entry_name_taken')
    given(...pool, enter(MEMBER, '\u0130zmir'))
      .when(enter(MEMBER, 'i\u0307zmir'))
      .thenRefused('entry_name_taken')
    given(...pool, enter(MEMBER, 'ΣΑΣ'))
      .when(enter(MEMBER, 'σας'))
      .thenRefused('entry_name_taken')
    given(...pool)
      .when(enter(MEMBER, 'Two'))
      .thenEvents(['EntryCreated'])
    given(...pool, remove())
      .when(enter(MEMBER, 'One'))
      .thenEvents(['EntryCreated'])
  })

  it('posting another’s user_id is forbidden, but not to an admin', () => {
    given(...pool)
      .when(by(user(MEMBER), enter(OTHER, 'Mine')))
      .thenRefused('forbidden')
    given(...pool)
      .when(by(user(ADMIN), enter(OTHER, 'For you')))
      .thenEvents(['EntryCreated', { userId: OTHER }])
    given(...pool)
      .when(by(user(ADMIN), enter(9, 'For whom')))
      .thenRefused('user_not_found')
    given(...pool)
      .when(by(visitor, enter(MEMBER, 'x')))
      .thenRefused('unauthenticated')
  })

  describe('§Rules 10: max_entries_per_member', () => {
    const two = [...season, rules({ maxEntriesPerMember: 2 }), enter(MEMBER, 'a'), enter(MEMBER, 'b')]
    it('is none by default', () => {
      given(...season, ...Array.from({ length: 40 }, (_, i) => enter(MEMBER, `e${i}`)))
        .when(enter(MEMBER, 'more'))
        .thenEvents(['EntryCreated'])
    })
    it('binds a member', () => {
      given(...two)
        .when(enter(MEMBER, 'c'))
        .thenRefused('too_many_entries', { max: 2 })
      given(...two)
        .when(enter(OTHER, 'c'))
        .thenEvents(['EntryCreated'])
    })
    it('a deleted entry makes room', () => {
      given(...two, remove(1))
        .when(enter(MEMBER, 'c'))
        .thenEvents(['EntryCreated'])
    })
    it('stays a season’s own once it has locked', () => {
      const next = [addWeek(2026, 1), admin('SetCurrentWeek', { weekId: 3 }), rules({ maxEntriesPerMember: null })]
      const back = admin('SetCurrentWeek', { weekId: 1 })
      const locked = [...two, timer(LOCK_1), ...next.map((step) => at(LOCK_1, step))]
      given(...locked)
        .when(at(LOCK_1, enter(MEMBER, 'c')))
        .thenEvents(['EntryCreated'])
      given(...locked, at(LOCK_1, back))
        .when(at(LOCK_1, enter(MEMBER, 'c')))
        .thenRefused('too_many_entries', { max: 2 })
    })
    it('binds an admin who plays, not one who acts for a member', () => {
      given(...two)
        .when(by(user(ADMIN), enter(MEMBER, 'c')))
        .thenEvents(['EntryCreated'])
      given(...two, enter(ADMIN, 'a'), enter(ADMIN, 'b'))
        .when(enter(ADMIN, 'c'))
        .thenRefused('too_many_entries')
    })
  })

  describe('§Rules 10: late_entries', () => {
    const late = at(LOCK_1, enter(MEMBER, 'Late'))
    it('are allowed by default', () => {
      given(...pool)
        .when(late)
        .thenEvents(['WeekLocked', { weekId: 1 }], ['EntryCreated'])
    })
    it('closed: at the Week 1 lock, not before', () => {
      const closed = [...pool, rules({ lateEntries: 'closed' })]
      given(...closed)
        .when(at('2025-09-07T15:59:59.999Z', enter(MEMBER, 'In time')))
        .thenEvents(['EntryCreated'])
      given(...closed)
        .when(late)
        .thenRefused('late_entries_closed')
        .recorded(['WeekLocked'])
    })
    it('closed: not to an admin acting for a member', () => {
      given(...pool, rules({ lateEntries: 'closed' }))
        .when(at(AFTER_1, by(user(ADMIN), enter(MEMBER, 'Late'))))
        .accepted()
    })
    it('closed: Week 1 of the current week’s season decides', () => {
      const next = [addWeek(2026, 1), admin('SetCurrentWeek', { weekId: 3 })]
      given(...pool, rules({ lateEntries: 'closed' }), ...next)
        .when(late)
        .accepted()
    })
  })
})

describe('§Rules 13: rename and delete close when Week 1 of that season locks', () => {
  it('a member renames and deletes before', () => {
    given(...pool)
      .when(rename('Uno'))
      .thenEvents(['EntryRenamed', { entryId: 1, name: 'Uno' }])
    given(...pool)
      .when(remove())
      .thenEvents(['EntryDeleted', { entryId: 1 }])
  })
  it('… also without any week', () => {
    given(...accounts, enter(MEMBER, 'One'))
      .when(rename('Uno'))
      .thenEvents(['EntryRenamed'])
  })
  it('… and neither from the lock on', () => {
    given(...pool)
      .when(at(LOCK_1, rename('Uno')))
      .thenRefused('week_one_locked')
      .recorded(['WeekLocked'])
    given(...pool)
      .when(at(AFTER_1, remove()))
      .thenRefused('week_one_locked')
      .recorded(['WeekLocked'])
  })
  it('a reopened Week 1 opens them again', () => {
    const later = at(LOCK_1, admin('SetLockTime', { weekId: 1, lockTime: '2025-09-10T16:00:00.000Z' }))
    given(...pool, timer(LOCK_1), later)
      .when(at(AFTER_1, rename('Uno')))
      .thenEvents(['EntryRenamed'])
  })
  it('an admin still renames and deletes own entries', () => {
    const own = [...season, enter(ADMIN, 'Mine')]
    given(...own, timer(LOCK_1))
      .when(at(AFTER_1, by(user(ADMIN), rename('Meine'))))
      .thenEvents(['EntryRenamed'])
    given(...own, timer(LOCK_1))
      .when(at(AFTER_1, by(user(ADMIN), remove())))
      .thenEvents(['EntryDeleted'])
  })
  it('Week 1 of the current week’s season decides: a new season opens them', () => {
    const next = [addWeek(2026, 1), admin('SetCurrentWeek', { weekId: 3 })]
    given(...pool, timer(LOCK_1), ...next)
      .when(at(AFTER_1, rename('Uno')))
      .thenEvents(['EntryRenamed'])
  })
})

describe('an entry belongs to its member', () => {
  it.each([
    ['rename', rename('x', 2)],
    ['delete', remove(2)],
  ])('another’s does not exist for %s, but for an admin', (_what, step) => {
    given(...pool)
      .when(step)
      .thenRefused('entry_not_found')
    given(...pool)
      .when(by(user(ADMIN), step))
      .accepted()
    given(...pool)
      .when(by(visitor, step))
      .thenRefused('unauthenticated')
  })
  it('a name that stays is no event', () => {
    given(...pool)
      .when(rename('One'))
      .thenNothing()
  })
  it('renaming keeps names unique, but may change its own case', () => {
    given(...pool, enter(MEMBER, 'Three'))
      .when(rename('tHREE'))
      .thenRefused('entry_name_taken')
    given(...pool)
      .when(rename('ONE'))
      .thenEvents(['EntryRenamed', { name: 'ONE' }])
  })
  it('If-Match: a stale version is a conflict', () => {
    const versioned = (ifVersion: number) => member('RenameEntry', { entryId: 1, name: 'Uno', ifVersion })
    const { version } = given(...pool)
      .state()
      .entries.get(entryId(1))!
    given(...pool)
      .when(versioned(version))
      .thenEvents(['EntryRenamed'])
    given(...pool, rename('Eins'))
      .when(versioned(version))
      .thenRefused('version_conflict')
    given(...pool, pick(1, 'BUF'))
      .when(versioned(version))
      .thenEvents(['EntryRenamed'])
    given(...pool)
      .when(member('DeleteEntry', { entryId: 1, ifVersion: 1 }))
      .thenRefused('version_conflict')
    given(...pool)
      .when(admin('RemoveEntry', { entryId: 1, ifVersion: 1 }))
      .thenRefused('version_conflict')
    given(...pool)
      .when(admin('AmendEntry', { entryId: 1, name: 'x', ifVersion: 1 }))
      .thenRefused('version_conflict')
  })
})

describe('an admin and anybody’s entry', () => {
  const amend = (change: object): Step => admin('AmendEntry', { entryId: 1, ...change })

  it('removes it, at any time', () => {
    given(...pool, timer(LOCK_1))
      .when(at(AFTER_1, admin('RemoveEntry', { entryId: 2 })))
      .thenEvents(['EntryDeleted', { entryId: 2 }])
    given(...pool)
      .when(admin('RemoveEntry', { entryId: 9 }))
      .thenRefused('entry_not_found')
    given(...pool)
      .when(member('RemoveEntry', { entryId: 1 }))
      .thenRefused('forbidden')
  })
  it('renames it, at any time, keeping its member’s names unique', () => {
    given(...pool, timer(LOCK_1))
      .when(at(AFTER_1, amend({ name: 'Uno' })))
      .thenEvents(['EntryRenamed', { entryId: 1, name: 'Uno' }])
    given(...pool, enter(MEMBER, 'Three'))
      .when(amend({ name: 'THREE' }))
      .thenRefused('entry_name_taken')
    given(...pool)
      .when(by(user(MEMBER), amend({ name: 'x' })))
      .thenRefused('forbidden')
    given(...pool)
      .when(by(system, amend({ name: 'x' })))
      .accepted()
  })
  it('§Rules 6: eliminates by hand, which counts from the current week', () => {
    given(...pool)
      .when(amend({ isEliminated: true }))
      .thenEvents(['EntryEliminatedByHand', { entryId: 1, seasonYear: 2025, weekNumber: 1 }])
    given(...pool, amend({ isEliminated: true }))
      .when(amend({ isEliminated: true }))
      .thenNothing()
  })
  it('§Rules 6: reinstates, which forgives the losses there are', () => {
    const lost = [pick(1, 'BUF'), timer(LOCK_1), at(AFTER_1, sync(1, final('BUF-MIA', 3, 7)))]
    given(...pool, ...lost)
      .when(at(AFTER_1, amend({ isEliminated: false })))
      .thenEvents(['EntryReinstated', { entryId: 1, forgiven: [{ weekId: 1, team: 'BUF' }] }])
    given(...pool)
      .when(amend({ isEliminated: false }))
      .thenNothing()
    given(...pool, ...lost)
      .when(at(AFTER_1, amend({ isEliminated: true })))
      .thenNothing()
  })
  it('renames and judges in one', () => {
    given(...pool)
      .when(amend({ name: 'Uno', isEliminated: true }))
      .thenEvents(['EntryRenamed'], ['EntryEliminatedByHand'])
    given(...pool, enter(MEMBER, 'Three'))
      .when(amend({ name: 'Three', isEliminated: true }))
      .thenRefused('entry_name_taken')
      .recorded()
  })
  it('without a week nobody can be eliminated; alive they are already', () => {
    const bare = [...accounts, enter(MEMBER, 'One')]
    given(...bare)
      .when(amend({ isEliminated: true }))
      .thenRefused('no_current_week')
    given(...bare)
      .when(amend({ name: 'Uno', isEliminated: false }))
      .thenEvents(['EntryRenamed'])
  })
})

describe('payment (decisions.md §API shapes)', () => {
  const pay = (change: object): Step =>
    at('2025-09-02T01:00:00Z', admin('SetPayment', { entryId: 1, paymentType: null, paidDate: null, ...change }))
  const paid = [...pool, pay({ paymentType: 'cash', paidDate: '2025-08-30' })]

  it.each(['venmo', 'paypal', 'square', 'cash'])('paid by %s', (paymentType) => {
    given(...pool)
      .when(pay({ paymentType, paidDate: '2025-08-30' }))
      .thenEvents(['PaymentRecorded', { entryId: 1, paymentType, paidDate: '2025-08-30' }])
  })
  it('paid_date defaults to today in New York', () => {
    given(...pool)
      .when(pay({ paymentType: 'cash' }))
      .thenEvents(['PaymentRecorded', { paidDate: '2025-09-01' }])
  })
  it('… by site time', () => {
    const override = admin('SetSiteTime', { siteTime: '2025-12-25T12:00:00.000Z', running: false })
    given(...season, enter(MEMBER, 'One'), override)
      .when(pay({ paymentType: 'cash' }))
      .thenEvents(['PaymentRecorded', { paidDate: '2025-12-25' }])
  })
  it('paid needs a payment type', () => {
    given(...pool)
      .when(pay({}))
      .thenRefused('payment_type_required')
    given(...pool)
      .when(pay({ isPaid: true, paidDate: '2025-08-30' }))
      .thenRefused('payment_type_required')
  })
  it('without is_paid the call toggles; back to unpaid clears both', () => {
    const undone = given(...paid)
      .when(pay({ paymentType: 'cash' }))
      .thenEvents(['PaymentReversed', { entryId: 1 }])
    expect(undone.state.entries.get(entryId(1))!.payment).toBeNull()
    given(...paid, pay({}))
      .when(pay({ paymentType: 'venmo' }))
      .thenEvents(['PaymentRecorded'])
  })
  it('is_paid sets', () => {
    given(...pool)
      .when(pay({ isPaid: false }))
      .thenNothing()
    given(...paid)
      .when(pay({ isPaid: true }))
      .thenNothing()
    given(...paid)
      .when(pay({ isPaid: true, paymentType: 'cash', paidDate: '2025-08-30' }))
      .thenNothing()
    given(...paid)
      .when(pay({ isPaid: true, paymentType: 'venmo' }))
      .thenEvents(['PaymentRecorded', { paymentType: 'venmo', paidDate: '2025-08-30' }])
    given(...paid)
      .when(pay({ isPaid: false }))
      .thenEvents(['PaymentReversed'])
  })
  it('a paid entry’s date cannot be edited', () => {
    given(...paid)
      .when(pay({ isPaid: true, paidDate: '2025-08-31' }))
      .thenRefused('paid_date_locked')
  })
  it('only an admin, only an entry that exists, only its present version', () => {
    given(...pool)
      .when(by(user(MEMBER), pay({ paymentType: 'cash' })))
      .thenRefused('forbidden')
    given(...pool)
      .when(pay({ entryId: 9, paymentType: 'cash' }))
      .thenRefused('entry_not_found')
    given(...pool)
      .when(pay({ paymentType: 'cash', ifVersion: 1 }))
      .thenRefused('version_conflict')
  })
})
