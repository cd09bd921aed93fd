import { describe, expect, it } from 'vitest'
import { duesOf, endedLedgersOf, entryId, ledgerOf, ledgersOf, payoutsOf, type PoolState, potOf, signed } from '../index.ts'
import { AFTER_1, createEntry, final, LOCK_1, pick, pool, sync, timer } from '../../tests/pool.ts'
import {
  admin,
  at,
  by,
  type CommandStep,
  type ExpectedEvent,
  given,
  type HistoryItem,
  member,
  OTHER,
  user,
} from '../../tests/specification.ts'

const rules = (more: Readonly<Record<string, unknown>> = {}): CommandStep =>
  admin('ChangeRules', { rules: { entryFeeCents: 2500, currency: 'USD', clubSharePercent: 10, ...more } })
const withFee: readonly HistoryItem[] = [...pool, rules()]
const claim = member('ClaimPayment', { entryId: 1, paymentType: 'venmo' })
const pay = (id = 1): CommandStep => admin('SetPayment', { entryId: id, paymentType: 'cash', paidDate: null, isPaid: true })
const unpay = admin('SetPayment', { entryId: 1, paymentType: null, paidDate: null, isPaid: false })
const record = (...ids: readonly number[]): CommandStep =>
  admin('RecordPayments', { payments: ids.map((id) => ({ entryId: id, paymentType: 'bank', paidDate: '2025-09-01' })) })

/** Entry 1 lost week 1 and bought back in for 10.00. */
const boughtBack: readonly HistoryItem[] = [
  ...pool,
  createEntry(OTHER, 'Three'),
  rules({ buyback: { untilWeek: 2, maxPerEntry: 1, feeCents: 1000 } }),
  pay(),
  pick(1, 'BUF'),
  timer(LOCK_1),
  at(AFTER_1, sync(1, final('BUF-MIA', 0, 3))),
  at(AFTER_1, member('RequestBuyback', { entryId: 1 })),
  at(AFTER_1, admin('AnswerBuyback', { entryId: 1, action: 'confirm' })),
]
const corrected = at(AFTER_1, sync(1, final('BUF-MIA', 6, 3)))
const dues = (state: PoolState, id = 1) => duesOf(state, entryId(id), 2025)
const due = (...history: readonly HistoryItem[]) => dues(given(...history).state()).dueCents
const kinds = (...history: readonly HistoryItem[]) =>
  ledgerOf(given(...history).state(), 2025).map(({ entryId: id, kind, cents }) => `${id} ${kind} ${cents}`)

describe('ClaimPayment (docs/rules.md §14.6)', () => {
  it('is recorded for an entry that owes something', () => {
    given(...withFee)
      .when(claim)
      .thenEvents(['PaymentClaimed', { entryId: 1, paymentType: 'venmo' }])
  })
  it('records nothing the second time', () => {
    given(...withFee, claim)
      .when(claim)
      .thenEvents()
  })
  it('is rejected when nothing is due: without a fee, and once paid', () => {
    given(...pool)
      .when(claim)
      .thenRejected('nothing_due')
    given(...withFee, pay())
      .when(claim)
      .thenRejected('nothing_due')
  })
  it('is only for the owner', () => {
    given(...withFee)
      .when(by(user(OTHER), claim))
      .thenRejected('entry_not_found')
  })
  it('ends with the payment, with the owner’s withdrawal and with an admin’s answer', () => {
    const claimed = (...more: readonly HistoryItem[]) =>
      given(...withFee, claim, ...more)
        .state()
        .entries.get(entryId(1))?.paymentClaim
    expect(claimed()).toMatchObject({ type: 'venmo' })
    expect(claimed(pay())).toBeNull()
    expect(claimed(member('WithdrawPaymentClaim', { entryId: 1 }))).toBeNull()
    expect(claimed(admin('DeclinePaymentClaim', { entryId: 1 }))).toBeNull()
  })
})

