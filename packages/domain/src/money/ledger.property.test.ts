import fc from 'fast-check'
import { expect, it } from 'vitest'
import {
  balanceOf,
  debtsOf,
  duesOf,
  type EntryId,
  ledgerOf,
  LEDGER_ACCOUNTS,
  ledgerSeasons,
  ledgersOf,
  payoutsOf,
  potOf,
  type RecordedEvent,
  runCommand,
  signed,
} from '../index.ts'
import { hashing } from '../../tests/hashing.ts'
import {
  afterwards,
  assertWithExamples,
  EARLIER_ONLY,
  EVERY_LINE,
  fee,
  MONEY_EXAMPLES,
  moneyHistory,
  moneyPool,
  nextSeason,
  PAYOUT,
  REVERSAL,
  score,
} from '../../tests/money-steps.ts'
import { AFTER_1, createEntry, LOCK_1, pick, pool, timer } from '../../tests/pool.ts'
import { admin, at, by, given, type HistoryItem, OTHER, user } from '../../tests/specification.ts'

const ledgerSteps = fc.array(fc.oneof({ arbitrary: afterwards, weight: 3 }, nextSeason), { minLength: 5, maxLength: 30 })

it('the ledgers of all seasons balance, agree with the dues of every entry, and have the cash that the log says', () => {
  const seen = new Set<string>()
  assertWithExamples(
    fc.property(fee, ledgerSteps, (entryFeeCents, steps) => {
      const buyback = { untilWeek: 2, maxPerEntry: 1, feeCents: 1000 }
      const start: readonly HistoryItem[] = [
        ...pool,
        createEntry(OTHER, 'Three'),
        admin('ChangeRules', { rules: { entryFeeCents, currency: 'EUR', buyback } }),
        pick(1, 'BUF'),
        timer(LOCK_1),
        at(AFTER_1, score(0)),
        admin('AddWeek', { seasonYear: 2026, weekNumber: 1 }),
      ]
      const state = given(...start).state()
      const log = steps.flatMap((step) => {
        const { command, by: actor, at: now } = at(AFTER_1, step)
        const run = runCommand(state, { command, actor }, now, hashing)
        // Marking an entry paid leaves no debt in any season.
        const isMark = command.type === 'SetPayment' && command.data.isPaid === true && run.outcome.ok
        const marked = isMark ? state.entries.get(command.data.entryId) : undefined
        expect(marked === undefined ? [] : debtsOf(state, marked)).toEqual([])
        if (run.recorded.some(({ data }) => 'earlier' in data)) seen.add('several seasons at once')
        if (run.recorded.some(({ type, data }) => type === 'PaymentRecorded' && data.amountCents === undefined))
          seen.add('retyped')
        return run.recorded
      })
      for (const year of [2025, 2026]) {
        const lines = ledgerOf(state, year)
        lines.forEach(({ kind }) => seen.add(`${year} ${kind}`))
        const balance = (account: (typeof LEDGER_ACCOUNTS)[number]) => lines.reduce((sum, line) => sum + signed(line, account), 0)
        expect(LEDGER_ACCOUNTS.reduce((sum, account) => sum + balance(account), 0)).toBe(0)
        expect(balance('cash')).toBe(cashOf(log, year))
        const owed = [...new Set(lines.map(({ entryId }) => entryId))].reduce((sum, entry) => {
          const { dueCents, creditCents } = duesOf(state, entry, year)
          return sum + dueCents - creditCents
        }, 0)
        expect(balance('members')).toBe(owed)
      }
    }),
    {
      numRuns: 500,
      examples: [REVERSAL, EARLIER_ONLY, EVERY_LINE].map((steps) => [2500, [...steps]]),
      seen,
      shapes: [
        '2025 fee',
        '2025 payment',
        '2025 reversal',
        '2025 buyback',
        '2026 fee',
        '2026 payment',
        '2026 reversal',
        'several seasons at once',
        'retyped',
      ],
    },
  )
})

