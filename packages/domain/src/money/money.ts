import { isSameLoss, type SettledSeason } from '../events/events.ts'
import { type EntryId, mainContest } from '../values/ids.ts'
import type { PoolRules } from '../pool-rules/index.ts'
import type { LedgerAccount, LedgerLine, Posting } from '../state/posting.ts'
import { absencesFrom, joinedEntry, joiningSeason } from '../standing/participation.ts'
import { entryRecord, seasonResults } from '../standing/season-results.ts'
import { decisiveOf, takesPartInWeek, unwaivedLosses } from '../standing/standing.ts'
import { currentRound, type Entry, type PoolState, rulesOf } from '../state/state.ts'

// Outlast moves no money. The books follow from the rules and from what was recorded (docs/rules.md §14.6). All amounts are in the
// currency's smallest unit: cents, or yen.

/** What one entry owes in a season. */
export interface Dues {
  /** The fee and the buybacks. */
  readonly askedCents: number
  readonly feeCents: number
  /** Confirmed buybacks, without those that became unnecessary. */
  readonly buybackCents: number
  readonly paidCents: number
  /** What is still to pay; 0 when nothing is. */
  readonly dueCents: number
  /** What the entry paid too much; 0 without. */
  readonly creditCents: number
}

/** Returns the season whose books are open: that of the current week, null before the first week. */
export function bookSeason(state: PoolState): number | null {
  return currentRound(state)?.seasonYear ?? null
}

/** Returns the rules of the season of some books; by default of those that are open. */
export function rulesOfBooks(state: PoolState, seasonYear: number | null = bookSeason(state)): PoolRules {
  return seasonYear === null ? state.rules : rulesOf(state, mainContest(seasonYear))
}

/**
 * Returns the season in whose books the payments of an entry are recorded: the last one that it takes part in, so the started season as
 * soon as the entry joined it, even while the season before is current. Without any, that of the current week (docs/rules.md §16.2).
 */
export function bookSeasonOf(state: PoolState, entry: Entry): number | null {
  return bookSeasons(state)(entry)
}

/** Like {@link bookSeasonOf}, for many entries: derives each season at most once. */
function bookSeasons(state: PoolState): (entry: Entry) => number | null {
  const joining = joiningSeason(state) ?? 0
  const seasons = knownSeasons(state)
    .filter((year) => year <= joining)
    .reverse()
    .map((year) => ({ year, isAbsent: absencesOf(state, year) }))
  return (entry) => seasons.find(({ isAbsent }) => !isAbsent(entry))?.year ?? bookSeason(state)
}

/** Returns the seasons that were started and those with weeks, in order. */
function knownSeasons(state: PoolState): number[] {
  const years = new Set(state.seasonStarts.map(({ seasonYear }) => seasonYear))
  for (const { seasonYear } of state.rounds.values()) years.add(seasonYear)
  return [...years].sort((a, b) => a - b)
}

/** What the books of a season ask about every entry, derived at most once. */
interface Books {
  readonly seasonYear: number | null
  /** What the season asks its fees in. */
  readonly currency: string | null
  readonly isAbsent: IsAbsent
  readonly bookSeasonOf: (entry: Entry) => number | null
}

/** Returns the books of a season, to be asked about many entries. */
function booksOf(state: PoolState, seasonYear: number | null): Books {
  return booksWith(state, seasonYear, bookSeasons(state))
}

function booksWith(state: PoolState, seasonYear: number | null, seasonOf: Books['bookSeasonOf']): Books {
  const { currency } = rulesOfBooks(state, seasonYear)
  return { seasonYear, currency, isAbsent: absencesOf(state, seasonYear), bookSeasonOf: seasonOf }
}

/** Returns what an entry owes in the season in whose books its payments are recorded. */
export function currentDues(state: PoolState, entry: Entry): Dues {
  return duesOf(state, entry.id, bookSeasonOf(state, entry))
}

/** Like {@link currentDues}, with season and currency, for many entries: derives each season at most once. */
export function currentDuesOfMany(state: PoolState): (entry: Entry) => Dues & Pick<Books, 'seasonYear' | 'currency'> {
  const seasonOf = bookSeasons(state)
  const books = new Map<number | null, Books>()
  return (entry) => {
    const seasonYear = seasonOf(entry)
    const known = books.get(seasonYear) ?? booksWith(state, seasonYear, seasonOf)
    books.set(seasonYear, known)
    return { seasonYear, currency: known.currency, ...duesOf(state, entry.id, seasonYear, known) }
  }
}