describe('WithdrawPaymentClaim and DeclinePaymentClaim', () => {
  it('withdrawing without a claim records nothing, declining is rejected', () => {
    given(...withFee)
      .when(member('WithdrawPaymentClaim', { entryId: 1 }))
      .thenEvents()
    given(...withFee)
      .when(admin('DeclinePaymentClaim', { entryId: 1 }))
      .thenRejected('no_payment_claim')
  })
  it('declining is only for admins', () => {
    given(...withFee, claim)
      .when(by(user(2), admin('DeclinePaymentClaim', { entryId: 1 })))
      .thenRejected('forbidden')
  })
})

describe('RecordPayments', () => {
  it('records the full amount of every entry that owes, and each once', () => {
    given(...withFee, pay(2))
      .when(record(1, 2, 1))
      .thenEvents(['PaymentRecorded', { entryId: 1, paymentType: 'bank', paidDate: '2025-09-01', amountCents: 2500 }])
  })
  it('records nothing when it is repeated', () => {
    given(...withFee, record(1, 2))
      .when(record(1, 2))
      .thenEvents()
  })
  it('records the buyback of a paid entry as a further payment', () => {
    given(...boughtBack)
      .when(record(1))
      .thenEvents(['BalancePaid', { entryId: 1, paymentType: 'bank', amountCents: 1000 }])
    expect(due(...boughtBack)).toBe(1000)
    expect(due(...boughtBack, record(1))).toBe(0)
  })
  it('records amounts of several entries, a part and the whole, and as a whole nothing if one is too much', () => {
    const amounts = (...cents: readonly number[]) =>
      admin('RecordPayments', {
        payments: cents.map((amountCents, index) => ({ entryId: index + 1, amountCents, paymentType: 'venmo', paidDate: null })),
      })
    given(...withFee)
      .when(amounts(1000, 2500))
      .thenEvents(
        ['PartPaymentRecorded', { entryId: 1, paymentType: 'venmo', amountCents: 1000 }],
        ['PaymentRecorded', { entryId: 2, paymentType: 'venmo', amountCents: 2500 }],
      )
    given(...withFee)
      .when(amounts(1000, 2501))
      .thenRejected('more_than_due')
    given(...withFee, record(2))
      .when(amounts(1000, 2500))
      .thenRejected('nothing_due')
  })
  it('is only for admins, and rejects an unknown entry as a whole', () => {
    given(...withFee)
      .when(by(user(2), record(1)))
      .thenRejected('forbidden')
    given(...withFee)
      .when(record(1, 99))
      .thenRejected('entry_not_found')
  })
})

const part = (amountCents: number, id = 1): CommandStep =>
  admin('RecordPartPayment', { entryId: id, amountCents, paymentType: 'cash', paidDate: null })

