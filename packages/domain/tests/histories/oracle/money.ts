import type { PaymentType } from '../../../src/index.ts'
import { waitingRefusals } from './entries.ts'
import {
  type Claim,
  currentSeason,
  type Entry,
  entryOf,
  type Facts,
  isLocked,
  type MoneyFact,
  rulesOf,
  untilFactsChange,
  weekOf,
  weeksIn,
} from './facts.ts'
import { type CommandRules, isBy } from './rule.ts'
import { type Prizes, prizesOf } from './prizes.ts'
import { allLossesOf, costly, decisionOf, fatalOf, isAlive, isPartOf, isWaivedBy, joiningSeason, takesPart } from './standing.ts'

/** docs/rules.md §14.6. */
export const MONEY_RULES: CommandRules<
  | 'SetPayment'
  | 'RecordPayments'
  | 'RecordPartPayment'
  | 'RecordPayouts'
  | 'ReversePayout'
  | 'ClaimPayment'
  | 'WithdrawPaymentClaim'
  | 'DeclinePaymentClaim'
> = {
  SetPayment: {
    by: 'treasurer',
    refusals: (facts, { entryId }) => (entryOf(facts, entryId) === undefined ? ['entry_not_found'] : []),
    apply: (facts, { entryId, isPaid, paymentType }) => {
      const entry = entryOf(facts, entryId)
      if (entry === undefined || paymentType === null) return undefined
      const isMarked = facts.marks.some((mark) => mark.entry === entryId)
      if (!(isPaid ?? !isMarked)) {
        const hasPaid = paymentsThatStand(facts, entryId, bookSeasonOf(facts, entry)).length > 0
        if (isMarked || hasPaid) takeBack(facts, entry)
        return undefined
      }
      const season = bookSeasonOf(facts, entry)
      const earlier = season === null ? [] : seasonsUntil(facts, season).filter((year) => year !== season)
      const debts = [...earlier, season].map((year) => ({ season: year, cents: duesOf(facts, entry, year).due }))
      const owed = debts.filter(({ cents }) => cents > 0)
      if (!isMarked || owed.length > 0) pay(facts, entry, paymentType, owed)
      else correctType(facts, entry, paymentType)
      return undefined
    },
  },
  RecordPayments: {
    by: 'treasurer',
    refusals: (facts, { payments }) =>
      payments.every(({ entryId }) => entryOf(facts, entryId) !== undefined) ? [] : ['entry_not_found'],
    apply: (facts, { payments }) => {
      const first = payments.filter(({ entryId }, i) => payments.findIndex((other) => other.entryId === entryId) === i)
      const owing = first.flatMap(({ entryId, paymentType }) => {
        const entry = entryOf(facts, entryId)
        if (entry === undefined) return []
        const season = bookSeasonOf(facts, entry)
        const cents = duesOf(facts, entry, season).due
        const isMarked = facts.marks.some((mark) => mark.entry === entryId)
        return isMarked && cents === 0 ? [] : [{ entry, paymentType, debt: { season, cents } }]
      })
      for (const { entry, paymentType, debt } of owing) pay(facts, entry, paymentType, debt.cents > 0 ? [debt] : [])
      return { recorded: owing.length }
    },
  },
  RecordPartPayment: {
    by: 'treasurer',
    refusals: (facts, { entryId, amountCents }) => {
      const entry = entryOf(facts, entryId)
      if (entry === undefined) return ['entry_not_found']
      const { due } = duesOf(facts, entry, bookSeasonOf(facts, entry))
      if (due === 0) return ['nothing_due']
      return amountCents > due ? ['more_than_due'] : []
    },
    apply: (facts, { entryId, amountCents: cents, paymentType: type }) => {
      const entry = entryOf(facts, entryId)
      if (entry === undefined) return undefined
      const season = bookSeasonOf(facts, entry)
      if (duesOf(facts, entry, season).due === cents) {
        pay(facts, entry, type, [{ season, cents }])
        return undefined
      }
      facts.happened += 1
      const at = facts.happened
      const part = {
        entry: entryId,
        season,
        kind: 'payment',
        payment: at,
        cents,
        type,
        currency: rulesFor(facts, season).currency,
        isFurther: true,
        isPart: true,
        at,
      } as const
      facts.money = [...facts.money, part]
      return undefined
    },
  },
  RecordPayouts: {
    by: 'treasurer',
    refusals: (facts, { entryIds, exceedsReceived }) => {
      if (!entryIds.every((id) => entryOf(facts, id) !== undefined)) return ['entry_not_found']
      const season = currentSeason(facts)
      if (season === undefined || exceedsReceived === true) return []
      const { fees, buybacks, paidOut } = potOf(facts)
      const more = openPayouts(facts, season, entryIds).reduce((sum, { share, paid }) => sum + share - paid, 0)
      return more > 0 && paidOut + more > fees + buybacks ? ['payout_exceeds_received'] : []
    },
    apply: (facts, { entryIds, paymentType: type }) => {
      const season = currentSeason(facts)
      if (season === undefined) return { recorded: 0 }
      const { currency } = rulesOf(facts, season)
      const owed = openPayouts(facts, season, entryIds)
      const paid = owed.map(({ entry, share, paid: before }) => ({ entry, season, cents: share - before, type, currency }))
      facts.payouts = [...facts.payouts, ...paid]
      return { recorded: owed.length }
    },
  },
  ReversePayout: {
    by: 'treasurer',
    refusals: (facts, { entryId }) => (entryOf(facts, entryId) === undefined ? ['entry_not_found'] : []),
    apply: (facts, { entryId }) => {
      const season = currentSeason(facts)
      facts.payouts = facts.payouts.filter((payout) => payout.entry !== entryId || payout.season !== season)
      return undefined
    },
  },
  ClaimPayment: {
    by: 'member',
    refusals: (facts, { entryId }, context) => {
      const entry = entryOf(facts, entryId)
      if (entry === undefined || !isBy(context, entry.owner)) return ['entry_not_found']
      const { due } = duesOf(facts, entry, bookSeasonOf(facts, entry))
      return [...waitingRefusals(context), ...(due === 0 ? ['nothing_due'] : [])]
    },
    apply: (facts, { entryId, paymentType: type }) => {
      const entry = entryOf(facts, entryId)
      if (entry === undefined) return undefined
      const season = bookSeasonOf(facts, entry)
      const others = facts.claims.filter((claim) => claim.entry !== entryId)
      facts.claims = [...others, { entry: entryId, type, season, cents: duesOf(facts, entry, season).due }]
      return undefined
    },
  },
  WithdrawPaymentClaim: {
    by: 'member',
    refusals: (facts, { entryId }, context) => {
      const entry = entryOf(facts, entryId)
      return entry === undefined || !isBy(context, entry.owner) ? ['entry_not_found'] : waitingRefusals(context)
    },
    apply: (facts, { entryId }) => endClaim(facts, entryId),
  },
  DeclinePaymentClaim: {
    by: 'treasurer',
    refusals: (facts, { entryId }) => {
      if (entryOf(facts, entryId) === undefined) return ['entry_not_found']
      return facts.claims.some((claim) => claim.entry === entryId) ? [] : ['no_payment_claim']
    },
    apply: (facts, { entryId }) => endClaim(facts, entryId),
  },
}