/** Returns what an entry owes in a season, in the currency of its rules. */
export function duesOf(
  state: PoolState,
  id: EntryId,
  seasonYear: number | null,
  books: Books = booksOf(state, seasonYear),
): Dues {
  return duesIn(entryLedger(state, id, books).filter(({ currency }) => currency === books.currency))
}

/** Adds up what one entry owes by its lines in one currency. */
export function duesIn(lines: readonly LedgerLine[]): Dues {
  let [feeCents, buybackCents, paidCents, credits, waived] = [0, 0, 0, 0, 0]
  for (const { kind, cents } of lines) {
    if (kind === 'fee') feeCents += cents
    if (kind === 'buyback') buybackCents += cents
    if (kind === 'payment') paidCents += cents
    if (kind === 'reversal') paidCents -= cents
    if (kind === 'credit') credits += cents
    if (kind === 'waiver') waived += cents
  }
  const balance = feeCents + buybackCents - credits - waived - paidCents
  return {
    askedCents: feeCents + buybackCents - credits,
    feeCents,
    buybackCents: buybackCents - credits,
    paidCents,
    dueCents: Math.max(balance, 0),
    creditCents: Math.max(-balance, 0),
  }
}

/** A part of what an entry owes for a season. */
export interface Debt {
  readonly seasonYear: number | null
  readonly kind: 'fee' | 'buyback'
  readonly cents: number
  readonly currency: string | null
}

/** Returns what an entry owes, in all seasons until the one in whose books its payments are recorded. Payments settle the fee first. */
export function debtsOf(state: PoolState, entry: Entry): readonly Debt[] {
  const last = bookSeasonOf(state, entry)
  const years = last === null ? [null] : knownSeasons(state).filter((year) => year <= last)
  return years.flatMap((seasonYear) => {
    const { feeCents, paidCents, dueCents } = duesOf(state, entry.id, seasonYear)
    const fee = Math.min(dueCents, Math.max(feeCents - paidCents, 0))
    const { currency } = rulesOfBooks(state, seasonYear)
    const parts: readonly Debt[] = [
      { seasonYear, kind: 'fee', cents: fee, currency },
      { seasonYear, kind: 'buyback', cents: dueCents - fee, currency },
    ]
    return parts.filter(({ cents }) => cents > 0)
  })
}

/** Adds debts up by season. Those from before the first season are left out. */
export function bySeason(debts: readonly Debt[]): readonly SettledSeason[] {
  const sums = new Map<number, number>()
  for (const { seasonYear, cents } of debts) if (seasonYear !== null) sums.set(seasonYear, (sums.get(seasonYear) ?? 0) + cents)
  return [...sums].map(([seasonYear, amountCents]) => ({ seasonYear, amountCents }))
}

/** Returns the books of a season, in the order of time. */
export function ledgerOf(state: PoolState, seasonYear: number | null): readonly LedgerLine[] {
  const books = booksOf(state, seasonYear)
  const lines = [...idsInBooks(state)].sort((a, b) => a - b).flatMap((id) => entryLedger(state, id, books))
  return lines.sort((a, b) => a.position - b.position)
}

/** Returns the entries, and the deleted ones with money facts. */
const idsInBooks = (state: PoolState): ReadonlySet<EntryId> =>
  new Set([...[...state.entries.values()].map((entry) => entry.id), ...keysOf(state)])

/** Returns the seasons with books: those that were started, and those with weeks or money. */
export function ledgerSeasons(state: PoolState): readonly number[] {
  const years = new Set(knownSeasons(state))
  for (const posting of [...state.postings.values()].flat()) if (posting.seasonYear !== null) years.add(posting.seasonYear)
  return [...years].sort((a, b) => a - b)
}