describe('RecordPartPayment (docs/rules.md §14.6)', () => {
  it('records less than what is due, and leaves the entry unpaid with the rest due', () => {
    const { state } = given(...withFee)
      .when(part(1000))
      .thenEvents(['PartPaymentRecorded', { entryId: 1, paymentType: 'cash', amountCents: 1000 }])
    expect(state.entries.get(entryId(1))?.payment).toBeNull()
    expect(dues(state)).toMatchObject({ feeCents: 2500, paidCents: 1000, dueCents: 1500 })
    expect(potOf(state)).toMatchObject({ feesCents: 1000, potCents: 900 })
  })
  it('marks the entry paid with the last part, and Mark paid records only the rest', () => {
    given(...withFee, part(1000))
      .when(part(1500))
      .thenEvents(['PaymentRecorded', { entryId: 1, amountCents: 1500 }])
    given(...withFee, part(1000))
      .when(pay())
      .thenEvents(['PaymentRecorded', { entryId: 1, amountCents: 1500 }])
  })
  it('pays a part of a buyback of an entry that stays paid', () => {
    const { state } = given(...boughtBack)
      .when(part(400))
      .thenEvents(['PartPaymentRecorded', { amountCents: 400 }])
    expect(state.entries.get(entryId(1))?.payment).not.toBeNull()
    expect(dues(state).dueCents).toBe(600)
    given(...boughtBack, part(400))
      .when(part(600))
      .thenEvents(['BalancePaid', { amountCents: 600 }])
  })
  it('is taken back with Mark unpaid, alone or with the rest', () => {
    expect(due(...withFee, part(1000), unpay)).toBe(2500)
    expect(due(...withFee, part(1000), pay(), unpay)).toBe(2500)
    given(...withFee)
      .when(unpay)
      .thenEvents()
  })
  it('does not carry an entry into the next season as paid', () => {
    const next: readonly HistoryItem[] = [
      admin('AddWeek', { seasonYear: 2026, weekNumber: 1 }),
      admin('SetCurrentWeek', { weekId: 3 }),
    ]
    expect(duesOf(given(...withFee, part(1000), ...next).state(), entryId(1), 2026).dueCents).toBe(2500)
    expect(duesOf(given(...withFee, pay(), ...next).state(), entryId(1), 2026).dueCents).toBe(0)
  })
  it('ends a claim, which was about another amount', () => {
    expect(
      given(...withFee, claim, part(1000))
        .state()
        .entries.get(entryId(1))?.paymentClaim,
    ).toBeNull()
  })
  it('refuses more than what is due, and an entry that owes nothing', () => {
    given(...withFee)
      .when(part(2501))
      .thenRejected('more_than_due')
    given(...withFee, pay())
      .when(part(1))
      .thenRejected('nothing_due')
    given(...withFee)
      .when(by(user(2), part(1)))
      .thenRejected('forbidden')
  })
})

/** Entry 1 is the champion of week 1: entry 2 lost. Both paid 25.00, and the club keeps 10 percent. */
const decided: readonly HistoryItem[] = [
  ...withFee,
  pay(1),
  pay(2),
  pick(1, 'BUF'),
  by(user(OTHER), pick(1, 'MIA', 2)),
  timer(LOCK_1),
  at(AFTER_1, sync(1, final('BUF-MIA', 6, 3))),
]
const payOut = (...ids: readonly number[]): CommandStep =>
  admin('RecordPayouts', { entryIds: ids.map(entryId), seasonYear: null, paymentType: 'venmo', paidDate: null })
const takeBack = admin('ReversePayout', { entryId: 1, seasonYear: null })

describe('RecordPayouts and ReversePayout (docs/rules.md §14.6)', () => {
  it('records the champion’s share once, and nothing for others', () => {
    given(...decided)
      .when(at(AFTER_1, payOut(1, 2)))
      .thenEvents(['PayoutRecorded', { entryId: 1, seasonYear: 2025, paymentType: 'venmo', amountCents: 4500 }])
    given(...decided, at(AFTER_1, payOut(1)))
      .when(at(AFTER_1, payOut(1)))
      .thenEvents()
  })
  it('records nothing while the season is not decided', () => {
    given(...withFee, pay(1))
      .when(payOut(1))
      .thenEvents()
  })
  it('lists who gets what, also who got it and is no champion any more', () => {
    const paid = given(...decided, at(AFTER_1, payOut(1))).state()
    expect(payoutsOf(paid)).toMatchObject([
      { entryId: 1, shareCents: 4500, paid: { cents: 4500, paymentType: 'venmo', date: expect.any(String) } },
    ])
    const lost = given(...decided, at(AFTER_1, payOut(1)), at(AFTER_1, sync(1, final('BUF-MIA', 0, 3)))).state()
    expect(payoutsOf(lost).map(({ entryId: id, shareCents, paid: got }) => [id, shareCents, got?.cents ?? 0])).toEqual([
      [2, 4500, 0],
      [1, 0, 4500],
    ])
  })
  it('takes a payout back, and the cash is there again', () => {
    const { state } = given(...decided, at(AFTER_1, payOut(1)), at(AFTER_1, takeBack))
      .when(at(AFTER_1, takeBack))
      .thenEvents()
    expect(payoutsOf(state)).toMatchObject([{ entryId: 1, shareCents: 4500, paid: null }])
    const cash = ledgerOf(state, 2025).reduce((sum, line) => sum + signed(line, 'cash'), 0)
    expect(cash).toBe(5000)
  })
  it('is for admins, and refuses unknown entries', () => {
    given(...decided)
      .when(by(user(2), payOut(1)))
      .thenRejected('forbidden')
    given(...decided)
      .when(payOut(99))
      .thenRejected('entry_not_found')
  })
})

