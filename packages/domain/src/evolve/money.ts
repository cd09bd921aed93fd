import { amendEntry, patchEntry } from './entries.ts'
import type { Handlers } from './patches.ts'
import type { RecordedEvent } from '../events/events.ts'
import type { EntryId } from '../values/ids.ts'
import { bookSeasonOf, currentDues, ledgerOf, ledgerSeasons, postingsOf, rulesOfBooks, standingPayments } from '../money/money.ts'
import type { PaymentType } from '../values/payment.ts'
import type { Posting } from '../state/posting.ts'
import { type Entry, type PoolState } from '../state/state.ts'

type PostingOf<K extends Posting['kind']> = Extract<Posting, { kind: K }>
type Money =
  | Pick<PostingOf<'payment'>, 'kind' | 'cents' | 'paymentType' | 'isFurther' | 'isPart'>
  | Pick<PostingOf<'buyback'>, 'kind' | 'cents' | 'waived'>
  | Pick<PostingOf<'reversal'>, 'kind' | 'of'>
  | Pick<PostingOf<'payout'>, 'kind' | 'cents' | 'paymentType' | 'date'>
  | Pick<PostingOf<'payout_reversal'>, 'kind'>

/**
 * Adds a fact to an entry's account in the last season that it takes part in. Taking back a payment of an earlier season does not change the
 * books of that season, because the club kept the money. It is kept nevertheless: from then on the entry owes its fee.
 */
export function post(
  state: PoolState,
  event: RecordedEvent & { readonly data: { readonly entryId: EntryId } },
  money: Money,
  seasonYear?: number | null,
): void {
  const { entryId } = event.data
  const entry = state.entries.get(entryId)
  if (entry === undefined) return
  const year = seasonYear === undefined ? bookSeasonOf(state, entry) : seasonYear
  append(state, entryId, {
    ...money,
    seasonYear: year,
    currency: rulesOfBooks(state, year).currency,
    at: event.recordedAt,
    position: event.position,
  })
}

/** Adds a payment, and what it settles of earlier seasons. */
function postPayment(
  state: PoolState,
  event: Extract<RecordedEvent, { type: 'PaymentRecorded' | 'BalancePaid' }>,
  more: Pick<PostingOf<'payment'>, 'isFurther'> = {},
): void {
  const { paymentType, amountCents = null, earlier = [] } = event.data
  post(state, event, { kind: 'payment', cents: amountCents, paymentType, ...more })
  for (const settled of earlier) {
    post(state, event, { kind: 'payment', cents: settled.amountCents, paymentType, ...more }, settled.seasonYear)
  }
}

/** Moves the amounts of the entry's payment to another type, in every season that it paid for. */
function retypePayment(state: PoolState, id: EntryId, paymentType: PaymentType): void {
  const postings = state.postings.get(id) ?? []
  const payment = postings.findLast((posting) => posting.kind === 'payment' && posting.isFurther !== true)
  if (payment === undefined) return
  const isCorrected = (posting: Posting) => posting.kind === 'payment' && posting.position === payment.position
  state.postings.set(
    id,
    postings.map((posting) => (isCorrected(posting) ? { ...posting, paymentType } : posting)),
  )
}

/** Takes back the payments of the season, and what they settled of earlier seasons. */
function reversePayments(state: PoolState, event: Extract<RecordedEvent, { type: 'PaymentReversed' }>): void {
  const entry = state.entries.get(event.data.entryId)
  if (entry === undefined) return
  const season = bookSeasonOf(state, entry)
  const postings = state.postings.get(entry.id) ?? []
  const own = postingsOf(state, entry.id, season)
  const positions = new Set(standingPayments(own).map(({ position }) => position))
  const settled = postings.filter(
    (posting) => posting.kind === 'payment' && !own.includes(posting) && positions.has(posting.position),
  )
  post(state, event, { kind: 'reversal' }, season)
  for (const { position, seasonYear } of settled) post(state, event, { kind: 'reversal', of: position }, seasonYear)
}

