import type { AdminEntry } from '@outlast/contract'
import { textMatcher } from '../../lib/text-search.ts'

/** Source: pool.md §2 "Admin Payments". */
export const FILTERS = ['unpaid', 'paid', 'all'] as const
export type Filter = (typeof FILTERS)[number]

export const SORTS = ['default', 'user', 'email'] as const
export type Sort = (typeof SORTS)[number]

/** Source: pool.md §3. */
export const PAYMENT_TYPES = ['venmo', 'paypal', 'square', 'cash'] as const satisfies readonly AdminEntry['payment_type'][]
export type PaymentType = (typeof PAYMENT_TYPES)[number]

const TYPE_LABELS = { venmo: 'Venmo', paypal: 'PayPal', square: 'Square', cash: 'Cash' } as const satisfies Record<
  PaymentType,
  string
>

/** What a payment type is called. */
export const typeLabel = (type: PaymentType): string => TYPE_LABELS[type]

export interface PaymentQuery {
  readonly filter: Filter
  readonly sort: Sort
  readonly search: string
  /** Entries that stay whatever the filter says: somebody is working on them. */
  readonly inHand: ReadonlySet<number>
}

/** The entries to show, in order. The pool's own order is by entry name. */
export function paymentList(
  entries: readonly AdminEntry[],
  { filter, sort, search, inHand }: PaymentQuery,
): readonly AdminEntry[] {
  const found = textMatcher(search)
  const shown = entries.filter((entry) => {
    const wanted = filter === 'all' || entry.is_paid === (filter === 'paid') || inHand.has(entry.id)
    return wanted && found([entry.user_name, entry.user_email, entry.name, entry.user_mobile])
  })
  if (sort === 'default') return shown
  const key = sort === 'user' ? 'user_name' : 'user_email'
  const collator = new Intl.Collator('en', { sensitivity: 'base', numeric: true })
  return shown.toSorted((a, b) => collator.compare(a[key], b[key]))
}

/** How the money stands: entries paid and not, and how many came by each way. */
export function paymentTotals(entries: readonly AdminEntry[]) {
  const paid = entries.filter((entry) => entry.is_paid)
  const byType = PAYMENT_TYPES.map(
    (type) => [paid.filter((entry) => entry.payment_type === type).length, `by ${typeLabel(type)}`] as const,
  )
  return { paid: paid.length, unpaid: entries.length - paid.length, byType: byType.filter(([count]) => count > 0) }
}

/** Today as the pool counts days: in New York, by site time. As `YYYY-MM-DD`. */
export function newYorkDay(at: number): string {
  return new Intl.DateTimeFormat('en-CA', { timeZone: 'America/New_York', dateStyle: 'short' }).format(at)
}