describe('SetPayment in a pool with a fee', () => {
  it('records the full amount, buybacks included', () => {
    given(...withFee)
      .when(pay())
      .thenEvents(['PaymentRecorded', { entryId: 1, amountCents: 2500 }])
    given(...boughtBack, at(AFTER_1, unpay))
      .when(pay())
      .thenEvents(['PaymentRecorded', { entryId: 1, amountCents: 3500 }])
  })
  it('has no amount without a fee', () => {
    const { state } = given(...pool)
      .when(pay())
      .thenEvents(['PaymentRecorded'])
    expect(state.postings.get(entryId(1))).toMatchObject([{ kind: 'payment', cents: null }])
  })
  it('counts as the whole fee when the fee came later', () => {
    expect(due(...pool, pay(), rules())).toBe(0)
  })
  it('leaves the difference due when the fee rises later', () => {
    expect(due(...withFee, pay(), rules({ entryFeeCents: 3000 }))).toBe(500)
  })
})

describe('Correcting the type of a payment', () => {
  const types = (state: PoolState) =>
    ledgerOf(state, 2025).flatMap(({ kind, paymentType, cents }) => (paymentType === null ? [] : [[kind, paymentType, cents]]))
  const retype = admin('SetPayment', { entryId: 1, paymentType: 'venmo', paidDate: null, isPaid: true })

  it('moves its amount in the ledger, and nothing else', () => {
    const { state } = given(...withFee, pay())
      .when(retype)
      .thenEvents(['PaymentRecorded', { paymentType: 'venmo' }])
    expect(types(state)).toEqual([['payment', 'venmo', 2500]])
    expect(dues(state)).toMatchObject({ paidCents: 2500, dueCents: 0 })
    expect(types(given(...withFee, pay(), retype, unpay).state())).toEqual([
      ['payment', 'venmo', 2500],
      ['reversal', 'venmo', 2500],
    ])
  })
  it('leaves what was paid later as it is', () => {
    expect(types(given(...boughtBack, record(1), retype).state())).toEqual([
      ['payment', 'venmo', 2500],
      ['payment', 'bank', 1000],
    ])
  })
})

describe('SetPayment of an entry that bought back in', () => {
  it('settles the fee and the buyback of an unpaid entry, and says so', () => {
    given(...boughtBack, at(AFTER_1, unpay))
      .when(pay())
      .thenReply({
        settled: [
          { seasonYear: 2025, kind: 'fee', cents: 2500, currency: 'USD' },
          { seasonYear: 2025, kind: 'buyback', cents: 1000, currency: 'USD' },
        ],
      })
  })
  it('settles the buyback of a paid entry as a further payment', () => {
    given(...boughtBack)
      .when(pay())
      .thenEvents(['BalancePaid', { entryId: 1, paymentType: 'cash', amountCents: 1000 }])
      .thenReply({ settled: [{ seasonYear: 2025, kind: 'buyback', cents: 1000, currency: 'USD' }] })
  })
})