/** Returns the lines of one entry. A line's amount is never negative, and every line adds to one account what it takes from another. */
function entryLedger(state: PoolState, entryId: EntryId, books: Books): readonly LedgerLine[] {
  const { seasonYear, currency: own } = books
  const entry = state.entries.get(entryId)
  const all = state.postings.get(entryId) ?? []
  const postings = postingsOf(state, entryId, seasonYear)
  const closed = all.find((posting) => posting.kind === 'closed')
  const lines: LedgerLine[] = []
  const add = (
    line: Omit<LedgerLine, 'entryId' | 'paymentType' | 'currency'> & Partial<Pick<LedgerLine, 'paymentType' | 'currency'>>,
  ): void => {
    if (line.cents > 0) lines.push({ entryId, paymentType: null, currency: own, ...line })
  }
  const fee = feeFor(state, entryId, books)
  const created = entry ?? closed
  if (created !== undefined) {
    const renewal = entry?.renewals.find((other) => other.seasonYear === seasonYear)
    const { at: joinedAt, position: joinedPosition } = renewal ?? { at: created.createdAt, position: created.createdPosition }
    const at = { at: joinedAt, position: joinedPosition }
    add({ kind: 'fee', debit: 'members', credit: 'fees', cents: fee, ...at })
  }
  const paidBy = ({ cents, paymentType, currency }: PaymentPosting) => ({
    cents: cents ?? fee,
    paymentType,
    currency: currency ?? own,
  })
  let standing: readonly PaymentPosting[] = []
  let paidOut: readonly Extract<Posting, { kind: 'payout' }>[] = []
  for (const posting of postings) {
    const { at, position, currency } = posting
    if (posting.kind === 'buyback') {
      const { cents } = posting
      add({ kind: 'buyback', debit: 'members', credit: 'buybacks', cents, currency: currency ?? own, at, position })
      const isNeedless = entry !== undefined && isNeedlessBuyback(state, entry, posting)
      if (isNeedless)
        add({ kind: 'credit', debit: 'buybacks', credit: 'members', cents, currency: currency ?? own, at, position })
    } else if (posting.kind === 'payment') {
      add({ kind: 'payment', debit: 'cash', credit: 'members', ...paidBy(posting), at, position })
      standing = [...standing, posting]
    } else if (posting.kind === 'reversal') {
      const { reversed, kept } = reversedBy(posting, standing)
      for (const paid of reversed) add({ kind: 'reversal', debit: 'members', credit: 'cash', ...paidBy(paid), at, position })
      standing = kept
    } else if (posting.kind === 'payout') {
      const { cents, paymentType } = posting
      add({ kind: 'payout', debit: 'payouts', credit: 'cash', cents, currency: currency ?? own, paymentType, at, position })
      paidOut = [...paidOut, posting]
    } else if (posting.kind === 'payout_reversal') {
      const reversal = { kind: 'payout_reversal', debit: 'cash', credit: 'payouts', at, position } as const
      for (const paid of paidOut)
        add({ ...reversal, cents: paid.cents, currency: paid.currency ?? own, paymentType: paid.paymentType })
      paidOut = []
    }
  }
  // Nothing is due in another currency than the season's, so what was paid in it settled what was asked for then.
  for (const { cents, currency, at, position } of standing) {
    if (cents !== null && currency !== null && currency !== own)
      add({ kind: 'fee', debit: 'members', credit: 'fees', cents, currency, at, position })
  }
  if (closed !== undefined) {
    const owed = balanceOf(
      lines.filter(({ currency }) => currency === own),
      'members',
    )
    add({
      kind: 'waiver',
      debit: 'waivers',
      credit: 'members',
      cents: Math.max(owed, 0),
      at: closed.at,
      position: closed.position,
    })
  }
  return lines
}

/** Returns what a line adds to an account; negative: what it takes from it. */
export function signed({ debit, credit, cents }: Pick<LedgerLine, 'debit' | 'credit' | 'cents'>, account: LedgerAccount): number {
  return (debit === account ? cents : 0) - (credit === account ? cents : 0)
}

/** Returns what lines of one currency add to an account. */
export const balanceOf = (lines: readonly LedgerLine[], account: LedgerAccount): number =>
  lines.reduce((sum, line) => sum + signed(line, account), 0)

/** Whether an entry takes no part in a season. */
type IsAbsent = (entry: Entry) => boolean

/** Returns a function that derives the season and its outcome at most once, so that it can be asked about all entries. */
function absencesOf(state: PoolState, seasonYear: number | null): IsAbsent {
  if (seasonYear === null) return () => false
  let absence: ReturnType<typeof absencesFrom> | undefined
  return (entry) => {
    absence ??= absencesFrom(state, seasonResults(state, mainContest(seasonYear)))
    return absence(entry) !== undefined
  }
}

