import { type EntryId, LEDGER_ACCOUNTS, LEDGER_KINDS, PAYMENT_TYPES } from '@outlast/domain'
import * as z from 'zod'
import { count, day, id, instant, logPosition, money, receivedAndOwed, season } from '../../fields/responses.ts'
import { idField, numberInText, seasonYear, wholeNumber } from '../../fields/numbers.ts'
import { optionalText } from '../../fields/text.ts'
import { dayOrNull } from '../../fields/times.ts'
import { isIban, normalIban } from '../../money.ts'

const MAX_PAYMENTS = 5000
/** The most that entries can owe, and so can pay, at once. */
const MAX_CENTS = 1_000_000_000
const MAX_CSV = 1_000_000

const handle = (label: string) =>
  optionalText({ label, max: 60 })
    .transform((value) => value?.replace(/^[@$]/, '') ?? null)
    .superRefine((value, context) => {
      if (value === null || /^[A-Za-z0-9_.-]+$/.test(value)) return
      context.addIssue({ code: 'custom', message: `${label} can have letters, digits, dots, hyphens and underscores only` })
    })
    .optional()

/** Zelle finds an account by its e-mail address or by its mobile number in the United States. */
const zelle = optionalText({ label: 'Zelle address', max: 254 })
  .superRefine((value, context) => {
    if (value === null || /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(value) || /^\+?[\d\s().-]{10,20}$/.test(value)) return
    context.addIssue({ code: 'custom', message: 'Give the e-mail address or the mobile number that Zelle knows' })
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
    zelle,
    iban,
    holder: optionalText({ label: 'Account holder', max: 70 }).optional(),
    bic,
  })
  .refine((body) => Object.values(body).some((value) => value !== undefined), {
    error: 'Nothing to change: give at least one field',
  })

