import { describe, expect, it } from 'vitest'
import { currentStanding, entryId, type PoolState } from '../index.ts'
import {
  admin,
  ADMIN,
  at,
  by,
  given,
  member,
  MEMBER,
  OTHER,
  type CommandStep,
  system,
  user,
  visitor,
} from '../../tests/specification.ts'
import {
  accounts,
  addWeek,
  AFTER_1,
  AFTER_2,
  createEntry,
  final,
  LOCK_1,
  pick,
  pool,
  season,
  sync,
  timer,
} from '../../tests/pool.ts'

const rename = (name: string, entry = 1): CommandStep => member('RenameEntry', { entryId: entry, name })
const remove = (entry = 1): CommandStep => member('DeleteEntry', { entryId: entry })
const rules = (change: object): CommandStep => admin('ChangeRules', { rules: change })

describe('CreateEntry', () => {
  it('creates an entry with the next id', () => {
    given(...pool)
      .when(createEntry(MEMBER, 'Three'))
      .thenEvents(['EntryCreated', { entryId: 3, userId: MEMBER, name: 'Three' }])
      .thenReply({ entryId: 3 })
  })

  it('never reuses an id', () => {
    given(...pool, by(user(OTHER), remove(2)))
      .when(createEntry(MEMBER, 'Three'))
      .thenEvents(['EntryCreated', { entryId: 3 }])
  })

  it.each([
    ['blanks of another kind', 'My Best', 'my\u00a0best'],
    ['two blanks', 'My Best', 'My  Best'],
    ['an invisible character of an older name', 'My\u200bBest', 'MyBest'],
    ['full-width letters', 'Best', 'Ｂｅｓｔ'],
    ['another variant of an emoji', 'Ann ❤', 'Ann ❤\ufe0f'],
    ['a blank at the end of an older name', 'Best ', 'Best'],
  ])('refuses a second name of the member that looks like the first: %s (docs/rules.md §8.1)', (_, first, second) => {
    given(...pool, createEntry(MEMBER, first))
      .when(createEntry(MEMBER, second))
      .thenRejected('entry_name_taken')
  })

  it('accepts a name that differs from another one by a blank within it', () => {
    given(...pool, createEntry(MEMBER, 'My Best'))
      .when(createEntry(MEMBER, 'MyBest'))
      .thenAccepted()
  })

  it('works before the pool has weeks', () => {
    given(...accounts)
      .when(createEntry(MEMBER, 'One'))
      .thenEvents(['EntryCreated'])
    given(...accounts, rules({ maxEntriesPerMember: 1 }), createEntry(MEMBER, 'One'))
      .when(createEntry(MEMBER, 'Two'))
      .thenRejected('too_many_entries')
  })

  it('requires a name that is unique per member, regardless of case (docs/rules.md §8.1)', () => {
    given(...pool)
      .when(createEntry(MEMBER, 'oNE'))
      .thenRejected('entry_name_taken')
    given(...pool, createEntry(MEMBER, 'Straße'))
      .when(createEntry(MEMBER, 'STRASSE'))
      .thenRejected('entry_name_taken')
    given(...pool, createEntry(MEMBER, '\u0130zmir'))
      .when(createEntry(MEMBER, 'i\u0307zmir'))
      .thenRejected('entry_name_taken')
    given(...pool, createEntry(MEMBER, 'ΣΑΣ'))
      .when(createEntry(MEMBER, 'σας'))
      .thenRejected('entry_name_taken')
    given(...pool)
      .when(createEntry(MEMBER, 'Two'))
      .thenEvents(['EntryCreated'])
    given(...pool, remove())
      .when(createEntry(MEMBER, 'One'))
      .thenEvents(['EntryCreated'])
  })

  it('rejects a member who creates an entry for another user, but not an admin', () => {
    given(...pool)
      .when(by(user(MEMBER), createEntry(OTHER, 'Mine')))
      .thenRejected('forbidden')
    given(...pool)
      .when(by(user(ADMIN), createEntry(OTHER, 'For you')))
      .thenEvents(['EntryCreated', { userId: OTHER }])
    given(...pool)
      .when(by(user(ADMIN), createEntry(9, 'For whom')))
      .thenRejected('user_not_found')
    given(...pool)
      .when(by(visitor, createEntry(MEMBER, 'x')))
      .thenRejected('unauthenticated')
  })

  describe('max_entries_per_member (docs/rules.md §7.1)', () => {
    const two = [...season, rules({ maxEntriesPerMember: 2 }), createEntry(MEMBER, 'a'), createEntry(MEMBER, 'b')]
    it('has no limit by default', () => {
      given(...season, ...Array.from({ length: 40 }, (_, i) => createEntry(MEMBER, `e${i}`)))
        .when(createEntry(MEMBER, 'more'))
        .thenEvents(['EntryCreated'])
    })
    it('limits a member', () => {
      given(...two)
        .when(createEntry(MEMBER, 'c'))
        .thenRejected('too_many_entries', { max: 2 })
      given(...two)
        .when(createEntry(OTHER, 'c'))
        .thenEvents(['EntryCreated'])
    })
    it('does not count deleted entries', () => {
      given(...two, remove(1))
        .when(createEntry(MEMBER, 'c'))
        .thenEvents(['EntryCreated'])
    })
    it('stays as it is for a season that has locked', () => {
      const next = [addWeek(2026, 1), admin('SetCurrentWeek', { weekId: 3 }), rules({ maxEntriesPerMember: null })]
      const back = admin('SetCurrentWeek', { weekId: 1 })
      const locked = [...two, timer(LOCK_1), ...next.map((step) => at(LOCK_1, step))]
      given(...locked)
        .when(at(LOCK_1, createEntry(MEMBER, 'c')))
        .thenEvents(['EntryCreated'])
      given(...locked, at(LOCK_1, back))
        .when(at(LOCK_1, createEntry(MEMBER, 'c')))
        .thenRejected('too_many_entries', { max: 2 })
    })
    it('limits an admin’s own entries, but not those created for a member', () => {
      given(...two)
        .when(by(user(ADMIN), createEntry(MEMBER, 'c')))
        .thenEvents(['EntryCreated'])
      given(...two, createEntry(ADMIN, 'a'), createEntry(ADMIN, 'b'))
        .when(createEntry(ADMIN, 'c'))
        .thenRejected('too_many_entries')
    })
  })

  describe('late_entries (docs/rules.md §7.1)', () => {
    const late = at(LOCK_1, createEntry(MEMBER, 'Late'))
    it('allows new entries by default', () => {
      given(...pool)
        .when(late)
        .thenEvents(['WeekLocked', { weekId: 1 }], ['EntryCreated'])
    })
    it('closed: rejects new entries from the lock of Week 1 on', () => {
      const closed = [...pool, rules({ lateEntries: 'closed' })]
      given(...closed)
        .when(at('2025-09-07T15:59:59.999Z', createEntry(MEMBER, 'In time')))
        .thenEvents(['EntryCreated'])
      given(...closed)
        .when(late)
        .thenRejected('late_entries_closed')
        .thenRecorded(['WeekLocked'])
    })
    it('until a week: rejects new entries from the lock of that week on, or of the first one after it', () => {
      const until = (untilWeek: number) => [...pool, rules({ lateEntries: { untilWeek } })]
      given(...until(2))
        .when(at(AFTER_1, createEntry(MEMBER, 'Late')))
        .thenAccepted()
      given(...until(2))
        .when(at(AFTER_2, createEntry(MEMBER, 'Later')))
        .thenRejected('late_entries_closed', { week: 2 })
      given(...until(1))
        .when(at(AFTER_1, createEntry(MEMBER, 'Late')))
        .thenRejected('late_entries_closed', { week: 1 })
    })
    it('closed: accepts an entry that an admin creates for a member', () => {
      given(...pool, rules({ lateEntries: 'closed' }))
        .when(at(AFTER_1, by(user(ADMIN), createEntry(MEMBER, 'Late'))))
        .thenAccepted()
    })
    it('closed: uses Week 1 of the current week’s season', () => {
      const next = [addWeek(2026, 1), admin('SetCurrentWeek', { weekId: 3 })]
      given(...pool, rules({ lateEntries: 'closed' }), ...next)
        .when(late)
        .thenAccepted()
    })
  })
})

