import type { Ledger, LedgerLine } from '@outlast/contract'
import { toCsv } from '@outlast/contract/csv'
import { plainAmount } from '@outlast/contract/money'
import {
  entryReference,
  type LEDGER_ACCOUNTS,
  ledgerOf,
  ledgerSeasons,
  rulesOfBooks,
  signed,
  type VisiblePool,
} from '@outlast/domain'

/** Builds the ledger of a season for admins. */
export function toLedger(pool: VisiblePool, seasonYear: number | null, names: ReadonlyMap<number, string>): Ledger {
  const lines = ledgerOf(pool, seasonYear)
  const balance = (account: (typeof LEDGER_ACCOUNTS)[number]) => lines.reduce((sum, line) => sum + signed(line, account), 0)
  return {
    season_year: seasonYear,
    seasons: [...ledgerSeasons(pool)],
    currency: rulesOfBooks(pool, seasonYear).currency,
    lines: lines.map((line): LedgerLine => {
      const entry = pool.entries.get(line.entryId)
      return {
        position: line.position,
        recorded_at: line.at,
        kind: line.kind,
        debit: line.debit,
        credit: line.credit,
        amount_cents: line.cents,
        payment_type: line.paymentType,
        entry_id: line.entryId,
        reference: entryReference(line.entryId),
        entry_name: entry?.name ?? null,
        user_name: entry === undefined ? null : (names.get(entry.userId) ?? null),
      }
    }),
    balances: {
      members: balance('members'),
      cash: balance('cash'),
      fees: balance('fees'),
      buybacks: balance('buybacks'),
      waivers: balance('waivers'),
      payouts: balance('payouts'),
    },
  }
}

const COLUMNS = [
  'date',
  'kind',
  'debit',
  'credit',
  'amount',
  'currency',
  'payment_type',
  'entry_id',
  'reference',
  'entry',
  'member',
  'position',
]

/** Formats a ledger as CSV. */
export function ledgerCsv({ lines, currency }: Ledger): string {
  const rows = lines.map((line) => [
    line.recorded_at,
    line.kind,
    line.debit,
    line.credit,
    plainAmount(line.amount_cents, currency),
    currency ?? '',
    line.payment_type ?? '',
    line.entry_id,
    line.reference,
    line.entry_name ?? '',
    line.user_name ?? '',
    line.position,
  ])
  return toCsv([COLUMNS, ...rows])
}
