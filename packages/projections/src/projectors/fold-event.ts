import { toLapsed } from '@outlast/contract/buyback'
import { type EventEnvelope, type EventsThat, type EventType, type GameOrigin, parsePickId, type PickId } from '@outlast/domain'
import type { BuybackRow } from '../tables/rows.ts'
import type { RowChanges } from './row-changes.ts'
import type { ProjectedEvent } from '../log/event-rows.ts'

type Fold<T extends EventType> = (changes: RowChanges, event: ProjectedEvent<T>) => void

/** Events whose effect on a row follows from the event alone. A name is null in the log after its redaction. */
const FOLDS = {
  UserRegistered: (changes, { data, recordedAt }) =>
    changes.users.set(data.userId, {
      id: data.userId,
      is_admin: data.isAdmin,
      password_chosen_by_admin: false,
      is_waiting: data.waiting === true,
      sealed_since: null,
      sealed_until: null,
      sealed_before: null,
      created_at: recordedAt,
    }),

  EntryCreated: (changes, { data, position, recordedAt }) => {
    changes.entryPatches.delete(data.entryId)
    changes.entries.set(data.entryId, {
      id: data.entryId,
      user_id: data.userId,
      name: nameOf(data),
      payment_type: null,
      paid_date: null,
      payment_claimed_at: null,
      created_at: recordedAt,
      updated_at: recordedAt,
      created_position: position,
      version: position,
      refused_override: null,
    })
  },
  EntryRenamed: (changes, { data, ...at }) => changes.patchEntry(data.entryId, { name: nameOf(data), ...changedAt(at) }),
  EntryEliminatedByHand: (changes, { data, ...at }) => {
    changes.patchEntry(data.entryId, changedAt(at))
    changes.setHandElimination(data.entryId, data.seasonYear, data.weekNumber)
  },
  EntryReinstated: (changes, { data, ...at }) => {
    changes.patchEntry(data.entryId, changedAt(at))
    changes.setHandElimination(data.entryId, data.seasonYear, null)
    for (const { weekId, team } of data.forgiven) changes.waivedLosses.push({ entry_id: data.entryId, week_id: weekId, team })
  },
  EntryRenewed: (changes, { data, ...at }) => {
    changes.patchEntry(data.entryId, { payment_type: null, paid_date: null, payment_claimed_at: null, ...changedAt(at) })
    changes.renewals.push({ entry_id: data.entryId, season_year: data.seasonYear, position: at.position })
  },
  PaymentRecorded: (changes, { data, ...at }) =>
    changes.patchEntry(data.entryId, {
      payment_type: data.paymentType,
      paid_date: data.paidDate,
      payment_claimed_at: null,
      ...changedAt(at),
    }),
  PaymentReversed: (changes, { data, ...at }) =>
    changes.patchEntry(data.entryId, { payment_type: null, paid_date: null, ...changedAt(at) }),
  BalancePaid: (changes, { data, ...at }) => changes.patchEntry(data.entryId, { payment_claimed_at: null, ...changedAt(at) }),
  PartPaymentRecorded: (changes, { data, ...at }) => changes.patchEntry(data.entryId, changedAt(at)),
  // Not a change of the entry's version, so that a claim never conflicts with what an admin edits meanwhile.
  PaymentClaimed: (changes, { data, recordedAt }) => changes.patchEntry(data.entryId, { payment_claimed_at: recordedAt }),
  PaymentClaimWithdrawn: (changes, { data }) => changes.patchEntry(data.entryId, { payment_claimed_at: null }),
  PaymentClaimDeclined: (changes, { data }) => changes.patchEntry(data.entryId, { payment_claimed_at: null }),

  OverrideRefused: (changes, { data, position, recordedAt }) =>
    changes.patchEntry(data.entryId, {
      refused_override: { position, week_id: data.weekId, recorded_at: recordedAt },
    }),
  PickSubmitted: putPick,
  PickOverridden: putPick,
  PickAssigned: putPick,
  PickCleared: (changes, { data }) => changes.clearPick(keyOf(data), data.unmissed !== true),
  // Its week is open again, so the entry has not missed it.
  AssignedPickWithdrawn: (changes, { data }) => changes.withdrawPick(keyOf(data)),
  RankingSet: (changes, { data, position }) =>
    changes.rankings.set(data.entryId, { entry_id: data.entryId, version: position, teams: data.teams }),

  BuybackRequested: (changes, event) => putBuyback(changes, event, { status: 'requested' }),
  BuybackConfirmed: (changes, event) => {
    const { entryId, waived, feeCents } = event.data
    putBuyback(changes, event, { status: 'confirmed', fee_cents: feeCents })
    for (const { weekId, team } of waived) changes.waivedLosses.push({ entry_id: entryId, week_id: weekId, team })
  },
  BuybackDeclined: (changes, event) => putBuyback(changes, event, { status: 'declined' }),
  BuybackWithdrawn: (changes, event) => {
    const { because, week_number: week } = toLapsed(event.data)
    putBuyback(changes, event, { status: 'withdrawn', lapsed_because: because, lapsed_week: week })
  },

  GameScored: (changes, { data, metadata }) =>
    changes.patchGame(data.weekId, data.gameId, {
      status: 'in_progress',
      home_score: data.homeScore,
      away_score: data.awayScore,
      detail: data.detail,
      final_by_admin: false,
      result_at: null,
      phase: data.phase ?? null,
      ...decidedBy(data, metadata),
    }),
  GameMoved: (changes, { data }) =>
    changes.patchGame(data.weekId, data.gameId, {
      status: 'postponed',
      home_score: null,
      away_score: null,
      detail: null,
      final_by_admin: false,
      result_at: null,
      phase: 'moved',
      by_hand: false,
    }),
  GameStatusChanged: (changes, { data, metadata }) =>
    changes.patchGame(data.weekId, data.gameId, {
      status: data.status,
      home_score: null,
      away_score: null,
      detail: data.detail,
      final_by_admin: false,
      result_at: null,
      phase: data.phase ?? null,
      ...decidedBy(data, metadata),
    }),
  UnreadGamesChanged: (changes, { data }) => {
    for (const { gameId, unread, isResultUnread } of data.games) {
      changes.patchGame(data.weekId, gameId, { unread, result_unread: isResultUnread ?? false })
    }
  },
  GameFinalized: (changes, { data, metadata, siteTime }) =>
    changes.patchGame(data.weekId, data.gameId, {
      status: 'final',
      home_score: data.homeScore,
      away_score: data.awayScore,
      detail: data.detail,
      result_at: siteTime,
      phase: null,
      ...decidedBy(data, metadata),
    }),
  GameReturnedToFeed: (changes, { data }) =>
    changes.patchGame(data.weekId, data.gameId, { by_hand: false, final_by_admin: false }),
} satisfies { readonly [T in EventType]?: Fold<T> }

