import {
  addUp,
  bookSeason,
  bookSeasonOf,
  currentDues,
  debtsOf,
  type Entry,
  entryReference,
  isByHand,
  type Ledger,
  PAYMENT_TYPES,
  type PoolState,
  payoutsOf,
  potOf,
  type Prizes,
  rulesOfBooks,
  type VisiblePool,
} from '@outlast/domain'
import * as z from 'zod'
import { BY_HAND } from '../entry-label.ts'
import { count, id, instant, receivedAndOwed, season, weekNo } from '../fields/responses.ts'
import { debt, toDebts } from './admin/entries.ts'
import type { Balances, EntryBalance, Payout, Payouts } from './admin/money.ts'
import { epcText, isDollars, PAYMENT_WAYS, paymentLinks, type PaymentTarget, paymentWays } from '../money.ts'

/** How a member paid. Without it, the member does not say. */
export const paymentClaimBody = z.object({
  payment_type: z
    .enum(PAYMENT_TYPES, { error: 'Payment type must be venmo, paypal, square, cash or bank' })
    .nullable()
    .optional(),
})

/** What one entry owes, with the ways to pay. All amounts are in the currency's smallest unit. */
export const entryDues = z
  .strictObject({
    entry_id: id,
    entry_name: z.string(),
    /** The season that a payment counts for. */
    season_year: season.nullable(),
    /** Of that season. */
    currency: z.string().nullable(),
    /** What the payment must mention, so that the treasurer finds it. */
    reference: z.string(),
    is_paid: z.boolean(),
    fee_cents: count,
    buyback_cents: count,
    paid_cents: count,
    due_cents: count,
    /** What was paid too much, for example because a correction made a buyback unnecessary. */
    credit_cents: count,
    /** What it still owes for earlier seasons, which `due_cents` leaves out. */
    earlier: z.array(debt),
    claim: z.strictObject({ payment_type: z.enum(PAYMENT_TYPES).nullable(), claimed_at: instant }).nullable(),
    /** Links that open a payment service with amount and reference filled in. */
    links: z.array(z.strictObject({ type: z.enum(['venmo', 'paypal', 'square']), url: z.string() })),
    /** The text of a QR code for a bank transfer in euros (EPC069-12); null without one. */
    epc: z.string().nullable(),
    /** A sentence about what the entry cannot do until it is paid; null while it may do everything. */
    note: z.string().nullable(),
  })
  .meta({ id: 'EntryDues' })
export type EntryDues = z.output<typeof entryDues>

/** What a member's entries owe in the current season. */
export const dues = z
  .strictObject({
    season_year: season.nullable(),
    currency: z.string().nullable(),
    /** The club's account; null without one. */
    account: z.strictObject({ iban: z.string(), holder: z.string().nullable(), bic: z.string().nullable() }).nullable(),
    /** The address or number that Zelle knows; null without one, and for other currencies than the dollar. */
    zelle: z.string().nullable(),
    unpaid_after_week: weekNo.nullable(),
    entries: z.array(entryDues),
  })
  .meta({ id: 'Dues' })
export type Dues = z.output<typeof dues>

/** What the entries play for. */
export const pot = z
  .strictObject({
    season_year: season.nullable(),
    currency: z.string().nullable(),
    ...receivedAndOwed,
    /** What was received of entry fees. */
    fees_cents: count,
    /** What was received of buybacks. */
    buybacks_cents: count,
    club_share_percent: count,
    club_share_cents: count,
    /** What was received without what the club keeps. */
    pot_cents: count,
    paid_out_cents: count,
    /** What was received in other currencies, from before the rules changed. It is not shared out. Left out without any. */
    others: z.array(z.strictObject({ currency: z.string().nullable(), ...receivedAndOwed })).optional(),
    /** How many entries would share the pot if the season ended now: those alive, or the champions. */
    sharers: count,
    share_cents: count,
    /** What cannot be divided among them. */
    remainder_cents: count,
    is_decided: z.boolean(),
    is_public: z.boolean(),
    /** What places and weeks get of it; left out where only the champions get something. */
    prizes: z
      .strictObject({
        /** What each place gets of the pot as it is, from the first one on. There are no more places than entries. */
        place_cents: z.array(count),
        /** What a week pays. */
        weekly_cents: count,
        /** What the finished weeks paid, with the ids of the entries that share it. Weeks that paid nothing are left out. */
        weeks: z.array(z.strictObject({ week_id: id, week_number: weekNo, cents: count, entry_ids: z.array(id) })),
        /** Who has a place that gets something. Empty until the season is decided. */
        places: z.array(z.strictObject({ place: count, entry_id: id, cents: count })),
      })
      .optional(),
  })
  .meta({ id: 'Pot' })
