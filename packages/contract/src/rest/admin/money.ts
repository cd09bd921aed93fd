import { type EntryId, LEDGER_ACCOUNTS, LEDGER_KINDS, PAYMENT_TYPES } from '@outlast/domain'
import * as z from 'zod'
import { count, day, id, instant, logPosition, season } from '../../fields/responses.ts'
import { idField, numberInText } from '../../fields/numbers.ts'
import { optionalText } from '../../fields/text.ts'
import { isIban, normalIban } from '../../money.ts'

const MAX_PAYMENTS = 5000
const MAX_CSV = 1_000_000

const handle = (label: string) =>
  optionalText({ label, max: 60 })
    .transform((value) => value?.replace(/^[@$]/, '') ?? null)
    .superRefine((value, context) => {
      if (value === null || /^[A-Za-z0-9_.-]+$/.test(value)) return
      context.addIssue({ code: 'custom', message: `${label} can have letters, digits, dots, hyphens and underscores only` })
    })
    .optional()

const iban = optionalText({ label: 'IBAN', max: 50 })
  .transform((value) => (value === null ? null : normalIban(value)))
  .superRefine((value, context) => {
    if (value !== null && !isIban(value))
      context.addIssue({ code: 'custom', message: 'This IBAN is not right. Check its digits' })
  })
  .optional()

const bic = optionalText({ label: 'BIC', max: 20 })
  .transform((value) => (value === null ? null : normalIban(value)))
  .superRefine((value, context) => {
    if (value !== null && !/^[A-Z]{6}[A-Z0-9]{2}(?:[A-Z0-9]{3})?$/.test(value)) {
      context.addIssue({ code: 'custom', message: 'A BIC has 8 or 11 letters and digits' })
    }
  })
  .optional()

/** Where members pay. A blank field removes the way to pay, an absent one stays as it is. */
export const treasurerBody = z
  .object({
    venmo: handle('Venmo name'),
    paypal: handle('PayPal.me name'),
    cash_app: handle('Cash App name'),
    iban,
    holder: optionalText({ label: 'Account holder', max: 70 }).optional(),
    bic,
  })
  .refine((body) => Object.values(body).some((value) => value !== undefined), {
    error: 'Nothing to change: give at least one field',
  })
export type TreasurerBody = z.output<typeof treasurerBody>

export const treasurer = z
  .strictObject({
    venmo: z.string().nullable(),
    paypal: z.string().nullable(),
    cash_app: z.string().nullable(),
    iban: z.string().nullable(),
    holder: z.string().nullable(),
    bic: z.string().nullable(),
  })
  .meta({ id: 'Treasurer' })
export type Treasurer = z.output<typeof treasurer>

/** Confirms the payments of these entries. Without a payment type, that of each claim counts, or cash. */
export const confirmPaymentsBody = z.object({
  entry_ids: z
    .array(idField<EntryId>('Entry ID'), { error: 'Give a list of entry ids' })
    .min(1, 'Choose at least one entry')
    .max(MAX_PAYMENTS, 'Too many entries at once'),
  payment_type: z.enum(PAYMENT_TYPES, { error: 'Payment type must be venmo, paypal, square, cash or bank' }).optional(),
})
export type ConfirmPaymentsBody = z.output<typeof confirmPaymentsBody>

/** `recorded`: the payments that were recorded. Entries that owed nothing are not counted. */
export const confirmedPayments = z.strictObject({ recorded: count }).meta({ id: 'ConfirmedPayments' })

export const importPaymentsBody = z.object({
  csv: z
    .string({ error: 'Give the bank’s file as text in csv' })
    .max(MAX_CSV, 'The file is too large')
    .refine((value) => value.trim() !== '', { error: 'The file is empty' }),
  /** True: says what would happen, and records nothing. */
  dry_run: z.boolean({ error: 'Say with dry_run whether to check only: true or false' }),
})
export type ImportPaymentsBody = z.output<typeof importPaymentsBody>

export const IMPORT_STATUSES = ['match', 'skipped', 'problem'] as const

/** One row of the bank's file. `match`: its payment is recorded, or would be. `problem`: look at it yourself. */
export const importedPayment = z
  .strictObject({
    /** The line in the file, from 1. */
    line: count,
    status: z.enum(IMPORT_STATUSES),
    /** Why the row is skipped or a problem; null for a match. */
    reason: z.string().nullable(),
    entry_id: id.nullable(),
    entry_name: z.string().nullable(),
    user_name: z.string().nullable(),
    amount_cents: z.int().nullable(),
    paid_date: day.nullable(),
    /** The row as text, shortened. */
    text: z.string(),
  })
  .meta({ id: 'ImportedPayment' })
export type ImportedPayment = z.output<typeof importedPayment>

export const importedPayments = z
  .strictObject({
    dry_run: z.boolean(),
    rows: z.array(importedPayment),
    matches: count,
    skipped: count,
    problems: count,
    /** Payments that were recorded; 0 in a dry run. */
    recorded: count,
  })
  .meta({ id: 'ImportedPayments' })
export type ImportedPayments = z.output<typeof importedPayments>

export const ledgerQuery = z.object({ season: numberInText('Season', 2000, 2100).optional() })

/** One line of the books: its amount is added to one account and taken from another. */
export const ledgerLine = z
  .strictObject({
    position: logPosition,
    recorded_at: instant,
    kind: z.enum(LEDGER_KINDS),
    debit: z.enum(LEDGER_ACCOUNTS),
    credit: z.enum(LEDGER_ACCOUNTS),
    amount_cents: count,
    payment_type: z.enum(PAYMENT_TYPES).nullable(),
    entry_id: id,
    reference: z.string(),
    /** Null when the entry was deleted. */
    entry_name: z.string().nullable(),
    user_name: z.string().nullable(),
  })
  .meta({ id: 'LedgerLine' })
export type LedgerLine = z.output<typeof ledgerLine>

/** The books of a season. The balances add up to zero. */
export const ledger = z
  .strictObject({
    season_year: season.nullable(),
    seasons: z.array(season),
    currency: z.string().nullable(),
    lines: z.array(ledgerLine),
    balances: z.strictObject({
      members: z.int(),
      cash: z.int(),
      fees: z.int(),
      buybacks: z.int(),
      waivers: z.int(),
    }),
  })
  .meta({ id: 'Ledger' })
export type Ledger = z.output<typeof ledger>
