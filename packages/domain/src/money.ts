import { isSameLoss } from './events.ts'
import type { EntryId, Position } from './ids.ts'
import type { Instant } from './instant.ts'
import type { PaymentType } from './payment.ts'
import type { Posting } from './posting.ts'
import { joinedSeasonAt, participantsOf, seasonOutcome } from './participation.ts'
import { entryRecord, seasonResults, unwaivedLosses } from './standing.ts'
import { currentWeek, type Entry, type PoolState, rulesForSeason } from './state.ts'

// Outlast moves no money. The books follow from the rules and from what was recorded (docs/rules.md §14.6). All amounts are in the
// currency's smallest unit: cents, or yen.

type PaymentPosting = Extract<Posting, { kind: 'payment' }>

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

/** Returns the payments of an entry in a season that nobody took back. */
export function standingPayments(state: PoolState, id: EntryId, seasonYear: number | null): readonly PaymentPosting[] {
  let standing: PaymentPosting[] = []
  for (const posting of postingsOf(state, id, seasonYear)) {
    if (posting.kind === 'payment') standing.push(posting)
    if (posting.kind === 'reversal') standing = []
  }
  return standing
}

/** Returns what an entry owes in a season. */
export function duesOf(state: PoolState, id: EntryId, seasonYear: number | null): Dues {
  let [feeCents, buybackCents, paidCents, credits, waived] = [0, 0, 0, 0, 0]
  for (const { kind, cents } of entryLedger(state, id, seasonYear)) {
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
  const lines = [...ids].sort((a, b) => a - b).flatMap((id) => entryLedger(state, id, seasonYear))
  return lines.sort((a, b) => a.position - b.position)
}

/** Returns the seasons with books: those with weeks or money. */
export function ledgerSeasons(state: PoolState): readonly number[] {
  const years = new Set([...state.weeks.values()].map((week) => week.seasonYear))
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
  let [feesCents, buybacksCents] = [0, 0]
  for (const id of keysOf(state)) {
    const dues = duesOf(state, id, seasonYear)
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
function entryLedger(state: PoolState, entryId: EntryId, seasonYear: number | null): readonly LedgerLine[] {
  const entry = state.entries.get(entryId)
  const all = state.postings.get(entryId) ?? []
  const postings = postingsOf(state, entryId, seasonYear)
  const closed = all.find((posting) => posting.kind === 'closed')
  const lines: LedgerLine[] = []
  const add = (line: Omit<LedgerLine, 'entryId' | 'paymentType'> & Partial<Pick<LedgerLine, 'paymentType'>>): void => {
    if (line.cents > 0) lines.push({ entryId, paymentType: null, ...line })
  }
  const fee = feeFor(state, entryId, seasonYear)
  const created = entry ?? closed
  if (created !== undefined) {
    const at = { at: created.createdAt, position: created.createdPosition }
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

/**
 * Returns the fee of an entry for a season. An entry that stayed marked as paid when a new season began owes nothing until an admin
 * marks it unpaid. In an earlier season, an entry took part if it existed when a week locked.
 */
function feeFor(state: PoolState, id: EntryId, seasonYear: number | null): number {
  const rules = seasonYear === null ? state.rules : rulesForSeason(state, seasonYear)
  const fee = rules.entryFeeCents ?? 0
  if (fee === 0) return 0
  const entry = state.entries.get(id)
  const paidHere = postingsOf(state, id, seasonYear).some((posting) => posting.kind === 'payment')
  if (entry === undefined || paidHere) return paidHere ? fee : 0
  if (seasonYear !== null && joinedSeasonAt(state, entry, seasonYear) === undefined) return 0
  if (seasonYear === bookSeason(state)) return entry.payment === null ? fee : 0
  const weeks = [...state.weeks.values()].filter((week) => week.seasonYear === seasonYear)
  return weeks.some(({ locked }) => locked !== null && entry.createdPosition < locked.position) ? fee : 0
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
