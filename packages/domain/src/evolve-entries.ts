import { type EventData, type EventOfType, isSameLoss, type RecordedEvent } from './events.ts'
import type { EntryId } from './ids.ts'
import type { Instant } from './instant.ts'
import { chargePickChange } from './pick-budget.ts'
import type { Buyback, Entry, Pick, PoolState } from './state.ts'

/** Returns an entry as it is when it is created. */
export function newEntry({ data, position, recordedAt }: EventOfType<'EntryCreated'> & RecordedEvent): Entry {
  return {
    id: data.entryId,
    userId: data.userId,
    name: data.name,
    createdAt: recordedAt,
    createdPosition: position,
    updatedAt: recordedAt,
    version: position,
    payment: null,
    paymentClaim: null,
    eliminatedByHand: [],
    waivedLosses: [],
    missedWeeks: [],
    picks: [],
    pickBudgetFullAt: null,
    ranking: [],
    rankingVersion: null,
    buybacks: [],
    renewals: [],
    namePositions: [position],
  }
}

/** Adds or replaces an entry's pick for a week. */
export function putPick(
  state: PoolState,
  event: EventOfType<'PickSubmitted' | 'PickOverridden' | 'PickAssigned'> & RecordedEvent,
): void {
  const { pickId, entryId, weekId, team, commitment } = event.data
  const entry = state.entries.get(entryId)
  if (entry === undefined) return
  const held = entry.picks.find((other) => other.weekId === weekId)
  const createdAt = held?.createdAt ?? event.recordedAt
  const assignedBy = event.type === 'PickAssigned' ? event.data.rule : null
  const byMember = isMembersChoice(event, held)
  const pick: Pick = { id: pickId, weekId, team, commitment, byMember, assignedBy, createdAt, version: event.position }
  const pickBudgetFullAt =
    event.type === 'PickSubmitted' && held !== undefined ? budgetAfter(entry, event) : entry.pickBudgetFullAt
  state.entries.set(entryId, { ...entry, picks: [...entry.picks.filter((other) => other !== held), pick], pickBudgetFullAt })
}

/** Only changes by the owner count, so that others cannot use up the budget. */
export function budgetAfter({ userId, pickBudgetFullAt }: Entry, { metadata, recordedAt }: RecordedEvent): Instant | null {
  return metadata.actor === userId ? chargePickChange(pickBudgetFullAt, recordedAt) : pickBudgetFullAt
}

function isMembersChoice(
  event: EventOfType<'PickSubmitted' | 'PickOverridden' | 'PickAssigned'>,
  held: Pick | undefined,
): boolean {
  if (event.type === 'PickSubmitted') return true
  if (event.type === 'PickAssigned') return event.data.rule === 'my_list'
  return event.data.source === 'override' && held?.byMember === true
}

/** Replaces the entry's ranking. The first teams cost nothing of the owner's budget, as an entry's first pick of a week does. */
export function putRanking(state: PoolState, event: EventOfType<'RankingSet'> & RecordedEvent): void {
  const entry = state.entries.get(event.data.entryId)
  if (entry === undefined) return
  const pickBudgetFullAt = entry.ranking.length === 0 ? entry.pickBudgetFullAt : budgetAfter(entry, event)
  state.entries.set(entry.id, { ...entry, ranking: event.data.teams, rankingVersion: event.position, pickBudgetFullAt })
}

/** Replaces the entry's buyback for the same loss, or adds it. */
export function putBuyback(
  state: PoolState,
  event: { readonly data: EventData['BuybackRequested']; readonly recordedAt: Instant },
  status: Buyback['status'],
  feeCents = 0,
): void {
  const { entryId, seasonYear, loss } = event.data
  const entry = state.entries.get(entryId)
  if (entry === undefined) return
  const earlier = entry.buybacks.find((other) => isSameLoss(other.loss, loss))
  const askedAt = status === 'requested' ? event.recordedAt : (earlier?.askedAt ?? event.recordedAt)
  const others = entry.buybacks.filter((other) => other !== earlier)
  state.entries.set(entryId, { ...entry, buybacks: [...others, { seasonYear, loss, status, feeCents, askedAt }] })
  if (status === 'requested') state.requestedBuybacks.set(entryId, true)
  else state.requestedBuybacks.delete(entryId)
}

export function patchEntry(state: PoolState, id: EntryId, change: (entry: Entry) => Partial<Entry>): void {
  const entry = state.entries.get(id)
  if (entry !== undefined) state.entries.set(id, { ...entry, ...change(entry) })
}

export type EntryEvent = RecordedEvent & { readonly data: { readonly entryId: EntryId } }

/** Changes an entry itself, which also changes its version. Changes of its picks do not. */
export function amendEntry(state: PoolState, event: EntryEvent, change: (entry: Entry) => Partial<Entry>): void {
  const touched = { version: event.position, updatedAt: event.recordedAt }
  patchEntry(state, event.data.entryId, (entry) => ({ ...change(entry), ...touched }))
}

/** Lets losses count again. The events before have taken back everything else. */
export function unwaiveLosses(state: PoolState, { data: { entryId, unwaived = [] } }: EventOfType<'ActionUndone'>): void {
  if (entryId === undefined || unwaived.length === 0) return
  patchEntry(state, entryId, ({ waivedLosses }) => ({
    waivedLosses: waivedLosses.filter((loss) => !unwaived.some((other) => isSameLoss(loss, other))),
  }))
}
