import fc from 'fast-check'
import { expect, it } from 'vitest'
import {
  balanceOf,
  debtsOf,
  duesOf,
  type EntryId,
  entryId,
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
import { AFTER_1, createEntry, final, LOCK_1, pick, pool, sync, timer } from '../../tests/pool.ts'
import { admin, at, by, type CommandStep, given, type HistoryItem, member, OTHER, user } from '../../tests/specification.ts'

const setPayment = (id: number, isPaid: boolean, paymentType: 'cash' | 'venmo' = 'cash'): CommandStep =>
  admin('SetPayment', { entryId: id, paymentType: isPaid ? paymentType : null, paidDate: null, isPaid })
const record = (id: number): CommandStep =>
  admin('RecordPayments', { payments: [{ entryId: id, paymentType: 'bank', paidDate: null }] })
const part = (id: number, amountCents: number): CommandStep =>
  admin('RecordPartPayment', { entryId: id, amountCents, paymentType: 'cash', paidDate: null })
const score = (home: number): CommandStep => sync(1, final('BUF-MIA', home, 3))

const id = fc.constantFrom(1, 2, 3)
const afterwards: fc.Arbitrary<CommandStep> = fc.oneof(
  fc
    .tuple(id, fc.boolean(), fc.constantFrom('cash' as const, 'venmo' as const))
    .map(([entry, isPaid, type]) => setPayment(entry, isPaid, type)),
  id.map(record),
  fc.tuple(id, fc.constantFrom(1, 900)).map(([entry, cents]) => part(entry, cents)),
  fc.constant(
    admin('RecordPayouts', { entryIds: [entryId(1), entryId(2)], seasonYear: 2025, paymentType: 'venmo', paidDate: null }),
  ),
  id.map((entry) => admin('ReversePayout', { entryId: entry, seasonYear: 2025 })),
  fc.constantFrom(score(0), score(6)),
  fc.constant(member('RequestBuyback', { entryId: 1 })),
  fc.constantFrom('confirm' as const, 'decline' as const).map((action) => admin('AnswerBuyback', { entryId: 1, action })),
  id.map((entry) => admin('RemoveEntry', { entryId: entry })),
  fc.constant(member('ClaimPayment', { entryId: 1, paymentType: null })),
)
/** The season after, which an admin may start. Week 3 is its first one. */
const nextSeason: fc.Arbitrary<CommandStep> = fc.oneof(
  fc.constant(admin('StartSeason', { seasonYear: 2026 })),
  id.map((entry) => admin('RenewEntry', { entryId: entry, byAdmin: true })),
  fc.constantFrom(1, 3).map((weekId) => admin('SetCurrentWeek', { weekId })),
)
/** Everybody but entry 2 is put out, so that it is the champion, paid out, and perhaps not after all. */
const PAYOUT: readonly CommandStep[] = [
  admin('AmendEntry', { entryId: 1, isEliminated: true }),
  admin('AmendEntry', { entryId: 3, isEliminated: true }),
  setPayment(1, true),
  admin('RecordPayouts', { entryIds: [entryId(2)], seasonYear: 2025, paymentType: 'venmo', paidDate: null }),
  admin('ReversePayout', { entryId: 2, seasonYear: 2025 }),
]
/** A payment whose type changes and that is taken back, a buyback that a correction makes needless, and an entry that is removed owing. */
const EVERY_LINE: readonly CommandStep[] = [
  setPayment(1, true),
  setPayment(1, true, 'venmo'),
  setPayment(1, false),
  member('RequestBuyback', { entryId: 1 }),
  admin('AnswerBuyback', { entryId: 1, action: 'confirm' }),
  score(6),
  part(3, 900),
  admin('RemoveEntry', { entryId: 3 }),
]
const fee = fc.constantFrom(0, 1, 2500, 3333)

/** A payment of the next season that is taken back. Random steps rarely have one. */
const REVERSAL: readonly CommandStep[] = [
  admin('StartSeason', { seasonYear: 2026 }),
  admin('RenewEntry', { entryId: 1, byAdmin: true }),
  admin('SetCurrentWeek', { weekId: 3 }),
  setPayment(1, true),
  setPayment(1, false),
]

/** A mark that settles an earlier season only, of an entry that came into the next one as paid. */
const EARLIER_ONLY: readonly CommandStep[] = [
  member('RequestBuyback', { entryId: 1 }),
  record(1),
  admin('AnswerBuyback', { entryId: 1, action: 'confirm' }),
  admin('SetCurrentWeek', { weekId: 3 }),
  setPayment(1, true),
]

/**
 * Checks a property with the examples, which have to reach every shape, and then with random steps. So it's never left to chance whether a
 * shape was looked at.
 *
 * @param seen the shapes that the property has met so far
 */
function assertWithExamples<Ts>(
  property: fc.IProperty<Ts>,
  { examples, seen, shapes, numRuns }: { examples: Ts[]; seen: ReadonlySet<string>; shapes: readonly string[]; numRuns: number },
): void {
  fc.assert(property, { examples, numRuns: examples.length })
  expect(shapes.filter((shape) => !seen.has(shape))).toEqual([])
  fc.assert(property, { numRuns })
}

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

/** Steps before and after the first lock, in two currencies, with purges and new starts. */
const anything: fc.Arbitrary<CommandStep> = fc.oneof(
  { arbitrary: afterwards, weight: 8 },
  { arbitrary: nextSeason, weight: 2 },
  fc.constantFrom('USD', 'EUR').map((currency) => admin('ChangeRules', { rules: { currency } })),
  fc.constantFrom(1, 3).map((userId) => admin('CreateEntry', { userId, name: 'Another' })),
  fc.constant(timer(LOCK_1)),
  fc.constantFrom(2025, 2026).map((seasonYear) => admin('AddWeek', { seasonYear, weekNumber: 1 })),
  fc.constantFrom(admin('PurgeWeeks', {}), admin('PurgeUsersAndEntries', {})),
  id.map((entry) =>
    admin('RecordPayouts', {
      entryIds: [entryId(entry)],
      seasonYear: 2025,
      paymentType: 'cash',
      paidDate: null,
      exceedsReceived: true,
    }),
  ),
)

/** The books of a season end with it, and begin again. */
const NEW_START = [
  admin('PurgeWeeks', {}),
  admin('PurgeUsersAndEntries', {}),
  admin('AddWeek', { seasonYear: 2025, weekNumber: 1 }),
  admin('CreateEntry', { userId: 1, name: 'Another' }),
]

const total = (amounts: readonly number[]): number => amounts.reduce((sum, cents) => sum + cents, 0)

it('every sum follows from the lines of one currency: received and owed, pot, payouts and what each entry owes', () => {
  const seen = new Set<string>()
  assertWithExamples(
    fc.property(fee, fc.boolean(), fc.array(anything, { minLength: 5, maxLength: 40 }), (entryFeeCents, isPlayed, steps) => {
      const buyback = { untilWeek: 2, maxPerEntry: 1, feeCents: 1000 }
      const played = isPlayed ? [pick(1, 'BUF'), timer(LOCK_1), at(AFTER_1, score(0))] : []
      const rules = admin('ChangeRules', { rules: { entryFeeCents, currency: 'USD', clubSharePercent: 7, buyback } })
      const state = given(...pool, createEntry(OTHER, 'Three'), rules, ...played).state()
      for (const step of steps) {
        const { command, by: actor, at: now } = at(AFTER_1, step)
        runCommand(state, { command, actor }, now, hashing)
      }
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
      examples: [
        [2500, true, [...PAYOUT.slice(0, 4), setPayment(1, false)]],
        [2500, true, [setPayment(1, true)]],
        [2500, true, [setPayment(1, true), ...NEW_START]],
        [2500, true, [setPayment(1, true), admin('PurgeWeeks', {}), admin('ChangeRules', { rules: { currency: 'EUR' } })]],
      ],
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
