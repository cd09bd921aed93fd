import type { EventType, EventEnvelope } from '@outlast/domain'
import type { NetChanges } from './row-changes.ts'
import type { ProjectedEvent } from '../log/event-rows.ts'

type Fold<T extends EventType> = (net: NetChanges, event: ProjectedEvent<T>) => void

/**
 * Events whose effect on a row follows from the event alone. A name is null in the log once it was lawfully taken out of it.
 */
const FOLDS = {
  UserRegistered: (net, { data, recordedAt }) =>
    net.users.set(data.userId, { id: data.userId, is_admin: data.isAdmin, created_at: recordedAt }),

  EntryCreated: (net, { data, position, recordedAt }) => {
    net.entryPatches.delete(data.entryId)
    net.entries.set(data.entryId, {
      id: data.entryId,
      user_id: data.userId,
      name: nameOf(data),
      payment_type: null,
      paid_date: null,
      created_at: recordedAt,
      updated_at: recordedAt,
      created_position: position,
      version: position,
    })
  },
  EntryRenamed: (net, { data, ...at }) => net.patchEntry(data.entryId, { name: nameOf(data), ...changed(at) }),
  EntryEliminatedByHand: (net, { data, ...at }) => {
    net.patchEntry(data.entryId, changed(at))
    net.setHand(data.entryId, data.seasonYear, data.weekNumber)
  },
  EntryReinstated: (net, { data, ...at }) => {
    net.patchEntry(data.entryId, changed(at))
    net.setHand(data.entryId, data.seasonYear, null)
    for (const { weekId, team } of data.forgiven) net.waivedLosses.push({ entry_id: data.entryId, week_id: weekId, team })
  },
  PaymentRecorded: (net, { data, ...at }) =>
    net.patchEntry(data.entryId, { payment_type: data.paymentType, paid_date: data.paidDate, ...changed(at) }),
  PaymentReversed: (net, { data, ...at }) =>
    net.patchEntry(data.entryId, { payment_type: null, paid_date: null, ...changed(at) }),

  PickSubmitted: (net, event) => putPick(net, event, false),
  PickOverridden: (net, event) => putPick(net, event, true),
  PickCleared: (net, { data }) => net.clearPick(data.weekId, data.entryId),

  GameScored: (net, { data }) =>
    net.patchGame(data.weekId, data.gameId, {
      status: 'in_progress',
      home_score: data.homeScore,
      away_score: data.awayScore,
      detail: data.detail,
      final_by_admin: false,
      result_at: null,
    }),
  GameStatusChanged: (net, { data }) =>
    net.patchGame(data.weekId, data.gameId, {
      status: data.status,
      home_score: null,
      away_score: null,
      detail: data.detail,
      final_by_admin: false,
      result_at: null,
    }),
  GameFinalized: (net, { data, siteTime }) =>
    net.patchGame(data.weekId, data.gameId, {
      status: 'final',
      home_score: data.homeScore,
      away_score: data.awayScore,
      detail: data.detail,
      result_at: siteTime,
    }),
} satisfies { readonly [T in EventType]?: Fold<T> }

/** Takes an event into the net changes, unless it needs the tables as they stand: then nothing is done and the answer is false. */
export function fold(net: NetChanges, event: ProjectedEvent): boolean {
  const folds: { readonly [type in EventType]?: unknown } = FOLDS
  const handler = folds[event.type] as ((net: NetChanges, event: ProjectedEvent) => void) | undefined
  handler?.(net, event)
  return handler !== undefined
}

/** The types of events that {@link fold} takes. */
export type FoldedType = keyof typeof FOLDS

function nameOf(data: { readonly name: string | null }): string {
  return data.name ?? ''
}

function changed({ position, recordedAt }: Pick<EventEnvelope, 'position' | 'recordedAt'>) {
  return { version: position, updated_at: recordedAt }
}

function putPick(net: NetChanges, event: ProjectedEvent<'PickSubmitted' | 'PickOverridden'>, isOverride: boolean): void {
  const { data, position, recordedAt } = event
  net.putPick({
    week_id: data.weekId,
    entry_id: data.entryId,
    team: data.team,
    is_override: isOverride,
    version: position,
    created_at: recordedAt,
    updated_at: recordedAt,
  })
}