it('the ledger balances, agrees with the dues of every entry, and has the cash that the log says', () => {
  const seen = new Set<string>()
  assertWithExamples(
    fc.property(fee, fee, fc.array(afterwards, { minLength: 5, maxLength: 30 }), (entryFeeCents, feeCents, steps) => {
      const buyback = { untilWeek: 2, maxPerEntry: 1, feeCents }
      const start: readonly HistoryItem[] = [
        ...pool,
        createEntry(OTHER, 'Three'),
        admin('ChangeRules', { rules: { entryFeeCents, currency: 'EUR', clubSharePercent: 7, buyback } }),
        pick(1, 'BUF'),
        by(user(OTHER), pick(1, 'MIA', 2)),
        timer(LOCK_1),
        at(AFTER_1, score(0)),
      ]
      const state = given(...start).state()
      const log = steps.flatMap((step) => {
        const { command, by: actor, at: now } = at(AFTER_1, step)
        return runCommand(state, { command, actor }, now, hashing).recorded
      })
      const lines = ledgerOf(state, 2025)
      lines.forEach(({ kind }) => seen.add(kind))
      expect(lines.every(({ cents, debit, credit }) => cents > 0 && debit !== credit)).toBe(true)
      const balance = (account: (typeof LEDGER_ACCOUNTS)[number]) => lines.reduce((sum, line) => sum + signed(line, account), 0)
      expect(LEDGER_ACCOUNTS.reduce((sum, account) => sum + balance(account), 0)).toBe(0)
      expect(balance('cash')).toBe(cashOf(log, 2025))
      const ids = new Set(lines.map(({ entryId }) => entryId))
      const owed = [...ids].reduce((sum, entry) => {
        const { dueCents, creditCents } = duesOf(state, entry, 2025)
        return sum + dueCents - creditCents
      }, 0)
      expect(balance('members')).toBe(owed)
      const { potCents, clubShareCents, feesCents, buybacksCents, sharers, shareCents, remainderCents } = potOf(state)
      expect(potCents + clubShareCents).toBe(feesCents + buybacksCents)
      expect(shareCents * sharers + remainderCents).toBe(potCents)
    }),
    {
      numRuns: 500,
      examples: [PAYOUT, EVERY_LINE].map((steps) => [2500, 1000, [...steps]]),
      seen,
      shapes: ['buyback', 'credit', 'fee', 'payment', 'payout', 'payout_reversal', 'reversal', 'waiver'],
    },
  )
})

const HISTORIES = Number(process.env.HISTORIES ?? 300)
const total = (amounts: readonly number[]): number => amounts.reduce((sum, cents) => sum + cents, 0)

