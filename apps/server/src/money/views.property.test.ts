import { toBuybacks } from '@outlast/contract/rest/entries'
import { toBalances, toDues, toPayouts, toPot, toPrice } from '@outlast/contract/rest/money'
import { ALL_ROUTES } from '@outlast/contract/routes'
import type { RouteId } from '@outlast/contract'
import {
  type Actor,
  debtsOf,
  type Entry,
  forkPool,
  instantFromMs,
  type LedgerLine,
  ledgerOf,
  ledgerSeasons,
  rulesOfBooks,
  runCommand,
  userId,
  visibleTo,
  type VisiblePool,
} from '@outlast/domain'
import { assertWithExamples, MONEY_EXAMPLES, moneyHistory, moneyPool } from '@outlast/domain/money-steps'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import * as z from 'zod'
import { nodeHashing } from '../log/hashing.ts'
import { readBankFile } from './bank-csv.ts'
import { ledgerCsv, toLedger } from './ledger.ts'
import { matchPayments } from './match-payments.ts'

const ADMIN: Actor = { kind: 'user', userId: userId(1), tokenVersion: 1 }
const NAMES = new Map([
  [1, 'Ada Able'],
  [2, 'Max Moor'],
  [3, 'Bo Berg'],
])
const TREASURER = { venmo: null, paypal: null, cash_app: null, zelle: null, iban: null, holder: null, bic: null }

const HISTORIES = Number(process.env.HISTORIES ?? 300)
/** What the examples reach. */
const SHAPES = [
  'partly paid',
  'two currencies',
  'paid out too much',
  'paid too much',
  'earlier debts',
  'debts in two currencies',
  'bought back',
  'a newcomer',
]

const total = (amounts: readonly number[]): number => amounts.reduce((sum, cents) => sum + cents, 0)

/** What lines of one currency add up to, by the definition of each sum, without the domain’s functions. */
function sumsOf(lines: readonly LedgerLine[], clubSharePercent: number) {
  const of = (from: readonly LedgerLine[], ...kinds: readonly LedgerLine['kind'][]) =>
    total(from.filter(({ kind }) => kinds.includes(kind)).map(({ cents }) => cents))
  const entries = [...Map.groupBy(lines, ({ entryId }) => entryId).values()].map((own) => {
    const asked = of(own, 'fee', 'buyback') - of(own, 'credit', 'waiver')
    const paid = of(own, 'payment') - of(own, 'reversal')
    return { asked, received: Math.min(asked, paid), credit: Math.max(paid - asked, 0) }
  })
  const received_cents = total(entries.map(({ received }) => received))
  const due = total(entries.map(({ asked }) => asked))
  return {
    three: { received_cents, owed_cents: due - received_cents, if_everybody_pays_cents: due },
    credit_cents: total(entries.map(({ credit }) => credit)),
    pot_cents: received_cents - Math.round((received_cents * clubSharePercent) / 100),
    paid_out_cents: of(lines, 'payout') - of(lines, 'payout_reversal'),
  }
}