describe('RenameEntry and DeleteEntry (docs/rules.md §8.2)', () => {
  it('are accepted before Week 1 locks', () => {
    given(...pool)
      .when(rename('Uno'))
      .thenEvents(['EntryRenamed', { entryId: 1, name: 'Uno' }])
    given(...pool)
      .when(remove())
      .thenEvents(['EntryDeleted', { entryId: 1 }])
  })
  it('are accepted without any week', () => {
    given(...accounts, createEntry(MEMBER, 'One'))
      .when(rename('Uno'))
      .thenEvents(['EntryRenamed'])
  })
  it('are rejected from the lock of Week 1 on', () => {
    given(...pool)
      .when(at(LOCK_1, rename('Uno')))
      .thenRejected('week_one_locked')
      .thenRecorded(['WeekLocked'])
    given(...pool)
      .when(at(AFTER_1, remove()))
      .thenRejected('week_one_locked')
      .thenRecorded(['WeekLocked'])
  })
  it('are accepted again when Week 1 reopens', () => {
    const later = at(LOCK_1, admin('SetLockTime', { weekId: 1, lockTime: '2025-09-10T16:00:00.000Z' }))
    given(...pool, timer(LOCK_1), later)
      .when(at(AFTER_1, rename('Uno')))
      .thenEvents(['EntryRenamed'])
  })
  it('are accepted after the lock for an admin’s own entries', () => {
    const own = [...season, createEntry(ADMIN, 'Mine')]
    given(...own, timer(LOCK_1))
      .when(at(AFTER_1, by(user(ADMIN), rename('Meine'))))
      .thenEvents(['EntryRenamed'])
    given(...own, timer(LOCK_1))
      .when(at(AFTER_1, by(user(ADMIN), remove())))
      .thenEvents(['EntryDeleted'])
  })
  it('are accepted again in a new season', () => {
    const next = [addWeek(2026, 1), admin('SetCurrentWeek', { weekId: 3 })]
    given(...pool, timer(LOCK_1), ...next)
      .when(at(AFTER_1, rename('Uno')))
      .thenEvents(['EntryRenamed'])
  })
})

