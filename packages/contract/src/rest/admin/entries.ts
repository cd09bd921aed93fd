import { PAYMENT_TYPES } from '@outlast/domain'
import * as z from 'zod'
import { dayOrNull } from '../../fields/times.ts'
import { entryFields, entryName } from '../entries.ts'

const CHOOSE_TYPE = 'Payment type must be venmo, paypal, square or cash'

/** Sets the payment with `is_paid`, and toggles it without. A blank payment type counts as none. */
export const paymentBody = z.object({
  payment_type: z
    .enum([...PAYMENT_TYPES, ''], { error: CHOOSE_TYPE })
    .nullable()
    .transform((type) => (type === '' ? null : type))
    .optional(),
  paid_date: dayOrNull('Paid date').optional(),
  is_paid: z.boolean().optional(),
})
export type PaymentBody = z.output<typeof paymentBody>

export const amendEntryBody = z
  .object({ name: entryName('Entry name required').optional(), is_eliminated: z.boolean().optional() })
  .refine((body) => body.name !== undefined || body.is_eliminated !== undefined, {
    error: 'Nothing to change: give name or is_eliminated',
  })
export type AmendEntryBody = z.output<typeof amendEntryBody>

export const answerBuybackBody = z.object({
  action: z.enum(['confirm', 'decline'], { error: 'The action must be confirm or decline' }),
})
export type AnswerBuybackBody = z.output<typeof answerBuybackBody>

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