describe('A statement that an entry is paid lapses with what it was about (docs/rules.md §14.6, §17)', () => {
  const decline = admin('DeclinePaymentClaim', { entryId: 1 })
  it('when another amount is due, so that nobody confirms a payment that the member never made', () => {
    const raised = rules({ entryFeeCents: 3000 })
    given(...withFee, claim)
      .when(raised)
      .thenEvents(['PoolRulesChanged'], ['PaymentClaimWithdrawn', { entryId: 1, because: 'other_amount' }])
    given(...withFee, claim, raised)
      .when(decline)
      .thenRejected('no_payment_claim')
  })
  it('when nothing is due any more', () => {
    given(...withFee, claim)
      .when(rules({ entryFeeCents: null }))
      .thenEvents(['PoolRulesChanged'], ['PaymentClaimWithdrawn', { because: 'nothing_due' }])
  })
  it('when a correction made the buyback unnecessary that it was about, also during a trip to another site time', () => {
    const claimed = [...boughtBack, at(AFTER_1, claim)]
    const lapse: ExpectedEvent = ['PaymentClaimWithdrawn', { entryId: 1, because: 'nothing_due' }]
    given(...claimed)
      .when(corrected)
      .thenEvents(['ScoreCorrected'], lapse)
    const away = at(AFTER_1, admin('SetSiteTime', { siteTime: '2025-09-03T00:00:00.000Z', running: false }))
    const back = at(AFTER_1, admin('ClearSiteTime', {}))
    expect(
      given(...claimed, away, back)
        .state()
        .entries.get(entryId(1))?.paymentClaim,
    ).toMatchObject({ cents: 1000 })
    given(...claimed, away, corrected)
      .when(back)
      .thenEvents(['SiteTimeCleared'], ['WeekLocked'], lapse)
  })
  it('when the next season begins, so that the payment of last season is not recorded for this one', () => {
    const [next, current] = [admin('AddWeek', { seasonYear: 2026, weekNumber: 1 }), admin('SetCurrentWeek', { weekId: 3 })]
    const outcome = given(...withFee, timer(LOCK_1), claim, next)
      .when(current)
      .thenEvents(['CurrentWeekSet'], ['PaymentClaimWithdrawn', { because: 'other_season' }])
    expect(outcome.state.entries.get(entryId(1))?.paymentClaim).toBeNull()
  })
})

describe('the ledger', () => {
  it('shows charges and payments', () => {
    expect(kinds(...withFee, pay())).toEqual(['1 fee 2500', '2 fee 2500', '1 payment 2500'])
  })
  it('shows a payment that was taken back, and its repetition', () => {
    expect(kinds(...withFee, pay(), unpay, pay())).toEqual([
      '1 fee 2500',
      '2 fee 2500',
      '1 payment 2500',
      '1 reversal 2500',
      '1 payment 2500',
    ])
    expect(due(...withFee, pay(), unpay)).toBe(2500)
  })
  it('shows a credit when a correction made a confirmed buyback unnecessary, and none when it comes back', () => {
    const paid = [...boughtBack, record(1)]
    expect(kinds(...paid, corrected)).toContain('1 credit 1000')
    expect(dues(given(...paid, corrected).state())).toMatchObject({ dueCents: 0, creditCents: 1000 })
    expect(kinds(...paid, corrected, at(AFTER_1, sync(1, final('BUF-MIA', 0, 3))))).not.toContain('1 credit 1000')
  })
  it('keeps the payment of an entry that is deleted, and waives what it still owed', () => {
    const remove = admin('RemoveEntry', { entryId: 1 })
    expect(kinds(...withFee, pay(), remove)).toEqual(['1 fee 2500', '2 fee 2500', '1 payment 2500'])
    expect(kinds(...withFee, pay(), unpay, remove)).toEqual([
      '1 fee 2500',
      '2 fee 2500',
      '1 payment 2500',
      '1 reversal 2500',
      '1 waiver 2500',
    ])
    expect(kinds(...withFee, remove)).toEqual(['2 fee 2500'])
  })
  it('keeps the books of a purge', () => {
    expect(kinds(...withFee, pay(), admin('PurgeUsersAndEntries', {}))).toEqual(['1 fee 2500', '1 payment 2500'])
  })
  it('keeps the payment of an earlier season when it is cleared for the next one', () => {
    const next = [admin('AddWeek', { seasonYear: 2026, weekNumber: 1 }), admin('SetCurrentWeek', { weekId: 3 })]
    const state = given(...withFee, pay(), timer(LOCK_1), ...next, unpay).state()
    expect(ledgerOf(state, 2025).map(({ kind }) => kind)).toEqual(['fee', 'fee', 'payment'])
    expect(duesOf(state, entryId(1), 2026).dueCents).toBe(2500)
  })
  it('has no lines without money', () => {
    expect(kinds(...pool, pay())).toEqual([])
  })
  it('takes from one account what it adds to another', () => {
    const lines = ledgerOf(given(...boughtBack, record(1), corrected).state(), 2025)
    const total = (account: Parameters<typeof signed>[1]) => lines.reduce((sum, line) => sum + signed(line, account), 0)
    expect([total('cash'), total('members'), total('fees'), total('buybacks')]).toEqual([3500, 4000, -7500, 0])
  })
})