/** A claim is about an amount for a season, and lapses when the entry owes another one. */
export function lapseClaims(facts: Facts): void {
  facts.claims = facts.claims.filter((claim) => !hasLapsed(facts, claim))
}

function hasLapsed(facts: Facts, { entry: id, season, cents }: Claim): boolean {
  const entry = entryOf(facts, id)
  if (entry === undefined) return true
  if (bookSeasonOf(facts, entry) !== season) return true
  const bought = facts.buybacks.filter((other) => other.entry === id && other.season === season && other.status === 'confirmed')
  const weeks = bought.flatMap(({ waived }) => waived.map(({ week }) => weekOf(facts, week)))
  const isUndecided = weeks.some((week) => week !== undefined && !isLocked(week))
  return !isUndecided && (cents === 0 || duesOf(facts, entry, season).due !== cents)
}

function endClaim(facts: Facts, id: number): undefined {
  facts.claims = facts.claims.filter((claim) => claim.entry !== id)
}

interface Debt {
  readonly season: number | null
  readonly cents: number
}

/** Records a payment. In a pool without a fee it has no amount. */
function pay(facts: Facts, entry: Entry, type: PaymentType, debts: readonly Debt[]): void {
  const season = bookSeasonOf(facts, entry)
  const isFurther = facts.marks.some((mark) => mark.entry === entry.id)
  const hasFee = rulesFor(facts, season).entryFeeCents !== null
  const ofSeason = debts.find((debt) => debt.season === season) ?? { season, cents: hasFee || isFurther ? 0 : null }
  facts.happened += 1
  const at = facts.happened
  const paid = [ofSeason, ...debts.filter((debt) => debt.season !== season)]
  facts.money = [
    ...facts.money,
    ...paid.map((debt): MoneyFact => {
      const { currency } = rulesFor(facts, debt.season)
      return { entry: entry.id, kind: 'payment', payment: at, type, currency, isFurther, at, ...debt }
    }),
  ]
  if (!isFurther) facts.marks = [...facts.marks, { entry: entry.id, type }]
  endClaim(facts, entry.id)
}

