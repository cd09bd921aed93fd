import type { Loss } from '../events/events.ts'
import type { Position } from '../values/ids.ts'
import type { Instant } from '../values/instant.ts'
import type { CalendarDay, PaymentType } from '../values/payment.ts'

interface PostingBase {
  /** Null: before the pool had a week. It belongs to the first season. */
  readonly seasonYear: number | null
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