/**
 * Returns the fee of an entry for a season. An entry that takes no part in it owes nothing, also when it paid. One that stayed marked as paid when the
 * season began owes nothing until an admin marks it unpaid. In the books of other seasons, an entry took part if it was part of a
 * week that locked.
 */
function feeFor(state: PoolState, id: EntryId, { seasonYear, isAbsent, bookSeasonOf: current }: Books): number {
  const fee = rulesOfBooks(state, seasonYear).entryFeeCents ?? 0
  if (fee === 0) return 0
  const entry = state.entries.get(id)
  // A further payment of nothing settled earlier seasons only, and says nothing of this one's fee.
  const paidHere = postingsOf(state, id, seasonYear).some(
    (posting) => posting.kind === 'payment' && !(posting.isFurther === true && posting.cents === 0),
  )
  if (entry === undefined) return paidHere ? fee : 0
  if (isAbsent(entry)) return 0
  if (paidHere) return fee
  if (seasonYear === null) return entry.payment === null ? fee : 0
  if (wasPaidBefore(state, entry, seasonYear)) return 0
  if (seasonYear === current(entry)) return fee
  const joined = joinedEntry(state, entry, seasonYear)
  if (joined === undefined) return 0
  const { weeks } = seasonResults(state, mainContest(seasonYear))
  return weeks.some((week) => week.lockPosition !== null && takesPartInWeek(joined, week)) ? fee : 0
}

/** Whether an entry came into a season marked as paid, and no admin marked it unpaid during the season. A renewal ends the mark. */
function wasPaidBefore(state: PoolState, { id, renewals }: Entry, seasonYear: number): boolean {
  const since = renewals.findLast((renewal) => renewal.seasonYear <= seasonYear)?.position ?? 0
  const last = (state.postings.get(id) ?? []).findLast(
    ({ position, ...posting }) =>
      (posting.kind === 'reversal' || (posting.kind === 'payment' && posting.isPart !== true)) &&
      position > since &&
      (posting.seasonYear ?? seasonYear) <= seasonYear,
  )
  return last?.kind === 'payment'
}

type PaymentPosting = Extract<Posting, { kind: 'payment' }>

/** Splits the payments that count before a reversal into those that it takes back and those that remain. */
function reversedBy(
  { of }: Pick<Extract<Posting, { kind: 'reversal' }>, 'of'>,
  standing: readonly PaymentPosting[],
): { readonly reversed: readonly PaymentPosting[]; readonly kept: readonly PaymentPosting[] } {
  const isReversed = ({ position }: PaymentPosting) => of === undefined || position === of
  return { reversed: standing.filter(isReversed), kept: standing.filter((payment) => !isReversed(payment)) }
}

/** Returns the payments among an entry's postings of a season that nobody took back. */
export function standingPayments(postings: readonly Posting[]): readonly PaymentPosting[] {
  let standing: readonly PaymentPosting[] = []
  for (const posting of postings) {
    if (posting.kind === 'payment') standing = [...standing, posting]
    if (posting.kind === 'reversal') standing = reversedBy(posting, standing).kept
  }
  return standing
}

/** Returns an entry's money facts in the books of a season. */
export function postingsOf(state: PoolState, id: EntryId, seasonYear: number | null): readonly Posting[] {
  const all = state.postings.get(id) ?? []
  return all.filter((posting) => posting.kind !== 'closed' && posting.seasonYear === seasonYear)
}

/** Whether corrections undid so many of the waived losses that the entry would be in without its buyback. */
function isNeedlessBuyback(
  state: PoolState,
  entry: Entry,
  { waived, seasonYear }: Extract<Posting, { kind: 'buyback' }>,
): boolean {
  if (seasonYear === null) return false
  const season = seasonResults(state, mainContest(seasonYear))
  const record = entryRecord(state, entry, season.contestId)
  const left = unwaivedLosses({ ...record, waivedLosses: waived }, season)
  const standing = unwaivedLosses({ ...record, waivedLosses: [] }, season).filter(
    (loss) => !left.some((other) => isSameLoss(other, loss)),
  )
  return decisiveOf(standing, season) === undefined
}

/** Returns the entries with money facts, deleted ones included. */
export function* keysOf(state: PoolState): Iterable<EntryId> {
  for (const [id] of state.postings.entries()) yield id
}
