import { patchEntry } from './entries.ts'
import { post } from './money.ts'
import type { Handlers } from './patches.ts'
import { type EventData, isSameLoss } from '../events/events.ts'
import type { Instant } from '../values/instant.ts'
import { buybackLapseOf } from '../values/lapse.ts'
import type { Buyback, PoolState } from '../state/state.ts'

/** What requests to buy entries back in, and their answers, change. */
export const BUYBACK_HANDLERS = {
  BuybackRequested: (state, event) => putBuyback(state, event, { status: 'requested' }),
  BuybackConfirmed: (state, event) => {
    const { entryId, seasonYear, waived, feeCents } = event.data
    putBuyback(state, event, { status: 'confirmed', feeCents })
    post(state, event, { kind: 'buyback', cents: feeCents, waived }, seasonYear)
    patchEntry(state, entryId, (entry) => ({ waivedLosses: [...entry.waivedLosses, ...waived] }))
  },
  BuybackDeclined: (state, event) => putBuyback(state, event, { status: 'declined' }),
  BuybackWithdrawn: (state, event) => putBuyback(state, event, { status: 'withdrawn', lapse: buybackLapseOf(event.data) }),
} satisfies Partial<Handlers>

/** Replaces the entry's buyback for the same loss of a season, or adds it. */
function putBuyback(
  state: PoolState,
  event: { readonly data: EventData['BuybackRequested']; readonly recordedAt: Instant },
  { status, feeCents = 0, lapse = null }: Partial<Buyback> & { readonly status: Buyback['status'] },
): void {
  const { entryId, seasonYear, loss } = event.data
  const entry = state.entries.get(entryId)
  if (entry === undefined) return
  const earlier = entry.buybacks.find((other) => other.seasonYear === seasonYear && isSameLoss(other.loss, loss))
  const askedAt = status === 'requested' ? event.recordedAt : (earlier?.askedAt ?? event.recordedAt)
  const others = entry.buybacks.filter((other) => other !== earlier)
  const buybacks = [...others, { seasonYear, loss, status, lapse, feeCents, askedAt }]
  state.entries.set(entryId, { ...entry, buybacks })
  if (buybacks.some((buyback) => buyback.status === 'requested')) state.requestedBuybacks.set(entryId, true)
  else state.requestedBuybacks.delete(entryId)
}