export type Pot = z.output<typeof pot>
type ReceivedAndOwed = Pick<Pot, keyof typeof receivedAndOwed>

/** What joining costs, before anybody signs in: of the accounts, only their kinds and the holder’s name. */
export const price = z
  .strictObject({
    fee_cents: count,
    currency: z.string().nullable(),
    /** Who receives the fee; null where the club does not say, and for a free pool. */
    payee: z.string().nullable(),
    ways: z.array(z.enum(PAYMENT_WAYS)),
    /** After this week, an unpaid entry cannot pick; null without such a week, and for a free pool. */
    unpaid_after_week: weekNo.nullable(),
  })
  .meta({ id: 'Price' })
export type Price = z.output<typeof price>

/** Maps what joining costs. A free pool says nothing of money. */
export function toPrice(pool: PoolState, target: PaymentTarget): Price {
  const { entryFeeCents, currency, unpaidAfterWeek } = rulesOfBooks(pool)
  const fee = entryFeeCents ?? 0
  if (fee === 0) return { fee_cents: 0, currency: null, payee: null, ways: [], unpaid_after_week: null }
  const ways = [...paymentWays(target, currency)]
  return { fee_cents: fee, currency, payee: target.holder, ways, unpaid_after_week: unpaidAfterWeek }
}

/** Maps what an entry owes. */
export function toEntryDues(pool: PoolState, entry: Entry, target: PaymentTarget): EntryDues {
  const year = bookSeasonOf(pool, entry)
  const { currency, unpaidAfterWeek } = rulesOfBooks(pool, year)
  const owed = currentDues(pool, entry)
  const reference = entryReference(entry.id)
  const order = { cents: owed.dueCents, currency, reference }
  const isPaid = entry.payment !== null
  return {
    entry_id: entry.id,
    entry_name: entry.name,
    season_year: year,
    currency,
    reference,
    is_paid: isPaid,
    fee_cents: owed.feeCents,
    buyback_cents: owed.buybackCents,
    paid_cents: owed.paidCents,
    due_cents: owed.dueCents,
    credit_cents: owed.creditCents,
    earlier: toDebts(debtsOf(pool, entry).filter(({ seasonYear }) => seasonYear !== year)),
    claim: entry.paymentClaim === null ? null : { payment_type: entry.paymentClaim.type, claimed_at: entry.paymentClaim.at },
    links: owed.dueCents === 0 ? [] : paymentLinks(target, order),
    epc: epcText(target, order),
    note: isPaid || unpaidAfterWeek === null ? null : `Until it is paid, this entry cannot pick after week ${unpaidAfterWeek}.`,
  }
}

/** Maps what a member's entries owe. */
export function toDues(pool: PoolState, entries: readonly Entry[], target: PaymentTarget): Dues {
  const { currency, unpaidAfterWeek } = rulesOfBooks(pool)
  const { iban, holder, bic } = target
  return {
    season_year: bookSeason(pool),
    currency,
    account: iban === null ? null : { iban, holder, bic },
    zelle: isDollars(currency) ? target.zelle : null,
    unpaid_after_week: unpaidAfterWeek,
    entries: entries.map((entry) => toEntryDues(pool, entry, target)),
  }
}

/** Maps what an entry owes, for admins. */
export function toBalance(pool: VisiblePool, entry: Entry): EntryBalance {
  const year = bookSeasonOf(pool, entry)
  const { currency } = rulesOfBooks(pool, year)
  const owed = currentDues(pool, entry)
  const debts = debtsOf(pool, entry)
  const earlier = addUp(debts.filter(({ seasonYear }) => seasonYear !== year))
  return {
    entry_id: entry.id,
    reference: entryReference(entry.id),
    season_year: year,
    currency,
    owed_cents: owed.askedCents,
    paid_cents: owed.paidCents,
    due_cents: owed.dueCents,
    credit_cents: owed.creditCents,
    earlier_cents: earlier.find((sum) => sum.currency === currency)?.cents ?? 0,
    asked: [...addUp([{ cents: owed.askedCents, currency }, ...earlier])],
    still_owed: [...addUp(debts)],
  }
}

