import type { EntryId } from '../values/ids.ts'
import type { LedgerLine } from '../state/posting.ts'
import type { PoolState } from '../state/state.ts'
import { bookSeason, duesIn, type Dues, ledgerOf, rulesOfBooks, signed } from './money.ts'

// Every view that shows an amount reads a ledger (docs/rules.md §14.6). The linter refuses sums of cents elsewhere.

/** The books of a season in one currency. All amounts are in its smallest unit. */
export interface Ledger {
  readonly seasonYear: number | null
  readonly currency: string | null
  /** In the order of time. */
  readonly lines: readonly LedgerLine[]
  /** What entries owe, those without a line left out. */
  readonly dues: ReadonlyMap<EntryId, Dues>
  /** What was received of fees and of buybacks; an entry's payments settle its fee first. */
  readonly feesCents: number
  readonly buybacksCents: number
  /** What entries paid of what they owe: fees and buybacks. */
  readonly receivedCents: number
  /** What they still owe. */
  readonly owedCents: number
  /** What is received once everybody has paid. */
  readonly ifEverybodyPaysCents: number
  /** What was paid too much, and belongs to those who paid it. */
  readonly creditCents: number
  readonly clubShareCents: number
  /** What is received without the share of the club. */
  readonly potCents: number
  readonly paidOutCents: number
  /** What is there: received and paid too much, without what was paid out. */
  readonly cashCents: number
}

/** Returns the books of a season, one for each currency: that of its rules first, then those of payments from before it changed. */
export function ledgersOf(state: PoolState, seasonYear: number | null = bookSeason(state)): readonly [Ledger, ...Ledger[]] {
  return inCurrencies(state, seasonYear, ledgerOf(state, seasonYear))
}

/** Returns books that a purge ended, as they were; without lines if it ended none. */
export function endedLedgersOf(state: PoolState, seasonYear: number | null, purge: number): readonly [Ledger, ...Ledger[]] {
  const ended = state.endedBooks.find((books) => books.seasonYear === seasonYear && books.position === purge)
  return inCurrencies(state, seasonYear, ended?.lines ?? [])
}

function inCurrencies(state: PoolState, seasonYear: number | null, lines: readonly LedgerLine[]): readonly [Ledger, ...Ledger[]] {
  const { currency, clubSharePercent } = rulesOfBooks(state, seasonYear)
  const byCurrency = Map.groupBy(lines, (line) => line.currency)
  const ledger = (of: string | null): Ledger => toLedger(seasonYear, of, byCurrency.get(of) ?? [], clubSharePercent ?? 0)
  return [ledger(currency), ...[...byCurrency.keys()].filter((other) => other !== currency).map(ledger)]
}

function toLedger(seasonYear: number | null, currency: string | null, lines: readonly LedgerLine[], percent: number): Ledger {
  const dues = new Map([...Map.groupBy(lines, ({ entryId }) => entryId)].map(([id, own]) => [id, duesIn(own)]))
  let [feesCents, buybacksCents, owedCents, creditCents, cashCents, paidOutCents] = [0, 0, 0, 0, 0, 0]
  for (const { feeCents, paidCents, dueCents, creditCents: credit } of dues.values()) {
    const fee = Math.min(feeCents, paidCents)
    feesCents += fee
    buybacksCents += paidCents - credit - fee
    owedCents += dueCents
    creditCents += credit
  }
  for (const line of lines) {
    cashCents += signed(line, 'cash')
    paidOutCents += signed(line, 'payouts')
  }
  const receivedCents = feesCents + buybacksCents
  const clubShareCents = Math.round((receivedCents * percent) / 100)
  return {
    seasonYear,
    currency,
    lines,
    dues,
    feesCents,
    buybacksCents,
    receivedCents,
    owedCents,
    ifEverybodyPaysCents: receivedCents + owedCents,
    creditCents,
    clubShareCents,
    potCents: receivedCents - clubShareCents,
    paidOutCents,
    cashCents,
  }
}
