import { isSameLoss } from './events.ts'
import type { EntryId, Position } from './ids.ts'
import type { Instant } from './instant.ts'
import type { PaymentType } from './payment.ts'
import type { Posting } from './posting.ts'
import { absencesFrom, joinedSeasonAt, joiningSeason, participantsOf, seasonOutcome } from './participation.ts'
import { entryRecord, seasonResults, unwaivedLosses } from './standing.ts'
import { currentWeek, type Entry, type PoolState, rulesForSeason } from './state.ts'

// Outlast moves no money. The books follow from the rules and from what was recorded (docs/rules.md §14.6). All amounts are in the
// currency's smallest unit: cents, or yen.

/** The accounts of the books. `members`: what they owe. */
export const LEDGER_ACCOUNTS = ['members', 'cash', 'fees', 'buybacks', 'waivers'] as const
export type LedgerAccount = (typeof LEDGER_ACCOUNTS)[number]

export const LEDGER_KINDS = ['fee', 'buyback', 'payment', 'reversal', 'credit', 'waiver'] as const

/** One line of the books: the amount is added to one account and taken from another. */
export interface LedgerLine {
  readonly entryId: EntryId
  readonly kind: (typeof LEDGER_KINDS)[number]
  readonly debit: LedgerAccount
  readonly credit: LedgerAccount
  readonly cents: number
  readonly paymentType: PaymentType | null
  readonly at: Instant
  /** The event that the line follows from. A credit, which follows from the results, has that of its buyback. */
  readonly position: Position
}

/** What one entry owes in a season. */
export interface Dues {
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
  return currentWeek(state)?.seasonYear ?? null
}

/**
 * Returns the season in whose books the payments of an entry are recorded: the started season, as soon as the entry joined it, even
 * while the season before is current; otherwise that of the current week (docs/rules.md §16.2).
 */
export function bookSeasonOf(state: PoolState, entry: Entry): number | null {
  const joining = joiningSeason(state)
  const hasJoined = joining !== undefined && joinedSeasonAt(state, entry, joining) !== undefined
  return hasJoined ? joining : bookSeason(state)
}

/** Returns what an entry owes in the season in whose books its payments are recorded. */
export function currentDues(state: PoolState, entry: Entry): Dues {
  return duesOf(state, entry.id, bookSeasonOf(state, entry))
}

/** Returns what an entry owes in a season. */
export function duesOf(
  state: PoolState,
  id: EntryId,
  seasonYear: number | null,
  isAbsent: IsAbsent = absencesOf(state, seasonYear),
): Dues {
  let [feeCents, buybackCents, paidCents, credits, waived] = [0, 0, 0, 0, 0]
  for (const { kind, cents } of entryLedger(state, id, seasonYear, isAbsent)) {
    if (kind === 'fee') feeCents += cents
    if (kind === 'buyback') buybackCents += cents
    if (kind === 'payment') paidCents += cents
    if (kind === 'reversal') paidCents -= cents
    if (kind === 'credit') credits += cents
    if (kind === 'waiver') waived += cents
  }
  const balance = feeCents + buybackCents - credits - waived - paidCents
  return {
    feeCents,
    buybackCents: buybackCents - credits,
    paidCents,
    dueCents: Math.max(balance, 0),
    creditCents: Math.max(-balance, 0),
  }
}

/** Returns the books of a season, in the order of time. */
export function ledgerOf(state: PoolState, seasonYear: number | null): readonly LedgerLine[] {
  const ids = new Set([...[...state.entries.values()].map((entry) => entry.id), ...keysOf(state)])
  const isAbsent = absencesOf(state, seasonYear)
  const lines = [...ids].sort((a, b) => a - b).flatMap((id) => entryLedger(state, id, seasonYear, isAbsent))
  return lines.sort((a, b) => a.position - b.position)
}

/** Returns the seasons with books: those that were started, and those with weeks or money. */
export function ledgerSeasons(state: PoolState): readonly number[] {
  const years = new Set([...state.weeks.values()].map((week) => week.seasonYear))
  for (const { seasonYear } of state.seasonStarts) years.add(seasonYear)
  for (const posting of [...state.postings.values()].flat()) if (posting.seasonYear !== null) years.add(posting.seasonYear)
  return [...years].sort((a, b) => a - b)
}