describe('another member’s entry', () => {
  it.each([
    ['rename', rename('x', 2)],
    ['delete', remove(2)],
  ])('does not exist when a member tries to %s it, but does for an admin', (_what, step) => {
    given(...pool)
      .when(step)
      .thenRejected('entry_not_found')
    given(...pool)
      .when(by(user(ADMIN), step))
      .thenAccepted()
    given(...pool)
      .when(by(visitor, step))
      .thenRejected('unauthenticated')
  })
  it('RenameEntry to the same name records no event', () => {
    given(...pool)
      .when(rename('One'))
      .thenNoEvents()
  })
  it('RenameEntry keeps names unique but may change the case of its own', () => {
    given(...pool, createEntry(MEMBER, 'Three'))
      .when(rename('tHREE'))
      .thenRejected('entry_name_taken')
    given(...pool)
      .when(rename('ONE'))
      .thenEvents(['EntryRenamed', { name: 'ONE' }])
  })
  it('rejects a stale version with version_conflict', () => {
    const versioned = (ifVersion: number) => member('RenameEntry', { entryId: 1, name: 'Uno', ifVersion })
    const { version } = given(...pool)
      .state()
      .entries.get(entryId(1))!
    given(...pool)
      .when(versioned(version))
      .thenEvents(['EntryRenamed'])
    given(...pool, rename('Eins'))
      .when(versioned(version))
      .thenRejected('version_conflict')
    given(...pool, pick(1, 'BUF'))
      .when(versioned(version))
      .thenEvents(['EntryRenamed'])
    given(...pool)
      .when(member('DeleteEntry', { entryId: 1, ifVersion: 1 }))
      .thenRejected('version_conflict')
    given(...pool)
      .when(admin('RemoveEntry', { entryId: 1, ifVersion: 1 }))
      .thenRejected('version_conflict')
    given(...pool)
      .when(admin('AmendEntry', { entryId: 1, name: 'x', ifVersion: 1 }))
      .thenRejected('version_conflict')
  })
})