/** A correction of the type moves the amounts of the payment that marked the entry. */
function correctType(facts: Facts, entry: Entry, type: PaymentType): void {
  if (facts.marks.some((mark) => mark.entry === entry.id && mark.type === type)) return
  facts.marks = facts.marks.map((mark) => (mark.entry === entry.id ? { ...mark, type } : mark))
  const own = facts.money.filter((fact) => fact.entry === entry.id)
  const last = own.findLast((fact) => fact.kind === 'payment' && !fact.isFurther)
  facts.money = facts.money.map((fact) =>
    last?.kind === 'payment' && fact.kind === 'payment' && fact.payment === last.payment ? { ...fact, type } : fact,
  )
  endClaim(facts, entry.id)
}

/** Gives the payments of the season back, with what they settled of other seasons. */
function takeBack(facts: Facts, entry: Entry): void {
  const season = bookSeasonOf(facts, entry)
  const own = paymentsThatStand(facts, entry.id, season)
  facts.marks = facts.marks.filter((mark) => mark.entry !== entry.id)
  facts.happened += 1
  const reversal = { entry: entry.id, kind: 'reversal', at: facts.happened } as const
  const elsewhere = facts.money.flatMap((fact): readonly MoneyFact[] => {
    if (fact.entry !== entry.id || fact.kind !== 'payment' || own.includes(fact)) return []
    const isSettledWith = own.some(({ payment }) => payment === fact.payment)
    return isSettledWith ? [{ ...reversal, season: fact.season, payment: fact.payment }] : []
  })
  facts.money = [...facts.money, { ...reversal, season, payment: null }, ...elsewhere]
}

type Payment = Extract<MoneyFact, { kind: 'payment' }>

function paymentsThatStand(facts: Facts, id: number, season: number | null): readonly Payment[] {
  let standing: readonly Payment[] = []
  for (const fact of moneyOf(facts, id, season)) {
    standing =
      fact.kind === 'payment'
        ? [...standing, fact]
        : standing.filter(({ payment }) => fact.payment !== null && payment !== fact.payment)
  }
  return standing
}

function moneyOf(facts: Facts, id: number, season: number | null): readonly MoneyFact[] {
  return facts.money.filter((fact) => fact.entry === id && fact.season === season)
}

const rulesFor = (facts: Facts, season: number | null) => (season === null ? facts.rules : rulesOf(facts, season))

