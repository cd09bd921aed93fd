import { does } from '../events/event-table.ts'
import { createEvent, type EventType, isSameLoss, type Loss, type PoolEvent } from '../events/events.ts'
import { type EntryId, mainContest, type UserId } from '../values/ids.ts'
import type { Instant } from '../values/instant.ts'
import { currentDuesOfMany, postingsOf } from './money.ts'
import { isSeasonDecided } from '../standing/participation.ts'
import { entryRecord, seasonResults } from '../standing/season-results.ts'
import { lapseOfLoss } from '../situation/buyback.ts'
import type { SeasonResults } from '../standing/standing.ts'
import { type Buyback, currentRound, type Entry, type PoolState, rulesOf, type Seal, type User } from '../state/state.ts'
import type { BuybackLapse, ClaimLapse } from '../values/lapse.ts'
import type { PaymentClaim } from '../values/payment.ts'

// What waits for somebody's answer has one lifecycle (docs/rules.md §17): it is opened for a thing, answered for that thing, and lapses
// when the thing does. A lapse follows from the facts, so that nobody can answer a request whose lapse is not recorded yet.

type AskedBuyback = Pick<Buyback, 'seasonYear' | 'loss'>

/** A request with what it is for. */
interface Requests {
  buyback: { readonly entry: Entry; readonly request: AskedBuyback }
  payment_claim: { readonly entry: Entry; readonly claim: PaymentClaim }
  email_change: { readonly userId: UserId; readonly seal: Seal }
  approval: { readonly user: User }
}
export type RequestKind = keyof Requests

/** What decides whether requests are valid. Each season is derived at most once, so that it can be asked about many requests. */
interface Facts {
  readonly state: PoolState
  readonly isDecided: (season: SeasonResults) => boolean
  readonly duesOf: ReturnType<typeof currentDuesOfMany>
}

function factsOf(state: PoolState): Facts {
  const known = new Map<number, boolean>()
  const isDecided = (season: SeasonResults): boolean => {
    const decided = known.get(season.seasonYear) ?? isSeasonDecided(state, season)
    known.set(season.seasonYear, decided)
    return decided
  }
  return { state, isDecided, duesOf: currentDuesOfMany(state) }
}

interface Lifecycle<Request, Lapse> {
  /** Returns the requests without an answer. */
  readonly waiting: (state: PoolState) => Iterable<Request>
  /** Returns why a request is not valid any more. */
  readonly lapseOf: (facts: Facts, request: Request, now: Instant) => Lapse | undefined
  readonly lapse: (request: Request, lapse: Lapse) => PoolEvent
}

interface Lapses {
  buyback: BuybackLapse
  payment_claim: ClaimLapse
  email_change: 'time'
  approval: never
}

export const REQUESTS: { readonly [K in RequestKind]: Lifecycle<Requests[K], Lapses[K]> } = {
  buyback: {
    waiting: (state) =>
      entriesIn(state, state.requestedBuybacks).flatMap((entry) =>
        entry.buybacks.flatMap((request) => (request.status === 'requested' ? [{ entry, request }] : [])),
      ),
    lapseOf: (facts, { entry, request }) => buybackLapse(facts, entry, request),
    lapse: ({ entry, request: { seasonYear, loss } }, lapse) =>
      createEvent('BuybackWithdrawn', { entryId: entry.id, seasonYear, loss, ...lapse }),
  },
  payment_claim: {
    waiting: (state) =>
      entriesIn(state, state.paymentClaims).flatMap((entry) =>
        entry.paymentClaim === null ? [] : [{ entry, claim: entry.paymentClaim }],
      ),
    lapseOf: (facts, { entry, claim }) => claimLapse(facts, entry, claim),
    lapse: ({ entry }, because) => createEvent('PaymentClaimWithdrawn', { entryId: entry.id, because }),
  },
  email_change: {
    waiting: (state) => [...state.seals.entries()].map(([userId, seal]) => ({ userId, seal })),
    lapseOf: (_facts, { seal }, now) => (now >= seal.until ? 'time' : undefined),
    lapse: ({ userId }) => createEvent('PicksUnsealed', { userId, by: 'expiry' }),
  },
  approval: {
    waiting: (state) => [...state.users.values()].flatMap((user) => (user.isWaiting ? [{ user }] : [])),
    lapseOf: () => undefined,
    lapse: (_request, lapse) => lapse,
  },
}

