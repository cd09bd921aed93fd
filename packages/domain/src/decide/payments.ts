import { formatMoney } from '../values/amount.ts'
import { calendarDayOf } from '../values/calendar.ts'
import { createEvent, type PoolEvent, type SettledSeason } from '../events/events.ts'
import {
  bookSeason,
  bookSeasonOf,
  bySeason,
  currentDues,
  type Debt,
  debtsOf,
  postingsOf,
  rulesOfBooks,
  standingPayments,
} from '../money/money.ts'
import { payoutExcess, payoutsOf } from '../money/pot.ts'
import type { CalendarDay, PaymentType } from '../values/payment.ts'
import { openClaim } from '../money/requests.ts'
import { type Entry, type PoolState } from '../state/state.ts'
import { RuleViolation } from '../events/violation.ts'
import { accept, type Decider, reject, requireEntry, requireOwnEntry, requireVersion } from './context.ts'

/**
 * Marks an entry paid or unpaid, or corrects the type of its payment. Marking it paid settles whatever it owes, also for earlier seasons
 * (docs/rules.md §14.6).
 */
export const setPayment: Decider<'SetPayment'> = (state, command, context) => {
  const entry = requireEntry(state, command.entryId)
  requireVersion(entry.version, command.ifVersion)
  const isPaid = command.isPaid ?? entry.payment === null
  if (!isPaid) {
    const hasPaid = entry.payment !== null || hasPartPayment(state, entry)
    const events = !hasPaid ? [] : [createEvent('PaymentReversed', { entryId: entry.id })]
    return { events, reply: { settled: [] } }
  }
  const settled = debtsOf(state, entry)
  const today = calendarDayOf(context.siteNow)
  return { events: recordPayment(state, entry, command.paymentType, command.paidDate, today, settled), reply: { settled } }
}

function recordPayment(
  state: PoolState,
  entry: Entry,
  type: PaymentType | null,
  date: CalendarDay | null,
  today: CalendarDay,
  settled: readonly Debt[],
): PoolEvent[] {
  const current = entry.payment
  const entryId = entry.id
  const paymentType = type ?? current?.type ?? reject('payment_type_required')
  const season = bookSeasonOf(state, entry)
  const earlier = earlierSeasons(settled, season)
  if (current === null) {
    const amount = fullAmount(state, entry, season)
    return [createEvent('PaymentRecorded', { entryId, paymentType, paidDate: date ?? today, ...amount, ...earlier })]
  }
  if (settled.length > 0) {
    const { dueCents: amountCents } = currentDues(state, entry)
    return [createEvent('BalancePaid', { entryId, paymentType, paidDate: date ?? today, amountCents, ...earlier })]
  }
  if (date !== null && date !== current.date) throw new RuleViolation('paid_date_locked')
  if (current.type === paymentType) return []
  return [createEvent('PaymentRecorded', { entryId, paymentType, paidDate: current.date })]
}

/** Returns what a payment settles of seasons before the one in whose books it is recorded. */
function earlierSeasons(settled: readonly Debt[], season: number | null): { readonly earlier?: readonly SettledSeason[] } {
  const earlier = bySeason(settled.filter(({ seasonYear }) => seasonYear !== season))
  return earlier.length === 0 ? {} : { earlier }
}

/** A payment is always of the full amount (docs/rules.md §14.6). In a pool without a fee it has none. */
function fullAmount(state: PoolState, entry: Entry, season: number | null): { readonly amountCents?: number } {
  const rules = rulesOfBooks(state, season)
  const { dueCents } = currentDues(state, entry)
  return rules.entryFeeCents === null && dueCents === 0 ? {} : { amountCents: dueCents }
}

/**
 * Records what the entries owe in their last season as paid, or a part of it (docs/rules.md §14.6). The whole amount marks an entry paid; a
 * part leaves it as it is. An entry that owes nothing stays as it is, and is never paid twice.
 */