/** Whether an amount is in the currency in which the season asks for its fees. One without a currency is. */
function isInCurrency(facts: Facts, season: number | null): (amount: { readonly currency: string | null }) => boolean {
  const asked = rulesFor(facts, season).currency
  return ({ currency }) => currency === null || currency === asked
}

type Payouts = ReturnType<typeof payoutsOf>

const openPayouts = (facts: Facts, season: number, ids: readonly number[]): Payouts =>
  payoutsOf(facts, season).filter(({ entry, share, paid }) => share > paid && ids.includes(entry))

/** The last season that an entry takes part in, of those that have begun for the pool. */
export function bookSeasonOf(facts: Facts, entry: Entry): number | null {
  const seasons = seasonsUntil(facts, joiningSeason(facts) ?? 0)
  return seasons.findLast((season) => takesPart(facts, entry, season)) ?? currentSeason(facts) ?? null
}

function seasonsUntil(facts: Facts, last: number): readonly number[] {
  const seasons = new Set([...facts.starts, ...facts.weeks].map(({ season }) => season))
  return [...seasons].filter((season) => season <= last).toSorted((a, b) => a - b)
}

export interface Dues {
  readonly fee: number
  readonly buybacks: number
  readonly paid: number
  readonly due: number
  readonly credit: number
}

/** What an entry owes for a season. Of a deleted entry, the rest is waived. */
export function duesOf(facts: Facts, entry: Entry, season: number | null): Dues {
  const exists = entryOf(facts, entry.id) !== undefined
  const fee = feeOf(facts, entry, season)
  const isAsked = isInCurrency(facts, season)
  const payments = paymentsThatStand(facts, entry.id, season).filter(isAsked)
  const paid = payments.reduce((sum, { cents }) => sum + (cents ?? fee), 0)
  const confirmed = facts.buybacks.filter(
    (buyback) => buyback.entry === entry.id && buyback.season === season && buyback.status === 'confirmed',
  )
  const needed = confirmed.filter(isAsked).filter((buyback) => !exists || !isNeedless(facts, entry, buyback))
  const buybacks = needed.reduce((sum, { confirmedFee }) => sum + confirmedFee, 0)
  const balance = fee + buybacks - paid
  return { fee, buybacks, paid, due: exists ? Math.max(balance, 0) : 0, credit: Math.max(-balance, 0) }
}

/** A correction undid so many of the waived losses that the entry would be in without its buyback. */
function isNeedless(facts: Facts, entry: Entry, { season, waived }: Facts['buybacks'][number]): boolean {
  const losses = allLossesOf(facts, entry, season)
  const remaining = losses.filter((loss) => isWaivedBy(facts, entry, season, waived, loss))
  return fatalOf(facts, costly(facts, remaining, season), season) === undefined
}

function feeOf(facts: Facts, entry: Entry, season: number | null): number {
  const fee = rulesFor(facts, season).entryFeeCents ?? 0
  // What settled earlier seasons only says nothing of this one's fee.
  const hasPaidHere = moneyOf(facts, entry.id, season).some(
    (fact) => fact.kind === 'payment' && !(fact.isFurther && fact.cents === 0),
  )
  if (entryOf(facts, entry.id) === undefined) return hasPaidHere ? fee : 0
  if (season !== null && !takesPart(facts, entry, season)) return 0
  if (hasPaidHere) return fee
  if (season === null) return facts.marks.some((mark) => mark.entry === entry.id) ? 0 : fee
  if (wasPaidBefore(facts, entry, season)) return 0
  if (season === bookSeasonOf(facts, entry)) return fee
  // In the books of another season, an entry took part if it was part of a week that locked.
  return weeksIn(facts, season).some((week) => isLocked(week) && isPartOf(facts, entry, week)) ? fee : 0
}

