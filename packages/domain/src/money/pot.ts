import { shareOf } from '../values/amounts.ts'
import { type EntryId, mainContest } from '../values/ids.ts'
import type { CalendarDay, PaymentType } from '../values/payment.ts'
import type { Posting } from '../state/posting.ts'
import { participantsOf, seasonOutcome } from '../standing/participation.ts'
import { seasonResults } from '../standing/season-results.ts'
import type { PoolState } from '../state/state.ts'
import { type Ledger, ledgersOf } from './ledgers.ts'
import { bookSeason, keysOf, ledgerSeasons, postingsOf, rulesOfBooks } from './money.ts'
import { type Prizes, prizesOf } from './prizes.ts'

/** What the entries play for (docs/rules.md §14.6): the books of the season in the currency of its rules, and what becomes of the pot. */
export interface Pot extends Omit<Ledger, 'lines' | 'dues'> {
  /** Entries that would share the pot: those alive, or the champions of a finished season. */
  readonly sharers: number
  /** What each of them would get, and what cannot be divided. With the rule `prizes`, some of them get a cent more. */
  readonly shareCents: number
  readonly remainderCents: number
  readonly isDecided: boolean
  /** What becomes of it by the rule `prizes`; null without that rule, and before there is a season. */
  readonly prizes: Prizes | null
  /** The books in other currencies, of payments from before the rules changed. They are not shared out. */
  readonly others: readonly Ledger[]
}

/** Returns the pot of a season; by default that of the open books. */
export function potOf(state: PoolState, seasonYear: number | null = bookSeason(state)): Pot {
  const [{ lines: _, dues: __, ...ledger }, ...others] = ledgersOf(state, seasonYear)
  return { ...ledger, ...sharesIn(state, ledger), others }
}

function sharesIn(
  state: PoolState,
  { seasonYear, potCents }: Pick<Ledger, 'seasonYear' | 'potCents'>,
): Pick<Pot, 'sharers' | 'shareCents' | 'remainderCents' | 'isDecided' | 'prizes'> {
  const { sharers, isDecided } = sharersOf(state, seasonYear)
  const rule = rulesOfBooks(state, seasonYear).prizes
  const hasSeason = seasonYear !== null && ledgerSeasons(state).includes(seasonYear)
  const prizes = hasSeason && rule !== null ? prizesOf(state, seasonYear, rule, potCents) : null
  const shared = prizes === null ? potCents : sum(prizes.placeCents.slice(0, sharers))
  const shareCents = shareOf(shared, sharers)
  const remainderCents = prizes === null ? potCents - shareCents * sharers : 0
  return { sharers, shareCents, remainderCents, isDecided, prizes }
}

const sum = (amounts: readonly number[]): number => amounts.reduce((total, cents) => total + cents, 0)

/** What an entry gets of a season's pot. All amounts are in the currency's smallest unit. */
export interface Payout {
  readonly entryId: EntryId
  /** Its share of the pot; 0 when it gets nothing, or nothing any longer. */
  readonly shareCents: number
  /** Its place, if that gets a prize, and what its share has of weekly prizes. Left out without the rule `prizes`. */
  readonly prize?: { readonly place: number | null; readonly weeklyCents: number }
  /** What was recorded as paid out to it, with the last payment; null without one. */
  readonly paid: { readonly cents: number; readonly paymentType: PaymentType; readonly date: CalendarDay } | null
  /** What is still to pay out, and what was paid out too much. */
  readonly leftCents: number
  readonly overCents: number
  /** What the entry still owes itself. */
  readonly owedCents: number
}

type Share = Pick<Payout, 'entryId' | 'shareCents' | 'prize'>

/** Returns what entries get of a season's pot, and what was paid out to others by mistake. */
export function payoutsOf(state: PoolState, seasonYear: number | null = bookSeason(state)): readonly Payout[] {
  const [{ currency, dues, ...ledger }] = ledgersOf(state, seasonYear)
  const shares = sharesOf(state, ledger)
  const others = [...keysOf(state)].filter((id) => !shares.has(id) && state.entries.has(id))
  return [...shares.values(), ...others.map((entryId): Share => ({ entryId, shareCents: 0 }))].flatMap((share): Payout[] => {
    const standing = standingPayouts(postingsOf(state, share.entryId, seasonYear)).filter(
      (payout) => (payout.currency ?? currency) === currency,
    )
    const last = standing.at(-1)
    if (!shares.has(share.entryId) && last === undefined) return []
    const paid =
      last === undefined
        ? null
        : { cents: sum(standing.map(({ cents }) => cents)), paymentType: last.paymentType, date: last.date }
    const difference = share.shareCents - (paid?.cents ?? 0)
    const owedCents = dues.get(share.entryId)?.dueCents ?? 0
    return [{ ...share, paid, leftCents: Math.max(difference, 0), overCents: Math.max(-difference, 0), owedCents }]
  })
}

/** Returns by how much payouts to entries, with those before them, are more than a season received; 0 if they are not. */
export function payoutExcess(state: PoolState, seasonYear: number | null, payouts: readonly Payout[]): number {
  const [{ receivedCents, paidOutCents }] = ledgersOf(state, seasonYear)
  return Math.max(paidOutCents + sum(payouts.map(({ leftCents }) => leftCents)) - receivedCents, 0)
}

/** Returns what is to pay out: to the champions, or by the rule `prizes` to places, in their order, and to the winners of weeks. */
function sharesOf(state: PoolState, ledger: Pick<Ledger, 'seasonYear' | 'potCents'>): ReadonlyMap<EntryId, Share> {
  const { seasonYear } = ledger
  const { prizes, shareCents } = sharesIn(state, ledger)
  if (prizes === null) {
    const champions = seasonYear === null ? [] : championsOf(state, seasonYear)
    return new Map(champions.map((entryId) => [entryId, { entryId, shareCents }]))
  }
  const shares = new Map<EntryId, Share>(
    prizes.places.map(({ entryId, place, cents }) => [entryId, { entryId, shareCents: cents, prize: { place, weeklyCents: 0 } }]),
  )
  for (const { entryId, cents } of prizes.weeks.flatMap(({ winners }) => winners)) {
    const share = shares.get(entryId)
    const prize = { place: share?.prize?.place ?? null, weeklyCents: (share?.prize?.weeklyCents ?? 0) + cents }
    shares.set(entryId, { entryId, shareCents: (share?.shareCents ?? 0) + cents, prize })
  }
  return shares
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
