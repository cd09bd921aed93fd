import { amendEntry, patchEntry } from './evolve-entries.ts'
import type { RecordedEvent } from './events.ts'
import type { EntryId } from './ids.ts'
import { bookSeasonOf } from './money.ts'
import type { Posting } from './posting.ts'
import { type Entry, type PoolState } from './state.ts'

type Money =
  | Pick<Extract<Posting, { kind: 'payment' }>, 'kind' | 'cents' | 'paymentType'>
  | Pick<Extract<Posting, { kind: 'buyback' }>, 'kind' | 'cents' | 'waived'>
  | Pick<Extract<Posting, { kind: 'reversal' }>, 'kind'>

/**
 * Adds a fact to an entry's account in the season that it joined last. Taking back a payment of an earlier season does not change the
 * books of that season, because the club kept the money. It is kept nevertheless: from then on the entry owes its fee.
 */
export function post(
  state: PoolState,
  event: RecordedEvent & { readonly data: { readonly entryId: EntryId } },
  money: Money,
  seasonYear?: number,
): void {
  const { entryId } = event.data
  const entry = state.entries.get(entryId)
  if (entry === undefined) return
  append(state, entryId, {
    ...money,
    seasonYear: seasonYear ?? bookSeasonOf(state, entry),
    at: event.recordedAt,
    position: event.position,
  })
}

/** Keeps the account of an entry that is deleted, if it has one. */
export function closeAccount(state: PoolState, { id, createdAt, createdPosition }: Entry, event: RecordedEvent): void {
  if (!state.postings.has(id)) return
  append(state, id, {
    kind: 'closed',
    createdAt,
    createdPosition,
    seasonYear: null,
    at: event.recordedAt,
    position: event.position,
  })
}

function append(state: PoolState, id: EntryId, posting: Posting): void {
  state.postings.set(id, [...(state.postings.get(id) ?? []), posting])
}

type MoneyEvent =
  | 'PaymentRecorded'
  | 'BalancePaid'
  | 'PaymentReversed'
  | 'PaymentClaimed'
  | 'PaymentClaimWithdrawn'
  | 'PaymentClaimDeclined'
  | 'TreasurerChanged'

/** What payments and claims change. */
export const MONEY_HANDLERS: {
  readonly [T in MoneyEvent]: (state: PoolState, event: Extract<RecordedEvent, { type: T }>) => void
} = {
  PaymentRecorded: (state, event) => {
    const { entryId, paymentType, paidDate, amountCents = null } = event.data
    if (state.entries.get(entryId)?.payment === null) post(state, event, { kind: 'payment', cents: amountCents, paymentType })
    amendEntry(state, event, () => ({ payment: { type: paymentType, date: paidDate }, paymentClaim: null }))
  },
  BalancePaid: (state, event) => {
    const { amountCents, paymentType } = event.data
    post(state, event, { kind: 'payment', cents: amountCents, paymentType })
    amendEntry(state, event, () => ({ paymentClaim: null }))
  },
  PaymentReversed: (state, event) => {
    post(state, event, { kind: 'reversal' })
    amendEntry(state, event, () => ({ payment: null }))
  },
  PaymentClaimed: (state, { data, recordedAt }) =>
    patchEntry(state, data.entryId, () => ({ paymentClaim: { type: data.paymentType, at: recordedAt } })),
  PaymentClaimWithdrawn: (state, { data }) => patchEntry(state, data.entryId, () => ({ paymentClaim: null })),
  PaymentClaimDeclined: (state, { data }) => patchEntry(state, data.entryId, () => ({ paymentClaim: null })),
  TreasurerChanged: () => {},
}