describe('RemoveEntry and AmendEntry', () => {
  const amend = (change: object): CommandStep => admin('AmendEntry', { entryId: 1, ...change })

  it('RemoveEntry deletes any entry at any time', () => {
    given(...pool, timer(LOCK_1))
      .when(at(AFTER_1, admin('RemoveEntry', { entryId: 2 })))
      .thenEvents(['EntryDeleted', { entryId: 2 }])
    given(...pool)
      .when(admin('RemoveEntry', { entryId: 9 }))
      .thenRejected('entry_not_found')
    given(...pool)
      .when(member('RemoveEntry', { entryId: 1 }))
      .thenRejected('forbidden')
  })
  it('AmendEntry renames at any time and keeps the member’s names unique', () => {
    given(...pool, timer(LOCK_1))
      .when(at(AFTER_1, amend({ name: 'Uno' })))
      .thenEvents(['EntryRenamed', { entryId: 1, name: 'Uno' }])
    given(...pool, createEntry(MEMBER, 'Three'))
      .when(amend({ name: 'THREE' }))
      .thenRejected('entry_name_taken')
    given(...pool)
      .when(by(user(MEMBER), amend({ name: 'x' })))
      .thenRejected('forbidden')
    given(...pool)
      .when(by(system, amend({ name: 'x' })))
      .thenAccepted()
  })
  it('AmendEntry leaves an entry out that it only renames', () => {
    given(...pool, amend({ isEliminated: true }))
      .when(amend({ name: 'Uno' }))
      .thenEvents(['EntryRenamed', { name: 'Uno' }])
  })
  it('AmendEntry eliminates as of the current week (docs/rules.md §5.3)', () => {
    given(...pool)
      .when(amend({ isEliminated: true }))
      .thenEvents(['EntryEliminatedByHand', { entryId: 1, seasonYear: 2025, weekNumber: 1 }])
    given(...pool, amend({ isEliminated: true }))
      .when(amend({ isEliminated: true }))
      .thenNoEvents()
  })
  it('AmendEntry reinstates and waives the current losses (docs/rules.md §5.4)', () => {
    const lost = [pick(1, 'BUF'), timer(LOCK_1), at(AFTER_1, sync(1, final('BUF-MIA', 3, 7)))]
    given(...pool, ...lost)
      .when(at(AFTER_1, amend({ isEliminated: false })))
      .thenEvents(['EntryReinstated', { entryId: 1, forgiven: [{ weekId: 1, team: 'BUF' }] }])
    given(...pool)
      .when(amend({ isEliminated: false }))
      .thenNoEvents()
  })
  it('AmendEntry eliminates an entry that is already out, which counts once a correction undoes its loss (docs/rules.md §5.3)', () => {
    const lost = [pick(1, 'BUF'), timer(LOCK_1), at(AFTER_1, sync(1, final('BUF-MIA', 3, 7)))]
    const eliminated = given(...pool, ...lost, at(AFTER_1, amend({ isEliminated: true })))
    given(...pool, ...lost)
      .when(at(AFTER_1, amend({ isEliminated: true })))
      .thenEvents(['EntryEliminatedByHand', { entryId: 1, seasonYear: 2025, weekNumber: 1 }])
    const standingIn = (state: PoolState) => currentStanding(state, state.entries.get(entryId(1))!)
    expect(standingIn(eliminated.state())).toMatchObject({ status: 'out', cause: 'loss' })
    const correction = at(AFTER_1, sync(1, final('BUF-MIA', 10, 7)))
    expect(standingIn(given(...pool, ...lost, correction).state())).toEqual({ status: 'alive', losses: 0, livesLeft: 1 })
    const corrected = eliminated.and(correction)
    expect(standingIn(corrected.state())).toMatchObject({ status: 'out', cause: 'hand', eliminatedWeek: 1 })
    const reinstated = corrected.and(at(AFTER_1, amend({ isEliminated: false })))
    expect(standingIn(reinstated.state())).toEqual({ status: 'alive', losses: 0, livesLeft: 1 })
  })
  it('AmendEntry renames and eliminates in one command', () => {
    given(...pool)
      .when(amend({ name: 'Uno', isEliminated: true }))
      .thenEvents(['EntryRenamed'], ['EntryEliminatedByHand'])
    given(...pool, createEntry(MEMBER, 'Three'))
      .when(amend({ name: 'Three', isEliminated: true }))
      .thenRejected('entry_name_taken')
      .thenRecorded()
  })
  it('AmendEntry rejects an elimination without a current week, and accepts a reinstatement without an event', () => {
    const bare = [...accounts, createEntry(MEMBER, 'One')]
    given(...bare)
      .when(amend({ isEliminated: true }))
      .thenRejected('no_current_week')
    given(...bare)
      .when(amend({ name: 'Uno', isEliminated: false }))
      .thenEvents(['EntryRenamed'])
  })
})

