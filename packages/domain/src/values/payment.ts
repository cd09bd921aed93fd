import type { Instant } from './instant.ts'

export const PAYMENT_TYPES = ['venmo', 'paypal', 'square', 'cash', 'bank'] as const
export type PaymentType = (typeof PAYMENT_TYPES)[number]

/** A calendar day, `YYYY-MM-DD`. */
export type CalendarDay = string & { readonly __brand: 'CalendarDay' }

/** A member's statement that an entry's dues are paid, until an admin confirms or declines it. */
export interface PaymentClaim {
  /** Null: the member did not say how. */
  readonly type: PaymentType | null
  /** The real time of the statement. */
  readonly at: Instant
  /** What it is about: so much in the books of this season. Null: before the pool had a week. */
  readonly seasonYear: number | null
  readonly cents: number
}

export interface Payment {
  readonly type: PaymentType
  readonly date: CalendarDay
}