/** Keeps the account of an entry that is deleted, if it has one. */
export function closeAccount(state: PoolState, { id, createdAt, createdPosition }: Entry, event: RecordedEvent): void {
  if (!state.postings.has(id)) return
  append(state, id, {
    kind: 'closed',
    createdAt,
    createdPosition,
    seasonYear: null,
    currency: null,
    at: event.recordedAt,
    position: event.position,
  })
}

/** What was recorded while the pool had no week belongs to this season from now on (docs/rules.md §14.6). */
export function bookEarlierMoney(state: PoolState, seasonYear: number): void {
  const earlier = [...state.postings.entries()].filter(([, postings]) => postings.some(isBeforeSeasons))
  for (const [id, postings] of earlier) {
    state.postings.set(
      id,
      postings.map((posting) => (isBeforeSeasons(posting) ? { ...posting, seasonYear } : posting)),
    )
  }
}

const isBeforeSeasons = ({ kind, seasonYear }: Posting): boolean => kind !== 'closed' && seasonYear === null

/**
 * Ends the books of all seasons when a purge leaves the pool without weeks and without entries (docs/rules.md §14.6). Call it before what is
 * purged leaves the state, because the lines that stay readable follow from that.
 */
export function endBooks(state: PoolState, { recordedAt: at, position }: RecordedEvent): void {
  for (const seasonYear of [null, ...ledgerSeasons(state)]) {
    const lines = ledgerOf(state, seasonYear)
    if (lines.some(({ kind }) => kind !== 'fee')) state.endedBooks = [...state.endedBooks, { seasonYear, at, position, lines }]
  }
  state.postings.clear()
}

function append(state: PoolState, id: EntryId, posting: Posting): void {
  state.postings.set(id, [...(state.postings.get(id) ?? []), posting])
}

/** Ends the statement that an entry is paid, if there is one. */
export function endClaim(state: PoolState, id: EntryId): void {
  patchEntry(state, id, () => ({ paymentClaim: null }))
  state.paymentClaims.delete(id)
}

/** What payments and claims change. */
export const MONEY_HANDLERS = {
  PaymentRecorded: (state, event) => {
    const { entryId, paymentType, paidDate } = event.data
    if (state.entries.get(entryId)?.payment === null) postPayment(state, event)
    else retypePayment(state, entryId, paymentType)
    amendEntry(state, event, () => ({ payment: { type: paymentType, date: paidDate } }))
    endClaim(state, entryId)
  },
  BalancePaid: (state, event) => {
    postPayment(state, event, { isFurther: true })
    amendEntry(state, event, () => ({}))
    endClaim(state, event.data.entryId)
  },
  PartPaymentRecorded: (state, event) => {
    const { amountCents: cents, paymentType } = event.data
    post(state, event, { kind: 'payment', cents, paymentType, isFurther: true, isPart: true })
    amendEntry(state, event, () => ({}))
  },
  PayoutRecorded: (state, event) => {
    const { seasonYear, amountCents: cents, paymentType, paidDate: date } = event.data
    post(state, event, { kind: 'payout', cents, paymentType, date }, seasonYear)
  },
  PayoutReversed: (state, event) => post(state, event, { kind: 'payout_reversal' }, event.data.seasonYear),
  PaymentReversed: (state, event) => {
    reversePayments(state, event)
    amendEntry(state, event, () => ({ payment: null }))
  },
  PaymentClaimed: (state, { data, recordedAt }) => {
    patchEntry(state, data.entryId, (entry) => {
      const { dueCents: cents } = currentDues(state, entry)
      return { paymentClaim: { type: data.paymentType, at: recordedAt, seasonYear: bookSeasonOf(state, entry), cents } }
    })
    state.paymentClaims.set(data.entryId, true)
  },
  PaymentClaimWithdrawn: (state, { data }) => endClaim(state, data.entryId),
  PaymentClaimDeclined: (state, { data }) => endClaim(state, data.entryId),
  TreasurerChanged: () => {},
} satisfies Partial<Handlers>