describe('SetPayment (docs/rules.md §8.3)', () => {
  const pay = (change: object): CommandStep =>
    at('2025-09-02T01:00:00Z', admin('SetPayment', { entryId: 1, paymentType: null, paidDate: null, ...change }))
  const paid = [...pool, pay({ paymentType: 'cash', paidDate: '2025-08-30' })]

  it.each(['venmo', 'paypal', 'square', 'cash'])('records a payment by %s', (paymentType) => {
    given(...pool)
      .when(pay({ paymentType, paidDate: '2025-08-30' }))
      .thenEvents(['PaymentRecorded', { entryId: 1, paymentType, paidDate: '2025-08-30' }])
  })
  it('uses today in New York as the default date', () => {
    given(...pool)
      .when(pay({ paymentType: 'cash' }))
      .thenEvents(['PaymentRecorded', { paidDate: '2025-09-01' }])
  })
  it('uses site time for the default date', () => {
    const override = admin('SetSiteTime', { siteTime: '2025-12-25T12:00:00.000Z', running: false })
    given(...season, createEntry(MEMBER, 'One'), override)
      .when(pay({ paymentType: 'cash' }))
      .thenEvents(['PaymentRecorded', { paidDate: '2025-12-25' }])
  })
  it('rejects a payment without a type', () => {
    given(...pool)
      .when(pay({}))
      .thenRejected('payment_type_required')
    given(...pool)
      .when(pay({ isPaid: true, paidDate: '2025-08-30' }))
      .thenRejected('payment_type_required')
  })
  it('toggles without is_paid, and clears type and date when it becomes unpaid', () => {
    const undone = given(...paid)
      .when(pay({ paymentType: 'cash' }))
      .thenEvents(['PaymentReversed', { entryId: 1 }])
    expect(undone.state.entries.get(entryId(1))!.payment).toBeNull()
    given(...paid, pay({}))
      .when(pay({ paymentType: 'venmo' }))
      .thenEvents(['PaymentRecorded'])
  })
  it('sets the state with is_paid', () => {
    given(...pool)
      .when(pay({ isPaid: false }))
      .thenNoEvents()
    given(...paid)
      .when(pay({ isPaid: true }))
      .thenNoEvents()
    given(...paid)
      .when(pay({ isPaid: true, paymentType: 'cash', paidDate: '2025-08-30' }))
      .thenNoEvents()
    given(...paid)
      .when(pay({ isPaid: true, paymentType: 'venmo' }))
      .thenEvents(['PaymentRecorded', { paymentType: 'venmo', paidDate: '2025-08-30' }])
    given(...paid)
      .when(pay({ isPaid: false }))
      .thenEvents(['PaymentReversed'])
  })
  it('rejects a new date for a paid entry', () => {
    given(...paid)
      .when(pay({ isPaid: true, paidDate: '2025-08-31' }))
      .thenRejected('paid_date_locked')
  })
  it('rejects other actors, unknown entries and stale versions', () => {
    given(...pool)
      .when(by(user(MEMBER), pay({ paymentType: 'cash' })))
      .thenRejected('forbidden')
    given(...pool)
      .when(pay({ entryId: 9, paymentType: 'cash' }))
      .thenRejected('entry_not_found')
    given(...pool)
      .when(pay({ paymentType: 'cash', ifVersion: 1 }))
      .thenRejected('version_conflict')
  })
})
