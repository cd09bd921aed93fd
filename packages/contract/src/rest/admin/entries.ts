import { type Debt, PAYMENT_TYPES } from '@outlast/domain'
import * as z from 'zod'
import { count, season } from '../../fields/responses.ts'
import { wholeNumber } from '../../fields/numbers.ts'
import { dayOrNull } from '../../fields/times.ts'
import { entryFields, entryName } from '../entries.ts'

const CHOOSE_TYPE = 'Payment type must be venmo, paypal, square or cash'

/** Sets the payment with `is_paid`, and toggles it without. A blank payment type counts as none. Transfers come from the bank’s file. */
export const paymentBody = z.object({
  payment_type: z
    .enum([...PAYMENT_TYPES, ''])
    .exclude(['bank'], { error: CHOOSE_TYPE })
    .nullable()
    .transform((type) => (type === '' ? null : type))
    .optional(),
  paid_date: dayOrNull('Paid date').optional(),
  is_paid: z.boolean().optional(),
})

export const amendEntryBody = z
  .object({ name: entryName('Entry name required').optional(), is_eliminated: z.boolean().optional() })
  .refine((body) => body.name !== undefined || body.is_eliminated !== undefined, {
    error: 'Nothing to change: give name or is_eliminated',
  })

export const answerBuybackBody = z.object({
  action: z.enum(['confirm', 'decline'], { error: 'The action must be confirm or decline' }),
  /** The season of the request; by default the current one. */
  season_year: wholeNumber('Season', 2000, 2100).optional(),
})

/** An entry in the admins' list. */
export const adminEntry = z
  .strictObject({
    ...entryFields,
    user_name: z.string(),
    user_email: z.string(),
    user_mobile: z.string().nullable(),
  })
  .meta({ id: 'AdminEntry' })
export type AdminEntry = z.output<typeof adminEntry>

/** A part of what an entry owes, or owed, for a season. */
export const debt = z.strictObject({
  season_year: season.nullable(),
  kind: z.enum(['fee', 'buyback']),
  cents: count,
  currency: z.string().nullable(),
})

/** An entry whose payment was set, with the debts that this settled; none when it was marked unpaid. */
export const paidEntry = adminEntry
  .extend({
    settled: z.array(debt),
  })
  .meta({ id: 'PaidEntry' })
export type PaidEntry = z.output<typeof paidEntry>

/** Maps debts. */
export function toDebts(debts: readonly Debt[]): PaidEntry['settled'] {
  return debts.map(({ seasonYear, kind, cents, currency }) => ({ season_year: seasonYear, kind, cents, currency }))
}