/** What the entries play for (docs/rules.md §14.6). */
export interface Pot {
  readonly seasonYear: number | null
  /** The entry fees that are paid. */
  readonly feesCents: number
  /** The confirmed buybacks. */
  readonly buybacksCents: number
  readonly clubShareCents: number
  readonly potCents: number
  /** Entries that would share the pot: those alive, or the champions of a finished season. */
  readonly sharers: number
  /** What each of them would get, and what cannot be divided. */
  readonly shareCents: number
  readonly remainderCents: number
  readonly isDecided: boolean
}

/** Returns the pot of the open books. */
export function potOf(state: PoolState): Pot {
  const seasonYear = bookSeason(state)
  const isAbsent = absencesOf(state, seasonYear)
  let [feesCents, buybacksCents] = [0, 0]
  for (const id of keysOf(state)) {
    const dues = duesOf(state, id, seasonYear, isAbsent)
    feesCents += Math.min(dues.feeCents, dues.paidCents)
    buybacksCents += state.entries.has(id)
      ? dues.buybackCents
      : Math.max(Math.min(dues.buybackCents, dues.paidCents - dues.feeCents), 0)
  }
  const collected = feesCents + buybacksCents
  const percent = (seasonYear === null ? state.rules : rulesForSeason(state, seasonYear)).clubSharePercent ?? 0
  const clubShareCents = Math.round((collected * percent) / 100)
  const potCents = collected - clubShareCents
  const { sharers, isDecided } = sharersOf(state, seasonYear)
  const shareCents = sharers === 0 ? 0 : Math.floor(potCents / sharers)
  const remainderCents = potCents - shareCents * sharers
  return { seasonYear, feesCents, buybacksCents, clubShareCents, potCents, sharers, shareCents, remainderCents, isDecided }
}

function sharersOf(state: PoolState, seasonYear: number | null): { readonly sharers: number; readonly isDecided: boolean } {
  if (seasonYear === null) return { sharers: state.entries.count(), isDecided: false }
  const season = seasonResults(state, seasonYear)
  const outcome = seasonOutcome(state, season)
  if (outcome.status === 'finished') return { sharers: outcome.champions.length, isDecided: true }
  const alive = participantsOf(state, season).filter(({ standing }) => standing.status === 'alive')
  return { sharers: alive.length, isDecided: false }
}

