import type { Loss } from './events.ts'
import type { Position } from './ids.ts'
import type { Instant } from './instant.ts'
import type { PaymentType } from './payment.ts'

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
      }
    | { readonly kind: 'reversal' }
    | { readonly kind: 'buyback'; readonly cents: number; readonly waived: readonly Loss[] }
    /** The entry was deleted. */
    | { readonly kind: 'closed'; readonly createdAt: Instant; readonly createdPosition: Position }
  )