describe('the books of several seasons (docs/rules.md §14.6, §16.2)', () => {
  const start = admin('StartSeason', { seasonYear: 2026 })
  const renew = member('RenewEntry', { entryId: 1, byAdmin: false })
  /** The first week of 2026, which has the id 3, becomes the current one. */
  const next = [admin('AddWeek', { seasonYear: 2026, weekNumber: 1 }), admin('SetCurrentWeek', { weekId: 3 })]
  const afterNext = [admin('AddWeek', { seasonYear: 2027, weekNumber: 1 }), admin('SetCurrentWeek', { weekId: 4 })]
  const lock2026 = admin('SetLockTime', { weekId: 3, lockTime: '2025-09-01T00:00:00.000Z' })
  const books = (year: number, ...history: readonly HistoryItem[]) =>
    ledgerOf(given(...history).state(), year).map(({ entryId: id, kind, cents }) => `${id} ${kind} ${cents}`)
  const owed = (year: number, ...history: readonly HistoryItem[]) => duesOf(given(...history).state(), entryId(1), year).dueCents
  const played = [...withFee, pay(1), pay(2), timer(LOCK_1)]

  it('leave out an entry that stayed marked as paid, also when the season is over', () => {
    expect(books(2026, ...played, ...next)).toEqual([])
    expect(books(2026, ...played, ...next, lock2026, ...afterNext)).toEqual([])
  })
  it('keep charging an entry that was marked unpaid in a season when that season is over', () => {
    const unpaid = [...played, ...next, lock2026, unpay]
    expect(books(2026, ...unpaid)).toEqual(['1 fee 2500'])
    expect(books(2026, ...unpaid, ...afterNext)).toEqual(['1 fee 2500'])
    expect(books(2025, ...unpaid, ...afterNext)).toEqual(['1 fee 2500', '2 fee 2500', '1 payment 2500', '2 payment 2500'])
  })
  it('keep the payment of the season before when an entry is renewed', () => {
    const renewed = [...played, start, renew]
    expect(books(2025, ...renewed)).toEqual(['1 fee 2500', '2 fee 2500', '1 payment 2500', '2 payment 2500'])
    expect(owed(2025, ...renewed)).toBe(0)
    expect(owed(2026, ...renewed)).toBe(2500)
    expect(books(2025, ...renewed, ...next, pay(1))).toEqual(books(2025, ...renewed))
  })
  it('leave a carried-over payment in place when the entry is renewed for the season after', () => {
    const carried = [...played, ...next, lock2026, admin('StartSeason', { seasonYear: 2027 }), renew]
    expect(books(2026, ...carried)).toEqual([])
    expect(owed(2027, ...carried)).toBe(2500)
    expect(books(2026, ...carried, ...afterNext)).toEqual([])
  })
  it('record a payment of a renewed entry for the new season while the old one is still current', () => {
    const paid = [...played, start, renew, pay(1)]
    expect(books(2025, ...paid)).toEqual(books(2025, ...played))
    expect(books(2026, ...paid)).toEqual(['1 fee 2500', '1 payment 2500'])
    given(...played, start, renew)
      .when(claim)
      .thenEvents(['PaymentClaimed'])
    given(...paid)
      .when(claim)
      .thenRejected('nothing_due')
    expect(owed(2026, ...paid, unpay)).toBe(2500)
  })
  it('record a payment of an entry that was created for the new season in its books', () => {
    const fresh = [...played, start, admin('CreateEntry', { userId: 2, name: 'New' })]
    expect(books(2026, ...fresh, pay(3))).toEqual(['3 fee 2500', '3 payment 2500'])
    expect(books(2025, ...fresh, pay(3))).toEqual(books(2025, ...played))
  })
  it('begin the fee of a renewed entry with its renewal', () => {
    const state = given(...played, start, renew).state()
    const renewal = state.entries.get(entryId(1))?.renewals[0]
    expect(ledgerOf(state, 2026)).toMatchObject([{ kind: 'fee', at: renewal?.at, position: renewal?.position }])
  })
  it('end a claim that was made before the renewal', () => {
    const state = given(...withFee, claim, start, renew).state()
    expect(state.entries.get(entryId(1))?.paymentClaim).toBeNull()
  })
  it('charge nothing to an entry that was created after the deciding week, also when an admin marks it paid', () => {
    const decided = [pick(1, 'BUF'), by(user(OTHER), pick(1, 'MIA', 2)), timer(LOCK_1)]
    const late = at(AFTER_1, admin('CreateEntry', { userId: 2, name: 'Late' }))
    const history = given(...withFee, ...decided, at(AFTER_1, sync(1, final('BUF-MIA', 7, 3))), late)
    for (const state of [history.state(), history.and(at(AFTER_1, pay(3))).state()]) {
      expect(duesOf(state, entryId(3), 2025)).toMatchObject({ feeCents: 0, dueCents: 0, creditCents: 0 })
      expect(duesOf(state, entryId(2), 2025).dueCents).toBe(2500)
    }
  })
  it('record a payment of an entry that sits out the current season in the last season that it took part in', () => {
    const sitsOut = [...withFee, pay(2), timer(LOCK_1), start, ...next]
    expect(books(2026, ...sitsOut, pay(1))).toEqual([])
    expect(books(2025, ...sitsOut, pay(1))).toEqual(['1 fee 2500', '2 fee 2500', '2 payment 2500', '1 payment 2500'])
    given(...sitsOut)
      .when(pay(1))
      .thenEvents(['PaymentRecorded', { entryId: 1, amountCents: 2500 }])
      .thenReply({ settled: [{ seasonYear: 2025, kind: 'fee', cents: 2500, currency: 'USD' }] })
  })
  it('settle every debt of an entry that is marked paid, say which, and take them all back with the mark', () => {
    const owes = [...withFee, timer(LOCK_1), start, renew]
    const settled = [
      { seasonYear: 2025, kind: 'fee', cents: 2500, currency: 'USD' },
      { seasonYear: 2026, kind: 'fee', cents: 2500, currency: 'USD' },
    ]
    given(...owes)
      .when(pay(1))
      .thenEvents(['PaymentRecorded', { amountCents: 2500, earlier: [{ seasonYear: 2025, amountCents: 2500 }] }])
      .thenReply({ settled })
    expect([owed(2025, ...owes, pay(1)), owed(2026, ...owes, pay(1))]).toEqual([0, 0])
    expect([owed(2025, ...owes, pay(1), unpay), owed(2026, ...owes, pay(1), unpay)]).toEqual([2500, 2500])
    expect([owed(2025, ...owes, pay(1), unpay, pay(1)), owed(2026, ...owes, pay(1), unpay, pay(1))]).toEqual([0, 0])
  })
})