/** Returns the lines of one entry. A line's amount is never negative, and every line adds to one account what it takes from another. */
function entryLedger(state: PoolState, entryId: EntryId, seasonYear: number | null, isAbsent: IsAbsent): readonly LedgerLine[] {
  const entry = state.entries.get(entryId)
  const all = state.postings.get(entryId) ?? []
  const postings = postingsOf(state, entryId, seasonYear)
  const closed = all.find((posting) => posting.kind === 'closed')
  const lines: LedgerLine[] = []
  const add = (line: Omit<LedgerLine, 'entryId' | 'paymentType'> & Partial<Pick<LedgerLine, 'paymentType'>>): void => {
    if (line.cents > 0) lines.push({ entryId, paymentType: null, ...line })
  }
  const fee = feeFor(state, entryId, seasonYear, isAbsent)
  const created = entry ?? closed
  if (created !== undefined) {
    const renewal = entry?.renewals.find((other) => other.seasonYear === seasonYear)
    const { at: joinedAt, position: joinedPosition } = renewal ?? { at: created.createdAt, position: created.createdPosition }
    const at = { at: joinedAt, position: joinedPosition }
    add({ kind: 'fee', debit: 'members', credit: 'fees', cents: fee, ...at })
  }
  let standing: { readonly cents: number; readonly paymentType: PaymentType }[] = []
  for (const posting of postings) {
    const { at, position } = posting
    if (posting.kind === 'buyback') {
      add({ kind: 'buyback', debit: 'members', credit: 'buybacks', cents: posting.cents, at, position })
      const isNeedless = entry !== undefined && isNeedlessBuyback(state, entry, posting)
      if (isNeedless) add({ kind: 'credit', debit: 'buybacks', credit: 'members', cents: posting.cents, at, position })
    } else if (posting.kind === 'payment') {
      const paid = { cents: posting.cents ?? fee, paymentType: posting.paymentType }
      add({ kind: 'payment', debit: 'cash', credit: 'members', ...paid, at, position })
      standing.push(paid)
    } else if (posting.kind === 'reversal') {
      for (const paid of standing) add({ kind: 'reversal', debit: 'members', credit: 'cash', ...paid, at, position })
      standing = []
    }
  }
  if (closed !== undefined) {
    const owed = lines.reduce((sum, line) => sum + signed(line, 'members'), 0)
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

/** Whether an entry takes no part in a season. */
type IsAbsent = (entry: Entry) => boolean

/** Returns a function that derives the outcome of the season at most once, so that it can be asked about all entries. */
function absencesOf(state: PoolState, seasonYear: number | null): IsAbsent {
  if (seasonYear === null) return () => false
  const absence = absencesFrom(state, seasonResults(state, seasonYear))
  return (entry) => absence(entry) !== undefined
}

/**
 * Returns the fee of an entry for a season. An entry that takes no part in it owes nothing. One that stayed marked as paid when the
 * season began owes nothing until an admin marks it unpaid. In the books of other seasons, an entry took part if a week locked after
 * it joined.
 */
function feeFor(state: PoolState, id: EntryId, seasonYear: number | null, isAbsent: IsAbsent): number {
  const rules = seasonYear === null ? state.rules : rulesForSeason(state, seasonYear)
  const fee = rules.entryFeeCents ?? 0
  if (fee === 0) return 0
  const entry = state.entries.get(id)
  const paidHere = postingsOf(state, id, seasonYear).some((posting) => posting.kind === 'payment')
  if (entry === undefined || paidHere) return paidHere ? fee : 0
  if (seasonYear === null) return entry.payment === null ? fee : 0
  if (isAbsent(entry) || wasPaidBefore(state, entry, seasonYear)) return 0
  if (seasonYear === bookSeasonOf(state, entry)) return fee
  const joined = joinedSeasonAt(state, entry, seasonYear) ?? Infinity
  const weeks = [...state.weeks.values()].filter((week) => week.seasonYear === seasonYear)
  return weeks.some(({ locked }) => locked !== null && joined < locked.position) ? fee : 0
}

/** Whether an entry came into a season marked as paid, and no admin marked it unpaid during the season. A renewal ends the mark. */
function wasPaidBefore(state: PoolState, { id, renewals }: Entry, seasonYear: number): boolean {
  const first = firstSeason(state)
  const since = renewals.findLast((renewal) => renewal.seasonYear <= seasonYear)?.position ?? 0
  const last = (state.postings.get(id) ?? []).findLast(
    ({ kind, position, ...posting }) =>
      (kind === 'payment' || kind === 'reversal') &&
      position > since &&
      (posting.seasonYear ?? first ?? seasonYear) <= seasonYear,
  )
  return last?.kind === 'payment'
}

function postingsOf(state: PoolState, id: EntryId, seasonYear: number | null): readonly Posting[] {
  const all = state.postings.get(id) ?? []
  if (all.length === 0) return all
  const first = firstSeason(state)
  return all.filter((posting) => posting.kind !== 'closed' && (posting.seasonYear ?? first) === seasonYear)
}

function firstSeason(state: PoolState): number | null {
  let first: number | null = null
  for (const { seasonYear } of state.weeks.values()) if (first === null || seasonYear < first) first = seasonYear
  return first
}

/** Whether corrections undid so many of the waived losses that the entry would be in without its buyback. */
function isNeedlessBuyback(
  state: PoolState,
  entry: Entry,
  { waived, seasonYear }: Extract<Posting, { kind: 'buyback' }>,
): boolean {
  if (seasonYear === null) return false
  const season = seasonResults(state, seasonYear)
  const losses = unwaivedLosses({ ...entryRecord(state, entry, seasonYear), waivedLosses: [] }, season)
  return waived.filter((loss) => losses.some((other) => isSameLoss(other, loss))).length < season.lives
}

function* keysOf(state: PoolState): Iterable<EntryId> {
  for (const [id] of state.postings.entries()) yield id
}
