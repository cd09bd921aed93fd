import type { AdminEntry, EntryBalance } from '@outlast/contract'
import { describe, expect, it } from 'vitest'
import {
  balanceText,
  countPayments,
  listPayments,
  newYorkDate,
  type PaymentQuery,
  selectedRows,
  settledText,
} from './payment-list.ts'

const entry = (id: number, more: Partial<AdminEntry> = {}): AdminEntry => ({
  id,
  user_id: id,
  name: `Entry ${id}`,
  is_eliminated: false,
  eliminated_week: null,
  lives_left: 1,
  losses: 0,
  is_paid: false,
  payment_type: null,
  paid_date: null,
  payment_claimed_at: null,
  buyback: null,
  takes_part: true,
  renew_season: null,
  created_at: '2026-09-01T12:00:00.000Z',
  updated_at: '2026-09-01T12:00:00.000Z',
  version: 1,
  user_name: `User ${id}`,
  user_email: `user.${id}@club.example`,
  user_mobile: null,
  ...more,
})

const paid = { is_paid: true, payment_type: 'cash', paid_date: '2026-09-01' } as const
const query: PaymentQuery = { filter: 'all', sort: 'default', search: '', editedIds: new Set() }
const ids = (entries: readonly AdminEntry[], more: Partial<PaymentQuery>) =>
  listPayments(entries, { ...query, ...more }).map(({ id }) => id)

describe('the list of payments', () => {
  const entries = [
    entry(1, { user_name: 'Zoe', user_email: 'B@club.example' }),
    entry(2, { ...paid, user_name: 'adam', user_email: 'c@club.example', user_mobile: '+15550100' }),
    entry(3, { user_name: 'Mia', user_email: 'a@club.example', name: 'Long Shot' }),
  ]

  it('filters by unpaid, paid or all entries', () => {
    expect(ids(entries, { filter: 'unpaid' })).toEqual([1, 3])
    expect(ids(entries, { filter: 'paid' })).toEqual([2])
    expect(ids(entries, {})).toEqual([1, 2, 3])
  })

  it('keeps rows with unsaved edits that the filter would hide', () => {
    expect(ids(entries, { filter: 'unpaid', editedIds: new Set([2]) })).toEqual([1, 2, 3])
  })

  it('begins with members who say that they paid, the first one first', () => {
    const claimed = [
      ...entries,
      entry(4, { payment_claimed_at: '2026-09-02T00:00:00.000Z' }),
      entry(5, { payment_claimed_at: '2026-09-01T00:00:00.000Z' }),
    ]
    expect(ids(claimed, {})).toEqual([5, 4, 1, 2, 3])
  })

  it('sorts by user and by email, ignoring case', () => {
    expect(ids(entries, { sort: 'user' })).toEqual([2, 3, 1])
    expect(ids(entries, { sort: 'email' })).toEqual([3, 1, 2])
  })

  it('searches users, emails, entries and mobile numbers', () => {
    expect(ids(entries, { search: 'long' })).toEqual([3])
    expect(ids(entries, { search: '5550100' })).toEqual([2])
    expect(ids(entries, { search: 'b@club' })).toEqual([1])
  })

  it('countPayments: counts paid and unpaid entries and payments by type', () => {
    expect(countPayments(entries)).toEqual({ paid: 1, unpaid: 2, byType: [[1, 'by Cash']] })
  })
})

it('newYorkDate: returns the date in New York, not in UTC', () => {
  expect(newYorkDate(Date.parse('2026-11-22T04:59:00Z'))).toBe('2026-11-21')
  expect(newYorkDate(Date.parse('2026-11-22T05:00:00Z'))).toBe('2026-11-22')
})

it('settledText names every debt of a treasurer’s click that settled several', () => {
  const fee = { season_year: 2025, kind: 'fee', cents: 2500, currency: 'USD' } as const
  expect(settledText([fee])).toBe('Payment status updated')
  expect(settledText([fee, { season_year: 2026, kind: 'buyback', cents: 1000, currency: 'EUR' }])).toBe(
    'Paid: $25.00 fee of 2025, €10.00 buyback of 2026',
  )
})

const dollars = (cents: number) => ({ cents, currency: 'USD' })
const balance = (more: Partial<EntryBalance>): EntryBalance => ({
  entry_id: 1,
  reference: 'OL2221K7',
  season_year: 2025,
  currency: 'USD',
  owed_cents: 2500,
  paid_cents: 0,
  due_cents: 0,
  credit_cents: 0,
  earlier_cents: 0,
  asked: [dollars(2500)],
  still_owed: [],
  ...more,
})

it('balanceText says what is left, with debts of earlier seasons and never in one sum of two currencies, and what was paid too much', () => {
  expect(balanceText(balance({ still_owed: [dollars(1500)] }))).toEqual({ text: '$15.00 left', isOpen: true })
  expect(balanceText(balance({ still_owed: [{ cents: 1500, currency: 'EUR' }, dollars(2500)] })).text).toBe(
    '€15.00 + $25.00 left',
  )
  expect(balanceText(balance({}))).toEqual({ text: 'Settled', isOpen: false })
  expect(balanceText(balance({ credit_cents: 1000 }))).toEqual({ text: '$10.00 over', isOpen: false })
})

it('selectedRows keeps selected rows that are still listed, and adds up what they have left to pay', () => {
  const rows = [
    { entry: entry(1), balance: balance({ due_cents: 1500 }) },
    { entry: entry(2), balance: balance({ due_cents: 2500 }) },
    { entry: entry(3), balance: undefined },
  ]
  const chosen = selectedRows(rows, new Set([1, 3, 99]))
  expect(chosen.rows.map(({ entry: { id } }) => id)).toEqual([1, 3])
  expect(chosen.due).toEqual([dollars(1500)])
})