describe('the pot', () => {
  it('is what was received without the club’s share: a buyback counts once it is paid', () => {
    const unpaid = { feesCents: 2500, buybacksCents: 0, receivedCents: 2500, clubShareCents: 250, potCents: 2250 }
    expect(potOf(given(...boughtBack).state())).toMatchObject({ ...unpaid, sharers: 3, shareCents: 750, remainderCents: 0 })
    const { owedCents, ifEverybodyPaysCents } = potOf(given(...boughtBack).state())
    expect(ifEverybodyPaysCents).toBe(2500 + owedCents)
    const paid = given(...boughtBack, record(1)).state()
    expect(potOf(paid)).toMatchObject({ buybacksCents: 1000, receivedCents: 3500, clubShareCents: 350, potCents: 3150 })
    expect(potOf(paid).owedCents).toBe(owedCents - 1000)
  })
  it('does not count a buyback that became unnecessary', () => {
    expect(potOf(given(...boughtBack, corrected).state()).buybacksCents).toBe(0)
  })
  it('leaves over what cannot be divided', () => {
    const third = by(user(OTHER), admin('CreateEntry', { userId: OTHER, name: 'Three' }))
    const state = given(...pool, rules({ clubSharePercent: 0 }), third, pay()).state()
    expect(potOf(state)).toMatchObject({ potCents: 2500, sharers: 3, shareCents: 833, remainderCents: 1 })
  })
  it('belongs to the champion once there is one', () => {
    const season = [pick(1, 'BUF'), by(user(OTHER), pick(1, 'MIA', 2)), timer(LOCK_1)]
    const state = given(...withFee, pay(), ...season, at(AFTER_1, sync(1, final('BUF-MIA', 7, 3)))).state()
    expect(potOf(state)).toMatchObject({ sharers: 1, isDecided: true, shareCents: 2250 })
  })
  it('keeps payments from before the currency changed apart', () => {
    const [own, ...others] = ledgersOf(given(...withFee, pay(1), rules({ currency: 'EUR' })).state())
    expect(own).toMatchObject({ currency: 'EUR', receivedCents: 0, owedCents: 5000, potCents: 0 })
    expect(others).toMatchObject([{ currency: 'USD', receivedCents: 2500, owedCents: 0, ifEverybodyPaysCents: 2500 }])
  })
})