/** Compares the views of a season’s books with its lines. Returns the shapes that it met. */
function compareSeason(pool: VisiblePool, year: number | null): readonly string[] {
  const { currency, clubSharePercent } = rulesOfBooks(pool, year)
  const lines = ledgerOf(pool, year)
  const byCurrency = Map.groupBy(lines, (line) => line.currency)
  const sumsIn = (of: string | null) => sumsOf(byCurrency.get(of) ?? [], clubSharePercent ?? 0)
  const { three, credit_cents, pot_cents, paid_out_cents } = sumsIn(currency)
  const others = [...byCurrency.keys()].filter((other) => other !== currency)
  const ledger = toLedger(pool, year, NAMES)
  const pot = toPot(pool, year)
  const { payouts, ...paid } = toPayouts(pool, year, NAMES)

  expect(ledger).toMatchObject({ currency, ...three, credit_cents, paid_out_cents })
  expect(pot).toMatchObject({ currency, ...three, pot_cents, paid_out_cents })
  expect(paid).toMatchObject({ currency, ...three, pot_cents, paid_out_cents, remainder_cents: pot.remainder_cents })
  expect(pot.others ?? []).toEqual(others.map((other) => ({ currency: other, ...sumsIn(other).three })))
  expect(pot.fees_cents + pot.buybacks_cents).toBe(pot.received_cents)
  expect(pot.pot_cents + pot.club_share_cents).toBe(pot.received_cents)
  expect(pot.share_cents * pot.sharers + pot.remainder_cents).toBe(pot.pot_cents)

  expect((ledger.others ?? []).map((other) => other.currency)).toEqual(others)
  for (const books of [ledger, ...(ledger.others ?? [])]) {
    const sums = sumsIn(books.currency)
    expect(books).toMatchObject({ ...sums.three, credit_cents: sums.credit_cents, paid_out_cents: sums.paid_out_cents })
    expect(total(Object.values(books.balances))).toBe(0)
    expect(books.balances.members).toBe(books.owed_cents - books.credit_cents)
    // What the pot and the club have together is what was received without what was paid out.
    expect(books.balances.cash).toBe(books.received_cents + books.credit_cents - books.paid_out_cents)
  }
  const [, ...rows] = ledgerCsv(ledger).trimEnd().split('\r\n')
  expect(rows).toHaveLength(lines.length)
  for (const [at, line] of lines.entries()) expect(rows[at]).toContain(`,${(line.cents / 100).toFixed(2)},${line.currency},`)

  expect(total(payouts.map(({ share_cents }) => share_cents))).toBeLessThanOrEqual(pot.pot_cents)
  for (const { entry_id: id, ...payout } of payouts) {
    const own = (byCurrency.get(currency) ?? []).filter(({ entryId }) => entryId === id)
    const { three: owed, paid_out_cents: got } = sumsOf(own, 0)
    expect([payout.paid?.cents ?? 0, payout.owed_cents]).toEqual([got, owed.owed_cents])
    expect(payout.share_cents + payout.over_cents).toBe(got + payout.left_cents)
  }
  return [
    others.length > 0 && 'two currencies',
    payouts.some(({ over_cents }) => over_cents > 0) && 'paid out too much',
    credit_cents > 0 && 'paid too much',
    three.received_cents > 0 && three.owed_cents > 0 && 'partly paid',
  ].filter((shape) => shape !== false)
}

/** Compares what members and admins read of one entry with its lines. */
function compareEntry(pool: VisiblePool, entry: Entry): readonly string[] {
  const dues = toDues(pool, [entry], TREASURER).entries[0]!
  const balance = toBalances(pool).entries.find(({ entry_id: id }) => id === entry.id)!
  const { season_year: year, currency } = dues
  const own = (of: number | null) => ledgerOf(pool, of).filter((line) => line.entryId === entry.id && line.currency === currency)
  const { three, credit_cents } = sumsOf(own(year), 0)

  expect(dues.fee_cents + dues.buyback_cents).toBe(three.if_everybody_pays_cents)
  expect(dues.paid_cents).toBe(three.received_cents + credit_cents)
  expect([dues.due_cents, dues.credit_cents]).toEqual([three.owed_cents, credit_cents])
  const { entry_id, reference, paid_cents, due_cents } = dues
  const same = { entry_id, reference, season_year: year, currency, paid_cents, due_cents, credit_cents }
  expect(balance).toMatchObject({ ...same, owed_cents: dues.fee_cents + dues.buyback_cents })

  // Debts of earlier seasons stand for themselves, and are added to this season’s only in the same currency.
  const debts = debtsOf(pool, entry)
  const earlier = debts.filter((debt) => debt.seasonYear !== year)
  expect(total(dues.earlier.map(({ cents }) => cents))).toBe(total(earlier.map(({ cents }) => cents)))
  for (const debt of earlier) {
    const lines = ledgerOf(pool, debt.seasonYear).filter((line) => line.entryId === entry.id && line.currency === debt.currency)
    const parts = earlier.filter(({ seasonYear }) => seasonYear === debt.seasonYear)
    expect(total(parts.map(({ cents }) => cents))).toBe(sumsOf(lines, 0).three.owed_cents)
  }
  const owedIn = Map.groupBy(debts, (debt) => debt.currency)
  expect(balance.still_owed).toEqual(
    [...owedIn].map(([of, parts]) => ({ cents: total(parts.map(({ cents }) => cents)), currency: of })),
  )
  const confirmed = toBuybacks(pool, entry).filter(({ status, season_year }) => status === 'confirmed' && season_year === year)
  expect(total(confirmed.map(({ fee_cents }) => fee_cents))).toBe(
    total(own(year).map(({ kind, cents }) => (kind === 'buyback' ? cents : 0))),
  )
  return [
    earlier.length > 0 && 'earlier debts',
    owedIn.size > 1 && 'debts in two currencies',
    confirmed.length > 0 && 'bought back',
  ].filter((shape) => shape !== false)
}