/** An entry that stayed marked as paid when a season began owes nothing until an admin marks it unpaid. A renewal ends the mark. */
function wasPaidBefore(facts: Facts, entry: Entry, season: number): boolean {
  const renewals = facts.renewals.filter((renewal) => renewal.entry === entry.id && renewal.season <= season)
  const since = renewals.at(-1)?.at ?? 0
  const last = facts.money.findLast(
    (fact) =>
      fact.entry === entry.id &&
      !(fact.kind === 'payment' && fact.isPart === true) &&
      fact.at > since &&
      (fact.season ?? season) <= season,
  )
  return last?.kind === 'payment'
}

/** The sum in the books of a season under each type of payment. */
export function cashOf(facts: Facts, season: number | null): Readonly<Record<string, number>> {
  const cash: Record<string, number> = {}
  for (const entry of [...facts.entries, ...facts.deletedEntries]) {
    const { fee } = duesOf(facts, entry, season)
    for (const { cents, type } of paymentsThatStand(facts, entry.id, season)) cash[type] = (cash[type] ?? 0) + (cents ?? fee)
  }
  for (const payout of facts.payouts) if (payout.season === season) cash[payout.type] = (cash[payout.type] ?? 0) - payout.cents
  return cash
}

/** What entries get of a season's pot, and what anybody got of it. */
export function payoutsOf(facts: Facts, season: number) {
  const champions = decisionOf(facts, season)?.champions ?? []
  const { fees, buybacks, clubShare, prizes } = potOf(facts)
  const isAsked = isInCurrency(facts, season)
  const equally = Math.floor((fees + buybacks - clubShare) / Math.max(champions.length, 1))
  return facts.entries.flatMap(({ id: entry }) => {
    const own = facts.payouts.filter((payout) => payout.entry === entry && payout.season === season).filter(isAsked)
    const paid = own.reduce((sum, { cents }) => sum + cents, 0)
    const placed = prizes?.places.find((prize) => prize.entry === entry)
    const weekly = prizes?.weeks.flatMap((week) => week.winners.filter((prize) => prize.entry === entry)) ?? []
    const share =
      prizes === null
        ? champions.includes(entry)
          ? equally
          : 0
        : (placed?.cents ?? 0) + weekly.reduce((sum, { cents }) => sum + cents, 0)
    const isListed = prizes === null ? champions.includes(entry) : placed !== undefined || weekly.length > 0
    return isListed || own.length > 0 ? [{ entry, share, paid }] : []
  })
}

export interface Pot {
  readonly fees: number
  readonly buybacks: number
  readonly clubShare: number
  readonly owed: number
  readonly paidOut: number
  readonly sharers: number
  readonly prizes: Prizes | null
}

/** The pot of the current season. */
export const potOf = (facts: Facts): Pot => potIn(facts, currentSeason(facts) ?? 0)

const potIn = untilFactsChange((facts, year): Pot => {
  const season = year === 0 ? null : year
  let [fees, buybacks, owed] = [0, 0, 0]
  for (const entry of [...facts.entries, ...facts.deletedEntries]) {
    const dues = duesOf(facts, entry, season)
    fees += Math.min(dues.fee, dues.paid)
    // A payment settles the fee first.
    buybacks += Math.max(Math.min(dues.buybacks, dues.paid - dues.fee), 0)
    owed += dues.due
  }
  const own = facts.payouts.filter((payout) => payout.season === season).filter(isInCurrency(facts, season))
  const paidOut = own.reduce((sum, { cents }) => sum + cents, 0)
  const percent = rulesFor(facts, season).clubSharePercent ?? 0
  const clubShare = Math.round(((fees + buybacks) * percent) / 100)
  const alive = facts.entries.filter((entry) => season === null || isAlive(facts, entry, season)).length
  const decision = season === null ? null : decisionOf(facts, season)
  const prizes = season === null ? null : prizesOf(facts, season, fees + buybacks - clubShare)
  return { fees, buybacks, clubShare, owed, paidOut, sharers: decision?.champions.length ?? alive, prizes }
})
