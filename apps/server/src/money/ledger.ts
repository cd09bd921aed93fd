import type { Ledger, LedgerLine } from '@outlast/contract'
import { toCsv } from '@outlast/contract/csv'
import { plainAmount } from '@outlast/contract/money'
import { playerNameIn, toReceivedAndOwed } from '@outlast/contract/rest/money'
import {
  balanceOf,
  endedLedgersOf,
  entryReference,
  type Ledger as SeasonLedger,
  type LedgerAccount,
  ledgerSeasons,
  ledgersOf,
  type VisiblePool,
} from '@outlast/domain'

/**
 * Builds the ledger of a season for admins.
 * @param endedAt the purge that ended the books; undefined for those that are open
 */
export function toLedger(
  pool: VisiblePool,
  seasonYear: number | null,
  names: ReadonlyMap<number, string>,
  endedAt?: number,
): Ledger {
  const [own, ...others] = endedAt === undefined ? ledgersOf(pool, seasonYear) : endedLedgersOf(pool, seasonYear, endedAt)
  const lines = [own, ...others].flatMap((ledger) => ledger.lines).sort((a, b) => a.position - b.position)
  const ended = pool.endedBooks.map(({ seasonYear: season_year, position: ended_at, at: recorded_at }) => ({
    season_year,
    ended_at,
    recorded_at,
  }))
  return {
    season_year: seasonYear,
    seasons: [...ledgerSeasons(pool)],
    ...toSums(own),
    lines: lines.map((line): LedgerLine => {
      const entry = pool.entries.get(line.entryId)
      return {
        position: line.position,
        recorded_at: line.at,
        kind: line.kind,
        debit: line.debit,
        credit: line.credit,
        amount_cents: line.cents,
        currency: line.currency,
        payment_type: line.paymentType,
        entry_id: line.entryId,
        reference: entryReference(line.entryId),
        entry_name: entry?.name ?? null,
        user_name: entry === undefined ? null : playerNameIn(names, entry),
      }
    }),
    ...(others.length > 0 && { others: others.map(toSums) }),
    ...(ended.length > 0 && { ended }),
  }
}

/** Maps the sums of the books in one currency. */
function toSums(of: SeasonLedger) {
  const balance = (account: LedgerAccount) => balanceOf(of.lines, account)
  return {
    currency: of.currency,
    ...toReceivedAndOwed(of),
    credit_cents: of.creditCents,
    paid_out_cents: of.paidOutCents,
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
export function ledgerCsv({ lines }: Ledger): string {
  const rows = lines.map((line) => [
    line.recorded_at,
    line.kind,
    line.debit,
    line.credit,
    plainAmount(line.amount_cents, line.currency),
    line.currency ?? '',
    line.payment_type ?? '',
    line.entry_id,
    line.reference,
    line.entry_name ?? '',
    line.user_name ?? '',
    line.position,
  ])
  return toCsv([COLUMNS, ...rows])
}