it('every sum follows from the lines of one currency: received and owed, pot, payouts and what each entry owes', () => {
  const seen = new Set<string>()
  assertWithExamples(
    fc.property(...moneyHistory, (...history) => {
      const state = moneyPool(...history)
      for (const year of [...ledgerSeasons(state), null]) {
        const ledgers = ledgersOf(state, year)
        const lines = ledgerOf(state, year)
        expect(ledgers.flatMap((ledger) => ledger.lines).length).toBe(lines.length)
        expect(new Set(ledgers.map(({ currency }) => currency)).size).toBe(ledgers.length)
        if (ledgers.length > 1) seen.add('two currencies')
        for (const ledger of ledgers) {
          const own = lines.filter(({ currency }) => currency === ledger.currency)
          const of = (kind: string) => total(own.filter((line) => line.kind === kind).map(({ cents }) => cents))
          const due = of('fee') + of('buyback') - of('credit') - of('waiver')
          const paid = of('payment') - of('reversal')
          const paidOut = of('payout') - of('payout_reversal')
          const { receivedCents, owedCents, ifEverybodyPaysCents, potCents, clubShareCents } = ledger
          expect(receivedCents + owedCents).toBe(due)
          expect(ifEverybodyPaysCents).toBe(due)
          expect(receivedCents + ledger.creditCents).toBe(paid)
          expect(potCents + clubShareCents - paidOut).toBe(receivedCents - paidOut)
          expect(ledger.cashCents).toBe(receivedCents + ledger.creditCents - paidOut)
          expect([ledger.feesCents + ledger.buybacksCents, ledger.paidOutCents]).toEqual([receivedCents, paidOut])
          expect(balanceOf(own, 'cash')).toBe(ledger.cashCents)
          if (owedCents > 0 && receivedCents > 0) seen.add('partly paid')
          if (paidOut > receivedCents) seen.add('more paid out than received')
        }
        const [own] = ledgers
        const { others, ...pot } = potOf(state, year)
        expect(pot).toMatchObject({ receivedCents: own.receivedCents, owedCents: own.owedCents, potCents: own.potCents })
        expect(others.map(({ currency }) => currency)).toEqual(ledgers.slice(1).map(({ currency }) => currency))
        const payouts = payoutsOf(state, year)
        const isListed = ({ entryId: of }: { readonly entryId: EntryId }) => state.entries.has(of)
        expect(total(payouts.map(({ paid }) => paid?.cents ?? 0))).toBe(
          total(own.lines.filter(isListed).map((line) => signed(line, 'payouts'))),
        )
        expect(total(payouts.map(({ shareCents }) => shareCents))).toBeLessThanOrEqual(own.potCents)
        for (const entry of state.entries.values()) {
          const { dueCents } = duesOf(state, entry.id, year)
          expect(own.dues.get(entry.id)?.dueCents ?? 0).toBe(dueCents)
          const debts = debtsOf(state, entry).filter((debt) => debt.seasonYear === year)
          expect(debts.every(({ currency }) => currency === own.currency)).toBe(true)
          // Debts end with the season in whose books the entry's payments are recorded.
          expect([0, dueCents]).toContain(total(debts.map(({ cents }) => cents)))
        }
      }
      if (state.endedBooks.length > 0) seen.add('ended books')
      if (state.endedBooks.length > 0 && ledgerSeasons(state).length > 0) seen.add('a new start')
    }),
    {
      numRuns: HISTORIES,
      examples: MONEY_EXAMPLES,
      seen,
      shapes: ['a new start', 'ended books', 'more paid out than received', 'partly paid', 'two currencies'],
    },
  )
})

/**
 * Adds up the payments of a season that remain, from the events alone. An entry pays for the last season that it takes part in: once 2026
 * was started, that is 2025 unless it was renewed; otherwise the current season. Marking it unpaid takes back whatever was recorded with a
 * payment of that season.
 */
function cashOf(log: readonly RecordedEvent[], year: number): number {
  let recorded: { readonly entry: EntryId; readonly parts: ReadonlyMap<number, number> }[] = []
  const paidOut = new Map<EntryId, number>()
  const renewed = new Set<EntryId>()
  let current = 2025
  let isStarted = false
  const seasonOf = (entry: EntryId) => (renewed.has(entry) ? 2026 : isStarted ? 2025 : current)
  for (const { type, data } of log) {
    if (type === 'CurrentWeekSet') current = data.weekId === 3 ? 2026 : 2025
    if (type === 'SeasonStarted') isStarted = true
    if (type === 'EntryRenewed') renewed.add(data.entryId)
    if (type === 'PaymentRecorded' || type === 'BalancePaid') {
      const { entryId: entry, amountCents, earlier = [] } = data
      // Without an amount, only the type of the payment changed.
      if (amountCents === undefined) continue
      const settled = earlier.map(({ seasonYear, amountCents: cents }) => [seasonYear, cents] as const)
      recorded.push({ entry, parts: new Map([[seasonOf(entry), amountCents], ...settled]) })
    }
    if (type === 'PartPaymentRecorded') {
      recorded.push({ entry: data.entryId, parts: new Map([[seasonOf(data.entryId), data.amountCents]]) })
    }
    if (type === 'PayoutRecorded' && data.seasonYear === year)
      paidOut.set(data.entryId, (paidOut.get(data.entryId) ?? 0) + data.amountCents)
    if (type === 'PayoutReversed' && data.seasonYear === year) paidOut.delete(data.entryId)
    if (type === 'PaymentReversed') {
      const { entryId } = data
      recorded = recorded.filter(({ entry, parts }) => entry !== entryId || !parts.has(seasonOf(entryId)))
    }
  }
  const out = [...paidOut.values()].reduce((sum, cents) => sum + cents, 0)
  return recorded.reduce((sum, { parts }) => sum + (parts.get(year) ?? 0), 0) - out
}
