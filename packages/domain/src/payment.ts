export const PAYMENT_TYPES = ['venmo', 'paypal', 'square', 'cash'] as const
export type PaymentType = (typeof PAYMENT_TYPES)[number]

/** A calendar day, `YYYY-MM-DD`. */
export type CalendarDay = string & { readonly __brand: 'CalendarDay' }

export interface Payment {
  readonly type: PaymentType
  readonly date: CalendarDay
}
