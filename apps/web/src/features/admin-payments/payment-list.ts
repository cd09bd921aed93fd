import type { AdminEntry, EntryBalance, PaidEntry } from '@outlast/contract'
import { addUp, formatAmounts, formatMoney, type Money } from '@outlast/contract/money'
import { textMatcher } from '../../lib/text-search.ts'

export const FILTERS = ['unpaid', 'paid', 'all'] as const
export type Filter = (typeof FILTERS)[number]

export const SORTS = ['default', 'user', 'email'] as const
export type Sort = (typeof SORTS)[number]

export type PaymentType = NonNullable<AdminEntry['payment_type']>
const ALL_TYPES = ['venmo', 'paypal', 'square', 'cash', 'bank'] as const satisfies readonly PaymentType[]
/** The types that admins choose by hand. Bank transfers come from the bank’s file. */
export const PAYMENT_TYPES = ['venmo', 'paypal', 'square', 'cash'] as const satisfies readonly PaymentType[]

const TYPE_LABELS = { venmo: 'Venmo', paypal: 'PayPal', square: 'Square', cash: 'Cash', bank: 'Bank' } as const satisfies Record<
  PaymentType,
  string
>

/** Returns the display name of a payment type. */
export const typeLabel = (type: PaymentType): string => TYPE_LABELS[type]

/** What the payments table shows. */
export interface PaymentQuery {
  readonly filter: Filter
  readonly sort: Sort
  readonly search: string
  /** Entries with unsaved edits, which the filter never hides. */
  readonly editedIds: ReadonlySet<number>
}

/** Filters and sorts the entries. The default order is the pool's own, by entry name, after those that wait for an answer. */
export function listPayments(
  entries: readonly AdminEntry[],
  { filter, sort, search, editedIds }: PaymentQuery,
): readonly AdminEntry[] {
  const matchesSearch = textMatcher(search)
  const shown = entries.filter((entry) => {
    const matchesFilter = filter === 'all' || entry.is_paid === (filter === 'paid') || editedIds.has(entry.id)
    return matchesFilter && matchesSearch([entry.user_name, entry.user_email, entry.name, entry.user_mobile])
  })
  // Who waits for an answer comes first, those who have waited longest before the others.
  if (sort === 'default') return shown.toSorted((a, b) => waitOf(a) - waitOf(b))
  const key = sort === 'user' ? 'user_name' : 'user_email'
  const collator = new Intl.Collator('en', { sensitivity: 'base', numeric: true })
  return shown.toSorted((a, b) => collator.compare(a[key], b[key]))
}

/** When the member said “I have paid”, in milliseconds; after all times if they did not. */
const waitOf = ({ payment_claimed_at: at }: AdminEntry): number => (at === null ? Number.MAX_SAFE_INTEGER : Date.parse(at))

/** Counts the paid and unpaid entries, and the payments of each type. */
export function countPayments(entries: readonly AdminEntry[]) {
  const paid = entries.filter((entry) => entry.is_paid)
  const byType = ALL_TYPES.map(
    (type) => [paid.filter((entry) => entry.payment_type === type).length, `by ${typeLabel(type)}`] as const,
  )
  return { paid: paid.length, unpaid: entries.length - paid.length, byType: byType.filter(([count]) => count > 0) }
}

/** Formats an instant as a date in New York, `YYYY-MM-DD`. Payments are dated by it. */
export function newYorkDate(at: number): string {
  return new Intl.DateTimeFormat('en-CA', { timeZone: 'America/New_York', dateStyle: 'short' }).format(at)
}

/** Says what a payment settled if that is more than one debt, because the list does not show debts of earlier seasons. */
export function settledText(settled: PaidEntry['settled']): string {
  if (settled.length < 2) return 'Payment status updated'
  const debts = settled.map(
    ({ season_year, kind, cents, currency }) =>
      `${formatMoney(cents, currency)} ${kind}${season_year === null ? '' : ` of ${season_year}`}`,
  )
  return `Paid: ${debts.join(', ')}`
}

/** Says what an entry has left to pay, debts of earlier seasons included. `isOpen`: something is. */
export function balanceText({ still_owed, credit_cents, currency }: EntryBalance): {
  readonly text: string
  readonly isOpen: boolean
} {
  if (still_owed.length > 0) return { text: `${formatAmounts(still_owed, currency)} left`, isOpen: true }
  return { text: credit_cents > 0 ? `${formatMoney(credit_cents, currency)} over` : 'Settled', isOpen: false }
}

/** The rows that are selected and still listed, with what they have left to pay in their last season. */
export function selectedRows<Row extends { readonly entry: AdminEntry; readonly balance: EntryBalance | undefined }>(
  rows: readonly Row[],
  selected: ReadonlySet<number>,
): { readonly rows: readonly Row[]; readonly due: readonly Money[] } {
  const chosen = rows.filter(({ entry }) => selected.has(entry.id))
  const amounts = chosen.flatMap(({ balance: of }) => (of === undefined ? [] : [{ cents: of.due_cents, currency: of.currency }]))
  return { rows: chosen, due: addUp(amounts) }
}