/** Once an admin has decided about a game, what the feed said unreadably does not matter. */
export function decidedBy({ origin }: { readonly origin?: GameOrigin }, { actor, reason }: ProjectedEvent['metadata']) {
  if (origin !== 'hand') return {}
  return { by_hand: true, hand_actor: actor ?? null, hand_reason: reason ?? null, unread: [], result_unread: false }
}

/** Adds an event to the row changes and returns true, unless its effect depends on the tables' content: then returns false. */
export function foldEvent(changes: RowChanges, event: ProjectedEvent): boolean {
  // The row of a void plan is moved, not deleted.
  if (event.type === 'PickCleared' && (event.data.usedIn !== undefined || event.data.noGame === true)) return false
  const folds: { readonly [type in EventType]?: unknown } = FOLDS
  const handler = folds[event.type] as ((changes: RowChanges, event: ProjectedEvent) => void) | undefined
  handler?.(changes, event)
  return handler !== undefined
}

/** The types of events that {@link foldEvent} handles. */
export type FoldedType = keyof typeof FOLDS

function nameOf(data: { readonly name: string | null }): string {
  return data.name ?? ''
}

function changedAt({ position, recordedAt }: Pick<EventEnvelope, 'position' | 'recordedAt'>) {
  return { version: position, updated_at: recordedAt }
}

function keyOf({ pickId }: { readonly pickId: PickId }) {
  const { weekId, entryId, slot } = parsePickId(pickId)
  return { week_id: weekId, entry_id: entryId, slot }
}

function putPick(changes: RowChanges, event: ProjectedEvent<EventsThat<'sets_pick'>>): void {
  const { data, position, recordedAt } = event
  changes.putPick({
    ...keyOf(data),
    team: data.team,
    is_override: event.type === 'PickOverridden',
    is_auto: event.type === 'PickAssigned',
    by_member: isMembersChoice(event),
    version: position,
    created_at: recordedAt,
    updated_at: recordedAt,
  })
}

/** Null for an override: it reveals what the pick that it replaces reveals. */
function isMembersChoice(event: ProjectedEvent<EventsThat<'sets_pick'>>): boolean | null {
  if (event.type === 'PickOverridden') return event.data.source === 'override' ? null : false
  return event.type === 'PickSubmitted' || event.data.rule === 'my_list'
}

function putBuyback(
  changes: RowChanges,
  { data, recordedAt }: Pick<ProjectedEvent<'BuybackRequested'>, 'data' | 'recordedAt'>,
  change: Pick<BuybackRow, 'status'> & Partial<BuybackRow>,
): void {
  changes.putBuyback({
    entry_id: data.entryId,
    season_year: data.seasonYear,
    week_id: data.loss.weekId,
    team: data.loss.team,
    fee_cents: 0,
    asked_at: recordedAt,
    answered_at: change.status === 'requested' ? null : recordedAt,
    lapsed_because: null,
    lapsed_week: null,
    ...change,
  })
}
