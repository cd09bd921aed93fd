import fc from 'fast-check'
import { expect } from 'vitest'
import { entryId, type PoolState, runCommand } from '../src/index.ts'
import { hashing } from './hashing.ts'
import { AFTER_1, createEntry, final, LOCK_1, pick, pool, sync, timer } from './pool.ts'
import { admin, at, type CommandStep, given, member, OTHER } from './specification.ts'

// Random steps about money, and examples that reach every shape of the books.

const setPayment = (id: number, isPaid: boolean, paymentType: 'cash' | 'venmo' = 'cash'): CommandStep =>
  admin('SetPayment', { entryId: id, paymentType: isPaid ? paymentType : null, paidDate: null, isPaid })
const record = (id: number): CommandStep =>
  admin('RecordPayments', { payments: [{ entryId: id, paymentType: 'bank', paidDate: null }] })
const part = (id: number, amountCents: number): CommandStep =>
  admin('RecordPartPayment', { entryId: id, amountCents, paymentType: 'cash', paidDate: null })
export const score = (home: number): CommandStep => sync(1, final('BUF-MIA', home, 3))

const id = fc.constantFrom(1, 2, 3)
export const afterwards: fc.Arbitrary<CommandStep> = fc.oneof(
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
export const nextSeason: fc.Arbitrary<CommandStep> = fc.oneof(
  fc.constant(admin('StartSeason', { seasonYear: 2026 })),
  id.map((entry) => admin('RenewEntry', { entryId: entry, byAdmin: true })),
  fc.constantFrom(1, 3).map((weekId) => admin('SetCurrentWeek', { weekId })),
)
/** Everybody but entry 2 is put out, so that it is the champion, paid out, and perhaps not after all. */
export const PAYOUT: readonly CommandStep[] = [
  admin('AmendEntry', { entryId: 1, isEliminated: true }),
  admin('AmendEntry', { entryId: 3, isEliminated: true }),
  setPayment(1, true),
  admin('RecordPayouts', { entryIds: [entryId(2)], seasonYear: 2025, paymentType: 'venmo', paidDate: null }),
  admin('ReversePayout', { entryId: 2, seasonYear: 2025 }),
]
/** A payment whose type changes and that is taken back, a buyback that a correction makes needless, and an entry that is removed owing. */
export const EVERY_LINE: readonly CommandStep[] = [
  setPayment(1, true),
  setPayment(1, true, 'venmo'),
  setPayment(1, false),
  member('RequestBuyback', { entryId: 1 }),
  admin('AnswerBuyback', { entryId: 1, action: 'confirm' }),
  score(6),
  part(3, 900),
  admin('RemoveEntry', { entryId: 3 }),
]
export const fee = fc.constantFrom(0, 1, 2500, 3333)

/** A payment of the next season that is taken back. Random steps rarely have one. */
export const REVERSAL: readonly CommandStep[] = [
  admin('StartSeason', { seasonYear: 2026 }),
  admin('RenewEntry', { entryId: 1, byAdmin: true }),
  admin('SetCurrentWeek', { weekId: 3 }),
  setPayment(1, true),
  setPayment(1, false),
]

/** A mark that settles an earlier season only, of an entry that came into the next one as paid. */
export const EARLIER_ONLY: readonly CommandStep[] = [
  member('RequestBuyback', { entryId: 1 }),
  record(1),
  admin('AnswerBuyback', { entryId: 1, action: 'confirm' }),
  admin('SetCurrentWeek', { weekId: 3 }),
  setPayment(1, true),
]

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

/**
 * Checks a property with the examples, which have to reach every shape, and then with random steps. So it's never left to chance whether a
 * shape was looked at.
 *
 * @param seen the shapes that the property has met so far
 */
export function assertWithExamples<Ts>(
  property: fc.IProperty<Ts>,
  { examples, seen, shapes, numRuns }: { examples: Ts[]; seen: ReadonlySet<string>; shapes: readonly string[]; numRuns: number },
): void {
  fc.assert(property, { examples, numRuns: examples.length })
  expect(shapes.filter((shape) => !seen.has(shape))).toEqual([])
  fc.assert(property, { numRuns })
}

/** The next season asks for another currency, while an entry that plays on still owes for this one. */
const TURN = [
  admin('AddWeek', { seasonYear: 2026, weekNumber: 1 }),
  admin('StartSeason', { seasonYear: 2026 }),
  admin('RenewEntry', { entryId: 1, byAdmin: true }),
  admin('SetCurrentWeek', { weekId: 3 }),
  admin('ChangeRules', { rules: { currency: 'EUR' } }),
]
/** A correction makes a buyback needless that was paid. */
const NEEDLESS = [
  member('RequestBuyback', { entryId: 1 }),
  admin('AnswerBuyback', { entryId: 1, action: 'confirm' }),
  record(1),
  score(6),
]

/** The entry fee in cents, whether a first week was played, and the steps. */
export type MoneyHistory = [entryFeeCents: number, isPlayed: boolean, steps: CommandStep[]]

/** What a property takes for {@link moneyPool}. */
export const moneyHistory = [fee, fc.boolean(), fc.array(anything, { minLength: 5, maxLength: 40 })] as const

export const MONEY_EXAMPLES: MoneyHistory[] = [
  [2500, true, [...PAYOUT.slice(0, 4), setPayment(1, false)]],
  [2500, true, [setPayment(1, true)]],
  [2500, true, [setPayment(1, true), ...NEW_START]],
  [2500, true, [setPayment(1, true), admin('PurgeWeeks', {}), admin('ChangeRules', { rules: { currency: 'EUR' } })]],
  [2500, true, TURN],
  [2500, true, NEEDLESS],
]

/** Returns a pool of three entries with a buyback, in which the steps were tried. */
export function moneyPool(...[entryFeeCents, isPlayed, steps]: MoneyHistory): PoolState {
  const buyback = { untilWeek: 2, maxPerEntry: 1, feeCents: 1000 }
  const played = isPlayed ? [pick(1, 'BUF'), timer(LOCK_1), at(AFTER_1, score(0))] : []
  const rules = admin('ChangeRules', { rules: { entryFeeCents, currency: 'USD', clubSharePercent: 7, buyback } })
  const state = given(...pool, createEntry(OTHER, 'Three'), rules, ...played).state()
  for (const step of steps) {
    const { command, by: actor, at: now } = at(AFTER_1, step)
    runCommand(state, { command, actor }, now, hashing)
  }
  return state
}