describe('RecordPayouts of more than was received (docs/rules.md §14.6)', () => {
  const upset = [...decided, at(AFTER_1, payOut(1)), at(AFTER_1, sync(1, final('BUF-MIA', 0, 3)))]
  it('is refused with the difference, and booked when that is said', () => {
    given(...upset)
      .when(at(AFTER_1, payOut(2)))
      .thenRejected('payout_exceeds_received')
    const { command } = payOut(2)
    const anyway = { ...payOut(2), command: { ...command, data: { ...command.data, exceedsReceived: true } } } as CommandStep
    given(...upset)
      .when(at(AFTER_1, anyway))
      .thenEvents(['PayoutRecorded', { entryId: 2, amountCents: 4500 }])
  })
})

describe('the books of a season (docs/rules.md §14.6)', () => {
  const purges = [admin('PurgeWeeks', {}), admin('PurgeUsersAndEntries', {})]
  it.each([purges, purges.toReversed()])('end when purges leave neither weeks nor entries, and stay readable', (...steps) => {
    const state = given(...withFee, pay(1), ...steps, admin('AddWeek', { seasonYear: 2025, weekNumber: 1 })).state()
    expect(potOf(state, 2025)).toMatchObject({ receivedCents: 0, owedCents: 0, potCents: 0 })
    expect(ledgerOf(state, 2025)).toEqual([])
    const [ended] = state.endedBooks
    const [{ receivedCents }] = endedLedgersOf(state, 2025, ended?.position ?? 0)
    expect([state.endedBooks.length, ended?.seasonYear, receivedCents]).toEqual([1, 2025, 2500])
  })
  it('go on while an entry is left', () => {
    const state = given(
      ...withFee,
      pay(1),
      admin('PurgeWeeks', {}),
      admin('AddWeek', { seasonYear: 2025, weekNumber: 1 }),
    ).state()
    expect([potOf(state, 2025).receivedCents, state.endedBooks]).toEqual([2500, []])
  })
  it('take over what was paid while the pool had no week, once and for good', () => {
    const emptied = [...withFee, admin('PurgeWeeks', {}), pay(1)]
    const later = [admin('AddWeek', { seasonYear: 2026, weekNumber: 1 }), admin('AddWeek', { seasonYear: 2025, weekNumber: 1 })]
    const state = given(...emptied, ...later).state()
    expect([potOf(state, 2026).receivedCents, potOf(state, 2025).receivedCents]).toEqual([2500, 0])
  })
})