export const recordPayments: Decider<'RecordPayments'> = (state, { payments }, context) => {
  const today = calendarDayOf(context.siteNow)
  const events: PoolEvent[] = []
  const seen = new Set<number>()
  for (const { entryId, amountCents, paymentType, paidDate } of payments) {
    const entry = requireEntry(state, entryId)
    if (seen.has(entryId)) continue
    seen.add(entryId)
    const { dueCents } = currentDues(state, entry)
    if (amountCents !== undefined) {
      if (dueCents === 0) throw new RuleViolation('nothing_due')
      if (amountCents > dueCents) throw new RuleViolation('more_than_due')
    }
    const paid = { entryId, paymentType, paidDate: paidDate ?? today }
    if (amountCents !== undefined && amountCents < dueCents) {
      events.push(createEvent('PartPaymentRecorded', { ...paid, amountCents }))
    } else if (entry.payment === null) {
      events.push(...recordPayment(state, entry, paymentType, paidDate, today, []))
    } else if (dueCents > 0) {
      events.push(createEvent('BalancePaid', { ...paid, amountCents: dueCents }))
    }
  }
  return { events, reply: { recorded: events.length } }
}

/** Records an amount that is at most what the entry owes in its last season. */
export const recordPartPayment: Decider<'RecordPartPayment'> = (state, command, context) =>
  accept(...recordPayments(state, { payments: [command] }, context).events)

function hasPartPayment(state: PoolState, entry: Entry): boolean {
  return standingPayments(postingsOf(state, entry.id, bookSeasonOf(state, entry))).length > 0
}

/**
 * Records what is still to pay out to the champions among the entries (docs/rules.md §14.6). The others have nothing to come. More than what
 * was received is booked only if that is said.
 */
export const recordPayouts: Decider<'RecordPayouts'> = (state, command, context) => {
  const { paymentType } = command
  const year = command.seasonYear ?? bookSeason(state)
  const paidDate = command.paidDate ?? calendarDayOf(context.siteNow)
  for (const id of command.entryIds) requireEntry(state, id)
  const open = payoutsOf(state, year).filter(({ entryId, leftCents }) => leftCents > 0 && command.entryIds.includes(entryId))
  const excess = payoutExcess(state, year, open)
  if (open.length > 0 && excess > 0 && command.exceedsReceived !== true) {
    throw new RuleViolation('payout_exceeds_received', {
      difference_cents: excess,
      difference: formatMoney(excess, rulesOfBooks(state, year).currency),
    })
  }
  const events = open.flatMap(({ entryId, leftCents: amountCents }) =>
    year === null ? [] : [createEvent('PayoutRecorded', { entryId, seasonYear: year, paymentType, paidDate, amountCents })],
  )
  return { events, reply: { recorded: events.length } }
}

/** Takes back what was recorded as paid out to an entry from a season's pot. Without a payout, nothing changes. */
export const reversePayout: Decider<'ReversePayout'> = (state, command) => {
  const { id: entryId } = requireEntry(state, command.entryId)
  const year = command.seasonYear ?? bookSeason(state)
  const isPaid = payoutsOf(state, year).some((payout) => payout.entryId === entryId && payout.paid !== null)
  return accept(...(year !== null && isPaid ? [createEvent('PayoutReversed', { entryId, seasonYear: year })] : []))
}

/** Says that the dues are paid. Saying it twice is the same as saying it once. */
export const claimPayment: Decider<'ClaimPayment'> = (state, { entryId, paymentType }, context) => {
  const entry = requireOwnEntry(state, context, entryId)
  if (currentDues(state, entry).dueCents === 0) throw new RuleViolation('nothing_due')
  if (openClaim(state, entry)?.type === paymentType) return accept()
  return accept(createEvent('PaymentClaimed', { entryId, paymentType }))
}

export const withdrawPaymentClaim: Decider<'WithdrawPaymentClaim'> = (state, { entryId }, context) => {
  const entry = requireOwnEntry(state, context, entryId)
  return accept(...(entry.paymentClaim === null ? [] : [createEvent('PaymentClaimWithdrawn', { entryId })]))
}

export const declinePaymentClaim: Decider<'DeclinePaymentClaim'> = (state, { entryId }) => {
  if (openClaim(state, requireEntry(state, entryId)) === undefined) throw new RuleViolation('no_payment_claim')
  return accept(createEvent('PaymentClaimDeclined', { entryId }))
}

export const changeTreasurer: Decider<'ChangeTreasurer'> = (_state, { fields }) => {
  return accept(...(fields.length === 0 ? [] : [createEvent('TreasurerChanged', { fields })]))
}