export const treasurer = z
  .strictObject({
    venmo: z.string().nullable(),
    paypal: z.string().nullable(),
    cash_app: z.string().nullable(),
    zelle: z.string().nullable(),
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

/** `recorded`: the payments that were recorded. Entries that owed nothing are not counted. */
export const confirmedPayments = z.strictObject({ recorded: count }).meta({ id: 'ConfirmedPayments' })

/** What one entry owes in the books of its last season. All amounts are in the currency's smallest unit. */
export const entryBalance = z
  .strictObject({
    entry_id: id,
    /** What a payment must mention. */
    reference: z.string(),
    season_year: season.nullable(),
    currency: z.string().nullable(),
    /** The fee and the confirmed buybacks. */
    owed_cents: count,
    paid_cents: count,
    /** What is still to pay. */
    due_cents: count,
    /** What was paid too much. */
    credit_cents: count,
    /** What is still due for earlier seasons, in the currency of this one. */
    earlier_cents: count,
    /** What it owes, paid or not, and what of that is still to pay: with earlier seasons, each currency for itself. */
    asked: z.array(money),
    still_owed: z.array(money),
  })
  .meta({ id: 'EntryBalance' })
export type EntryBalance = z.output<typeof entryBalance>

/** What all entries owe. */
export const balances = z
  .strictObject({ currency: z.string().nullable(), entries: z.array(entryBalance) })
  .meta({ id: 'Balances' })
export type Balances = z.output<typeof balances>

const paymentType = z.enum(PAYMENT_TYPES, { error: 'Payment type must be venmo, paypal, square, cash or bank' })
/** Absent: today in New York. */
const paidDate = dayOrNull('Paid date').optional()

/** An amount that is at most what is due. The whole amount marks the entry paid. */
export const partPaymentBody = z.object({
  amount_cents: wholeNumber('Amount in cents', 1, MAX_CENTS),
  payment_type: paymentType,
  paid_date: paidDate,
})

/** What an entry gets of a season's pot. */
export const payout = z
  .strictObject({
    entry_id: id,
    entry_name: z.string(),
    user_name: z.string().nullable(),
    /** Its share; 0 when it is no champion any more. */
    share_cents: count,
    /** With the rule `prizes`: the place of which it gets the prize, and what its share has of weekly prizes. */
    prize: z.strictObject({ place: count.nullable(), weekly_cents: count }).optional(),
    /** What was recorded as paid out; null without it. */
    paid: z.strictObject({ cents: count, payment_type: z.enum(PAYMENT_TYPES), paid_date: day }).nullable(),
    /** What is still to pay out, and what was paid out too much. */
    left_cents: count,
    over_cents: count,
    /** What the entry still owes itself. */
    owed_cents: count,
  })
  .meta({ id: 'Payout' })
export type Payout = z.output<typeof payout>

/** Who gets what of a season's pot. Until the season is decided, only the winners of weeks, if there are such prizes. */
export const payouts = z
  .strictObject({
    season_year: season.nullable(),
    currency: z.string().nullable(),
    ...receivedAndOwed,
    pot_cents: count,
    paid_out_cents: count,
    /** What cannot be divided, and belongs to nobody. */
    remainder_cents: count,
    payouts: z.array(payout),
  })
  .meta({ id: 'Payouts' })
export type Payouts = z.output<typeof payouts>

/** Records that entries got their shares. `season`: by default the current one. `exceeds_received`: also more than was received. */
export const recordPayoutsBody = z.object({
  entry_ids: confirmPaymentsBody.shape.entry_ids,
  payment_type: paymentType,
  paid_date: paidDate,
  season: seasonYear.optional(),
  exceeds_received: z.boolean({ error: 'Say with exceeds_received true or false' }).optional(),
})

export const importPaymentsBody = z.object({
  csv: z
    .string({ error: 'Give the bank’s file as text in csv' })
    .max(MAX_CSV, 'The file is too large')
    .refine((value) => value.trim() !== '', { error: 'The file is empty' }),
  /** True: says what would happen, and records nothing. */
  dry_run: z.boolean({ error: 'Say with dry_run whether to check only: true or false' }),
  /** Records these lines only, each for these entries, whatever is proposed. Absent: records those that match. */
  take: z
    .array(
      z.object({
        line: wholeNumber('Line', 1, MAX_CSV),
        entries: z
          .array(z.object({ entry_id: idField<EntryId>('Entry ID'), cents: wholeNumber('Amount in cents', 1, MAX_CENTS) }), {
            error: 'Give a list of entries',
          })
          .min(1, 'Name at least one entry for each line')
          .max(MAX_PAYMENTS, 'Too many entries at once'),
      }),
      { error: 'Give the lines to take as a list' },
    )
    .min(1, 'Take at least one line')
    .max(MAX_PAYMENTS, 'Too many lines at once')
    .optional(),
})

export type ImportPaymentsBody = z.output<typeof importPaymentsBody>

const IMPORT_STATUSES = ['match', 'proposed', 'skipped', 'problem'] as const

/** What an entry would get of a line. */
const proposedPart = z
  .strictObject({ entry_id: id, entry_name: z.string(), user_name: z.string().nullable(), cents: count })
  .meta({ id: 'ProposedPart' })

/**
 * One row of the statement. `match`: its payment is recorded, or would be. `proposed`: by the payer's name, recorded when it is taken.
 * `problem`: look at it yourself.
 */
const importedPayment = z
  .strictObject({
    /** The line in the file, from 1. */
    line: count,
    status: z.enum(IMPORT_STATUSES),
    /** Why the row is proposed, skipped or a problem; null for a match. */
    reason: z.string().nullable(),
    entry_id: id.nullable(),
    entry_name: z.string().nullable(),
    user_name: z.string().nullable(),
    amount_cents: z.int().nullable(),
    paid_date: day.nullable(),
    /** Who paid, if a column says so. */
    payer: z.string().nullable(),
    /** The ways to take the row, each with what its entries get; of several, one is to choose. */
    proposals: z.array(z.array(proposedPart)),
    /** The row as text, shortened. */
    text: z.string(),
  })
  .meta({ id: 'ImportedPayment' })
export type ImportedPayment = z.output<typeof importedPayment>

export const importedPayments = z
  .strictObject({
    dry_run: z.boolean(),
    currency: z.string().nullable(),
    rows: z.array(importedPayment),
    matches: count,
    proposed: count,
    skipped: count,
    problems: count,
    /** Payments that were recorded; 0 in a dry run. */
    recorded: count,
  })
  .meta({ id: 'ImportedPayments' })
export type ImportedPayments = z.output<typeof importedPayments>

export const ledgerQuery = z.object({ season: numberInText('Season', 2000, 2100).optional() })

/** `ended_at`: the position of the purge that ended the books, as in `ended`. Without it, those that are open. */
export const booksQuery = ledgerQuery.extend({ ended_at: numberInText('Position', 1, Number.MAX_SAFE_INTEGER).optional() })

/** One line of the books: its amount is added to one account and taken from another. */
const ledgerLine = z
  .strictObject({
    position: logPosition,
    recorded_at: instant,
    kind: z.enum(LEDGER_KINDS),
    debit: z.enum(LEDGER_ACCOUNTS),
    credit: z.enum(LEDGER_ACCOUNTS),
    amount_cents: count,
    currency: z.string().nullable(),
    payment_type: z.enum(PAYMENT_TYPES).nullable(),
    entry_id: id,
    reference: z.string(),
    /** Null when the entry was deleted. */
    entry_name: z.string().nullable(),
    user_name: z.string().nullable(),
  })
  .meta({ id: 'LedgerLine' })
export type LedgerLine = z.output<typeof ledgerLine>

const ledgerBalances = z.strictObject({
  members: z.int(),
  cash: z.int(),
  fees: z.int(),
  buybacks: z.int(),
  waivers: z.int(),
  payouts: z.int(),
})

/** The books of a season. The balances add up to zero, in each currency. */
export const ledger = z
  .strictObject({
    season_year: season.nullable(),
    seasons: z.array(season),
    currency: z.string().nullable(),
    lines: z.array(ledgerLine),
    ...receivedAndOwed,
    /** What was paid too much, and is to give back. */
    credit_cents: count,
    paid_out_cents: count,
    balances: ledgerBalances,
    /** The same in other currencies, of payments from before the rules changed. Left out without any. */
    others: z
      .array(
        z.strictObject({
          currency: z.string().nullable(),
          ...receivedAndOwed,
          credit_cents: count,
          paid_out_cents: count,
          balances: ledgerBalances,
        }),
      )
      .optional(),
    /** The books that purges ended, oldest first. Left out without any. */
    ended: z.array(z.strictObject({ season_year: season.nullable(), ended_at: logPosition, recorded_at: instant })).optional(),
  })
  .meta({ id: 'Ledger' })
export type Ledger = z.output<typeof ledger>
