import { type EntryId, mainContest } from '../values/ids.ts'
import type { CalendarDay, PaymentType } from '../values/payment.ts'
import type { Posting } from '../state/posting.ts'
import { participantsOf, seasonOutcome } from '../standing/participation.ts'
import { seasonResults } from '../standing/season-results.ts'
import type { PoolState } from '../state/state.ts'
import { booksOf, bookSeason, duesOf, keysOf, ledgerSeasons, postingsOf, rulesOfBooks } from './money.ts'

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

/** Returns the pot of a season; by default that of the open books. */
export function potOf(state: PoolState, seasonYear: number | null = bookSeason(state)): Pot {
  const books = booksOf(state, seasonYear)
  let [feesCents, buybacksCents] = [0, 0]
  for (const id of keysOf(state)) {
    const dues = duesOf(state, id, seasonYear, books)
    feesCents += Math.min(dues.feeCents, dues.paidCents)
    buybacksCents += state.entries.has(id)
      ? dues.buybackCents
      : Math.max(Math.min(dues.buybackCents, dues.paidCents - dues.feeCents), 0)
  }
  const collected = feesCents + buybacksCents
  const percent = rulesOfBooks(state, seasonYear).clubSharePercent ?? 0
  const clubShareCents = Math.round((collected * percent) / 100)
  const potCents = collected - clubShareCents
  const { sharers, isDecided } = sharersOf(state, seasonYear)
  const shareCents = sharers === 0 ? 0 : Math.floor(potCents / sharers)
  const remainderCents = potCents - shareCents * sharers
  return { seasonYear, feesCents, buybacksCents, clubShareCents, potCents, sharers, shareCents, remainderCents, isDecided }
}

/** What an entry gets of a season's pot. All amounts are in the currency's smallest unit. */
export interface Payout {
  readonly entryId: EntryId
  /** Its share of the pot; 0 when it is no champion, or no longer. */
  readonly shareCents: number
  /** What was recorded as paid out to it, with the last payment; null without one. */
  readonly paid: { readonly cents: number; readonly paymentType: PaymentType; readonly date: CalendarDay } | null
}

/** Returns what the champions of a decided season get of its pot, and what was paid out to others by mistake. */
export function payoutsOf(state: PoolState, seasonYear: number | null = bookSeason(state)): readonly Payout[] {
  const champions = seasonYear === null ? [] : championsOf(state, seasonYear)
  const { shareCents } = potOf(state, seasonYear)
  const others = [...keysOf(state)].filter((id) => !champions.includes(id) && state.entries.has(id))
  return [...champions, ...others].flatMap((entryId): Payout[] => {
    const isChampion = champions.includes(entryId)
    const standing = standingPayouts(postingsOf(state, entryId, seasonYear))
    const last = standing.at(-1)
    if (!isChampion && last === undefined) return []
    const cents = standing.reduce((sum, payout) => sum + payout.cents, 0)
    const paid = last === undefined ? null : { cents, paymentType: last.paymentType, date: last.date }
    return [{ entryId, shareCents: isChampion ? shareCents : 0, paid }]
  })
}

type PayoutPosting = Extract<Posting, { kind: 'payout' }>

/** Returns the payouts among an entry's postings of a season that nobody took back. */
function standingPayouts(postings: readonly Posting[]): readonly PayoutPosting[] {
  const since = postings.findLastIndex(({ kind }) => kind === 'payout_reversal')
  return postings.slice(since + 1).filter((posting) => posting.kind === 'payout')
}

function championsOf(state: PoolState, seasonYear: number): readonly EntryId[] {
  if (!ledgerSeasons(state).includes(seasonYear)) return []
  const outcome = seasonOutcome(state, seasonResults(state, mainContest(seasonYear)))
  return outcome.status === 'finished' ? (outcome.champions as readonly EntryId[]) : []
}

function sharersOf(state: PoolState, seasonYear: number | null): { readonly sharers: number; readonly isDecided: boolean } {
  if (seasonYear === null) return { sharers: state.entries.count(), isDecided: false }
  if (!ledgerSeasons(state).includes(seasonYear)) return { sharers: 0, isDecided: false }
  const season = seasonResults(state, mainContest(seasonYear))
  const outcome = seasonOutcome(state, season)
  if (outcome.status === 'finished') return { sharers: outcome.champions.length, isDecided: true }
  const alive = participantsOf(state, season).filter(({ standing }) => standing.status === 'alive')
  return { sharers: alive.length, isDecided: false }
}