/** Whether a request may have lapsed through these events. */
export function mayLapse(events: readonly { readonly type: EventType }[]): boolean {
  return events.some((event) => !does(event, 'lapses_nothing'))
}

/** Returns the events that end the requests that are not valid any more. */
export function lapsedRequests(state: PoolState, now: Instant): readonly PoolEvent[] {
  return [...lapsedOf('buyback', state, now), ...lapsedOf('payment_claim', state, now)]
}

/** Returns the events that end the seals that have lasted their time. */
export function endedSeals(state: PoolState, now: Instant): readonly PoolEvent[] {
  return state.seals.isEmpty() ? [] : lapsedOf('email_change', state, now)
}

function lapsedOf<K extends RequestKind>(kind: K, state: PoolState, now: Instant): readonly PoolEvent[] {
  const { waiting, lapseOf, lapse }: Lifecycle<Requests[K], Lapses[K]> = REQUESTS[kind]
  const facts = factsOf(state)
  return [...waiting(state)].flatMap((request) => {
    const why = lapseOf(facts, request, now)
    return why === undefined ? [] : [lapse(request, why)]
  })
}

/** Returns the entry's request of a season that an admin can answer (docs/rules.md §14.3). */
export function openBuyback(state: PoolState, entry: Entry, seasonYear: number | undefined): Buyback | undefined {
  return entry.buybacks.find(
    (request) =>
      request.status === 'requested' && request.seasonYear === seasonYear && lapseOfBuyback(state, entry, request) === undefined,
  )
}

/** Returns the statement that an entry is paid, as long as an admin can answer it. */
export function openClaim(state: PoolState, entry: Entry): PaymentClaim | undefined {
  const claim = entry.paymentClaim
  return claim === null || claimLapse(factsOf(state), entry, claim) !== undefined ? undefined : claim
}

/** Why an entry cannot be bought back in after a loss; undefined while it can. A request is valid exactly as long as it could be made. */
function lapseOfBuyback(state: PoolState, entry: Entry, request: AskedBuyback): BuybackLapse | undefined {
  return buybackLapse(factsOf(state), entry, request)
}

function buybackLapse({ state, isDecided }: Facts, entry: Entry, { seasonYear, loss }: AskedBuyback): BuybackLapse | undefined {
  const season = seasonResults(state, mainContest(seasonYear))
  const record = entryRecord(state, entry, season.contestId)
  const isOver = (currentRound(state)?.seasonYear ?? seasonYear) > seasonYear
  const facts = {
    record,
    season,
    isOver,
    get isDecided() {
      return isDecided(season)
    },
  }
  return lapseOfLoss(facts, ({ paysFor }) => paysFor.some((other) => isSameLoss(other, loss)))
}

/** A statement is about an amount in the books of a season. While a bought-back loss waits for a lock again, that amount is not decided. */
function claimLapse({ state, duesOf }: Facts, entry: Entry, claim: PaymentClaim): ClaimLapse | undefined {
  const { seasonYear, dueCents } = duesOf(entry)
  if (seasonYear !== claim.seasonYear) return 'other_season'
  if (dueCents === claim.cents && dueCents > 0) return undefined
  const isOpen = ({ weekId }: Loss): boolean => state.rounds.get(weekId)?.locked === null
  if (postingsOf(state, entry.id, seasonYear).some((posting) => posting.kind === 'buyback' && posting.waived.some(isOpen)))
    return undefined
  return dueCents === 0 ? 'nothing_due' : 'other_amount'
}

function entriesIn(state: PoolState, index: PoolState['requestedBuybacks']): readonly Entry[] {
  return [...index.entries()].flatMap(([id]: readonly [EntryId, true]) => state.entries.get(id) ?? [])
}

/** Returns what a confirmed buyback costs, and what a requested one would cost. */
export function buybackFee(state: PoolState, { status, seasonYear, feeCents }: Buyback): number {
  return status === 'requested' ? (rulesOf(state, mainContest(seasonYear)).buyback?.feeCents ?? 0) : feeCents
}