/** Compares what joining costs with what an entry owes that a member creates now. One that comes after the end of a season owes nothing for it. */
function comparePrice(pool: VisiblePool): readonly string[] {
  const after = forkPool(pool)
  const command = { type: 'CreateEntry', data: { userId: userId(2), name: 'Newcomer' } } as const
  const actor = { kind: 'user', userId: userId(2), tokenVersion: 1 } as const
  const { outcome } = runCommand(after, { command, actor }, instantFromMs(Date.UTC(2025, 8, 9)), nodeHashing)
  if (!outcome.ok || toPot(pool).is_decided) return []
  const entry = [...after.entries.values()].at(-1)!
  const { fee_cents, currency } = toDues(after, [entry], TREASURER).entries[0]!
  const price = toPrice(pool, TREASURER)
  expect([price.fee_cents, fee_cents > 0 ? price.currency : currency]).toEqual([fee_cents, currency])
  return [fee_cents > 0 && 'a newcomer'].filter((shape) => shape !== false)
}

/** A statement with a line for each entry, by its owner and with what it owes, proposes only debts in its own currency. */
function compareStatement(pool: VisiblePool): void {
  const { currency, entries } = toBalances(pool)
  const lines = entries.map(({ entry_id: id, due_cents }) => {
    const owner = [...pool.entries.values()].find((entry) => entry.id === id)?.userId ?? 0
    return `2025-09-09,${(due_cents / 100).toFixed(2)},${NAMES.get(owner)}`
  })
  const rows = readBankFile(['Date,Amount,From', ...lines].join('\n'), currency)
  const proposed = matchPayments(pool, rows, new Set(), NAMES).flatMap(({ proposals }) => proposals.flat())
  for (const { entryId, cents } of proposed) {
    const balance = entries.find(({ entry_id: id }) => id === entryId)
    expect(balance?.currency).toBe(currency)
    expect(cents).toBeLessThanOrEqual(balance?.due_cents ?? 0)
  }
}

it('every view of money shows what the lines of the ledger add up to, and no sum has two currencies', () => {
  const seen = new Set<string>()
  assertWithExamples(
    fc.property(...moneyHistory, (...history) => {
      const pool = visibleTo(moneyPool(...history), ADMIN)
      const shapes = [
        ...[...ledgerSeasons(pool), null].flatMap((year) => compareSeason(pool, year)),
        ...[...pool.entries.values()].flatMap((entry) => compareEntry(pool, entry)),
        ...comparePrice(pool),
      ]
      expect(SHAPES).toEqual(expect.arrayContaining(shapes))
      for (const shape of shapes) seen.add(shape)
      compareStatement(pool)
    }),
    { numRuns: HISTORIES, examples: MONEY_EXAMPLES, seen, shapes: SHAPES },
  )
})

/** Where the amounts of an answer are compared: here, or in what decides the rules. */
const COMPARED: Readonly<Record<string, readonly RouteId[]>> = {
  compareSeason: ['getPot', 'listPayouts', 'getLedger'],
  compareEntry: ['getDues', 'claimPayment', 'listBalances', 'recordPartPayment', 'setPayment'],
  comparePrice: ['getPrice'],
  compareStatement: ['importPayments'],
  // The pool and its rules say what the rules ask for, not what was paid.
  rules: ['getPool', 'getRules', 'updateRules', 'liveSnapshot'],
  // Entries say what their buybacks cost, with `toBuybacks`.
  buybacks: [
    'getDashboard',
    'createEntry',
    'adminListEntries',
    'createPaperEntries',
    'handOverEntries',
    'userEntries',
    'getEntry',
    'renameEntry',
    'requestBuyback',
    'adminUpdateEntry',
    'answerBuyback',
    'renewEntry',
    'adminRenewEntry',
  ],
}

it('knows every call whose answer has an amount', () => {
  const hasAmount = (response: unknown) =>
    response instanceof z.ZodType && /"\w*cents\w*":/.test(JSON.stringify(z.toJSONSchema(response, { unrepresentable: 'any' })))
  const withAmounts = ALL_ROUTES.filter(({ responses }) => Object.values(responses).some(hasAmount)).map(({ id }) => id)
  expect(withAmounts.toSorted()).toEqual(Object.values(COMPARED).flat().toSorted())
})
