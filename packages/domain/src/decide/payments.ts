import { calendarDayOf } from '../calendar.ts'
import { createEvent, type PoolEvent } from '../events.ts'
import { bookSeasonOf, currentDues } from '../money.ts'
import type { CalendarDay, PaymentType } from '../payment.ts'
import { type Entry, type PoolState, rulesForSeason } from '../state.ts'
import { RuleViolation } from '../violation.ts'
import { accept, type Decider, reject, requireAdmin, requireEntry, requireOwnEntry, requireVersion } from './context.ts'

export const setPayment: Decider<'SetPayment'> = (state, command, context) => {
  requireAdmin(state, context)
  const entry = requireEntry(state, command.entryId)
  requireVersion(entry.version, command.ifVersion)
  const isPaid = command.isPaid ?? entry.payment === null
  if (!isPaid) {
    return accept(...(entry.payment === null ? [] : [createEvent('PaymentReversed', { entryId: entry.id })]))
  }
  return accept(...recordPayment(state, entry, command.paymentType, command.paidDate, calendarDayOf(context.siteNow)))
}

function recordPayment(
  state: PoolState,
  entry: Entry,
  type: PaymentType | null,
  date: CalendarDay | null,
  today: CalendarDay,
): PoolEvent[] {
  const current = entry.payment
  if (current !== null && date !== null && date !== current.date) throw new RuleViolation('paid_date_locked')
  const paymentType = type ?? current?.type ?? reject('payment_type_required')
  if (current?.type === paymentType) return []
  const amount = current === null ? fullAmount(state, entry) : {}
  return [createEvent('PaymentRecorded', { entryId: entry.id, paymentType, paidDate: current?.date ?? date ?? today, ...amount })]
}

/** A payment is always of the full amount (docs/rules.md §14.6). In a pool without a fee it has none. */
function fullAmount(state: PoolState, entry: Entry): { readonly amountCents?: number } {
  const season = bookSeasonOf(state, entry)
  const rules = season === null ? state.rules : rulesForSeason(state, season)
  const { dueCents } = currentDues(state, entry)
  return rules.entryFeeCents === null && dueCents === 0 ? {} : { amountCents: dueCents }
}

/** Records what the entries owe as paid. An entry that owes nothing stays as it is, and is never paid twice. */
export const recordPayments: Decider<'RecordPayments'> = (state, { payments }, context) => {
  requireAdmin(state, context)
  const today = calendarDayOf(context.siteNow)
  const events: PoolEvent[] = []
  const seen = new Set<number>()
  for (const { entryId, paymentType, paidDate } of payments) {
    const entry = requireEntry(state, entryId)
    if (seen.has(entryId)) continue
    seen.add(entryId)
    if (entry.payment === null) {
      events.push(...recordPayment(state, entry, paymentType, paidDate, today))
      continue
    }
    const { dueCents: amountCents } = currentDues(state, entry)
    if (amountCents > 0)
      events.push(createEvent('BalancePaid', { entryId, paymentType, paidDate: paidDate ?? today, amountCents }))
  }
  return { events, reply: { recorded: events.length } }
}

/** Says that the dues are paid. Saying it twice is the same as saying it once. */
export const claimPayment: Decider<'ClaimPayment'> = (state, { entryId, paymentType }, context) => {
  const entry = requireOwnEntry(state, context, entryId)
  if (currentDues(state, entry).dueCents === 0) throw new RuleViolation('nothing_due')
  if (entry.paymentClaim !== null && entry.paymentClaim.type === paymentType) return accept()
  return accept(createEvent('PaymentClaimed', { entryId, paymentType }))
}

export const withdrawPaymentClaim: Decider<'WithdrawPaymentClaim'> = (state, { entryId }, context) => {
  const entry = requireOwnEntry(state, context, entryId)
  return accept(...(entry.paymentClaim === null ? [] : [createEvent('PaymentClaimWithdrawn', { entryId })]))
}

export const declinePaymentClaim: Decider<'DeclinePaymentClaim'> = (state, { entryId }, context) => {
  requireAdmin(state, context)
  if (requireEntry(state, entryId).paymentClaim === null) throw new RuleViolation('no_payment_claim')
  return accept(createEvent('PaymentClaimDeclined', { entryId }))
}

export const changeTreasurer: Decider<'ChangeTreasurer'> = (state, { fields }, context) => {
  requireAdmin(state, context)
  return accept(...(fields.length === 0 ? [] : [createEvent('TreasurerChanged', { fields })]))
}
