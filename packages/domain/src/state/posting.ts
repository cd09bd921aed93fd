import type { Loss } from '../events/events.ts'
import type { EntryId, Position } from '../values/ids.ts'
import type { Instant } from '../values/instant.ts'
import type { CalendarDay, PaymentType } from '../values/payment.ts'

interface PostingBase {
  /** Null: before the pool had a week. The first season that is added after it takes it over. */
  readonly seasonYear: number | null
  /** What its amount is in. Null: recorded before the pool had a currency, so in that of the season. */
  readonly currency: string | null
  /** The real time and the position of the event. */
  readonly at: Instant
  readonly position: Position
}

/** A fact about the money of an entry. */
export type Posting = PostingBase &
  (
    | {
        readonly kind: 'payment'
        readonly paymentType: PaymentType
        /** Null: recorded without an amount, which means the whole entry fee. */
        readonly cents: number | null
        /** It paid what became due after the entry was paid, so correcting the type of the entry's payment leaves it as it is. */
        readonly isFurther?: true
        /** It paid less than what was due, so the entry is not paid because of it. */
        readonly isPart?: true
      }
    /** A share of the season's pot that the entry got. */
    | { readonly kind: 'payout'; readonly cents: number; readonly paymentType: PaymentType; readonly date: CalendarDay }
    /** Takes back all payouts of the season before. */
    | { readonly kind: 'payout_reversal' }
    /** `of`: takes back only the payment that was recorded with the event at this position. Absent: all of the season. */
    | { readonly kind: 'reversal'; readonly of?: Position }
    | { readonly kind: 'buyback'; readonly cents: number; readonly waived: readonly Loss[] }
    /** The entry was deleted. */
    | { readonly kind: 'closed'; readonly createdAt: Instant; readonly createdPosition: Position }
  )

/** The accounts of the books. `members`: what they owe. `payouts`: what champions got. */
export const LEDGER_ACCOUNTS = ['members', 'cash', 'fees', 'buybacks', 'waivers', 'payouts'] as const
export type LedgerAccount = (typeof LEDGER_ACCOUNTS)[number]

export const LEDGER_KINDS = ['fee', 'buyback', 'payment', 'reversal', 'credit', 'waiver', 'payout', 'payout_reversal'] as const

/** One line of the books: the amount is added to one account and taken from another. */
export interface LedgerLine {
  readonly entryId: EntryId
  readonly kind: (typeof LEDGER_KINDS)[number]
  readonly debit: LedgerAccount
  readonly credit: LedgerAccount
  readonly cents: number
  readonly currency: string | null
  readonly paymentType: PaymentType | null
  readonly at: Instant
  /** The event that the line follows from. A credit, which follows from the results, has that of its buyback. */
  readonly position: Position
}

/** The books of a season that a purge ended, as they were. */
export interface EndedBooks {
  /** Null: what was recorded while the pool had no week. */
  readonly seasonYear: number | null
  /** The purge. */
  readonly at: Instant
  readonly position: Position
  readonly lines: readonly LedgerLine[]
}