/** Maps what all entries owe, for admins. */
export function toBalances(pool: VisiblePool): Balances {
  const entries = [...pool.entries.values()].sort((a, b) => a.id - b.id)
  return { currency: rulesOfBooks(pool).currency, entries: entries.map((entry) => toBalance(pool, entry)) }
}

/** Returns the name that stands beside an entry in lists about money; null if the account is gone. */
export function playerNameIn(names: ReadonlyMap<number, string>, entry: Entry): string | null {
  const name = names.get(entry.userId)
  return name === undefined ? null : `${name}${isByHand(entry) ? BY_HAND : ''}`
}

/** Maps who gets what of a season's pot, for admins. `names`: of all members, by id. */
export function toPayouts(pool: VisiblePool, year: number | null, names: ReadonlyMap<number, string>): Payouts {
  const of = potOf(pool, year)
  return {
    season_year: year,
    currency: of.currency,
    ...toReceivedAndOwed(of),
    pot_cents: of.potCents,
    paid_out_cents: of.paidOutCents,
    remainder_cents: of.remainderCents,
    payouts: payoutsOf(pool, year).flatMap(({ entryId, shareCents, prize, paid, ...rest }): readonly Payout[] => {
      const entry = pool.entries.get(entryId)
      if (entry === undefined) return []
      return [
        {
          entry_id: entryId,
          entry_name: entry.name,
          user_name: playerNameIn(names, entry),
          share_cents: shareCents,
          ...(prize !== undefined && { prize: { place: prize.place, weekly_cents: prize.weeklyCents } }),
          paid: paid === null ? null : { cents: paid.cents, payment_type: paid.paymentType, paid_date: paid.date },
          left_cents: rest.leftCents,
          over_cents: rest.overCents,
          owed_cents: rest.owedCents,
        },
      ]
    }),
  }
}

/** Maps the pot of a season; by default of the current one. */
export function toPot(pool: PoolState, year: number | null = bookSeason(pool)): Pot {
  const of = potOf(pool, year)
  const { clubSharePercent, potPublic, prizes: rule } = rulesOfBooks(pool, year)
  return {
    season_year: of.seasonYear,
    currency: of.currency,
    ...toReceivedAndOwed(of),
    fees_cents: of.feesCents,
    buybacks_cents: of.buybacksCents,
    club_share_percent: clubSharePercent ?? 0,
    club_share_cents: of.clubShareCents,
    pot_cents: of.potCents,
    paid_out_cents: of.paidOutCents,
    ...(of.others.length > 0 && {
      others: of.others.map((other) => ({ currency: other.currency, ...toReceivedAndOwed(other) })),
    }),
    sharers: of.sharers,
    share_cents: of.shareCents,
    remainder_cents: of.remainderCents,
    is_decided: of.isDecided,
    is_public: potPublic,
    ...(of.prizes !== null && { prizes: toPrizes(of.prizes, rule?.weeklyCents ?? 0) }),
  }
}

/** Maps the three amounts that every view of a season's money names alike. */
export function toReceivedAndOwed(of: Pick<Ledger, 'receivedCents' | 'owedCents' | 'ifEverybodyPaysCents'>): ReceivedAndOwed {
  return {
    received_cents: of.receivedCents,
    owed_cents: of.owedCents,
    if_everybody_pays_cents: of.ifEverybodyPaysCents,
  }
}

function toPrizes({ placeCents, weeks, places }: Prizes, weeklyCents: number): NonNullable<Pot['prizes']> {
  return {
    place_cents: [...placeCents],
    weekly_cents: weeklyCents,
    weeks: weeks.map(({ weekId, weekNumber, cents, winners }) => ({
      week_id: weekId,
      week_number: weekNumber,
      cents,
      entry_ids: winners.map(({ entryId }) => entryId),
    })),
    places: places.map(({ place, entryId, cents }) => ({ place, entry_id: entryId, cents })),
  }
}
