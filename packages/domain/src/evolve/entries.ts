import { entryPicks, hasPick, type Pick, pickAt, picksOf, withPick, withPicks } from '../state/entry-picks.ts'
import type { EventsThat } from '../events/event-table.ts'
import { type EventMetadata, type EventOfType, type EventType, isSameLoss, type RecordedEvent } from '../events/events.ts'
import { type EntryId, parsePickId, type WeekId } from '../values/ids.ts'
import type { Instant } from '../values/instant.ts'
import { chargePickChange } from '../state/pick-budget.ts'
import { patchRound } from './patches.ts'
import { type Entry, gamesOf, type PickMaker, type PoolState, type Round, type VoidPlan, type WeekLock } from '../state/state.ts'
import { teamsWithoutGame } from '../values/game-life.ts'

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
    picks: entryPicks([]),
    assigned: [],
    voidPlans: [],
    pickBudgetFullAt: null,
    ranking: [],
    rankingVersion: null,
    buybacks: [],
    renewals: [],
    namePositions: [position],
    refusedOverride: null,
  }
}

/** Adds or replaces an entry's pick in a slot of a week. */
export function putPick(state: PoolState, event: EventOfType<EventsThat<'sets_pick'>> & RecordedEvent): void {
  const { pickId, entryId, weekId, team, commitment } = event.data
  const entry = state.entries.get(entryId)
  if (entry === undefined) return
  const { slot } = parsePickId(pickId)
  const held = pickAt(entry, weekId, slot)
  const createdAt = held?.createdAt ?? event.recordedAt
  const assignedBy = event.type === 'PickAssigned' ? event.data.rule : null
  const byMember = isMembersChoice(event, held)
  const madeBy = makerOf(event)
  const pick: Pick = {
    id: pickId,
    weekId,
    slot,
    team,
    commitment,
    byMember,
    assignedBy,
    createdAt,
    updatedAt: event.recordedAt,
    version: event.position,
    isOverride: event.type === 'PickOverridden',
    ...(madeBy && { madeBy }),
  }
  const pickBudgetFullAt =
    event.type === 'PickSubmitted' && held !== undefined ? budgetAfter(entry, event) : entry.pickBudgetFullAt
  const picks = withPick(entry, weekId, slot, pick)
  const place = { weekId, slot }
  const assigned =
    assignedBy === null ? entry.assigned : [...exceptAt(place, entry.assigned), { ...place, team, rule: assignedBy }]
  noteAbsence(state, entry, weekId)
  state.entries.set(entryId, { ...entry, picks, assigned, pickBudgetFullAt })
}

/** Returns who made a member's pick, if not its owner in person: the only place that reads it from the log. */
export function makerOf({
  type,
  metadata,
}: {
  readonly type: EventType
  readonly metadata: EventMetadata
}): PickMaker | undefined {
  const { actor, role, program } = metadata
  if (type !== 'PickSubmitted' && type !== 'PickCleared') return undefined
  const proxy = role === 'proxy' && actor !== null ? { proxy: actor } : {}
  if (role !== 'proxy' && program === undefined) return undefined
  return { ...proxy, ...(program !== undefined && { program: true as const }) }
}

/** An entry that gets its first pick after the lock, and did not miss the week, was not in it (docs/rules.md §6.1). */
function noteAbsence(state: PoolState, entry: Entry, weekId: WeekId): void {
  const locked = state.rounds.get(weekId)?.locked
  if (!locked || hasPickOrMissed(entry, weekId, locked) || hadPickAt(entry, locked)) return
  const absent = [...locked.absent.filter((id) => id !== entry.id), entry.id]
  patchRound(state, weekId, () => ({ locked: { ...locked, absent } }))
}

/** Whether an entry lost a pick that it had when the week locked, because its team turned out to have no game (docs/rules.md §3.10). */
const hadPickAt = ({ voidPlans }: Entry, lock: WeekLock): boolean => voidPlans.some(({ late }) => late?.lock === lock.position)

/** Whether an entry has a pick in a locked week, or missed it. */
export function hasPickOrMissed(entry: Entry, id: WeekId, locked: WeekLock | null): boolean {
  return hasPick(entry, id) || entry.missedWeeks.some(({ weekId, lock }) => weekId === id && lock === locked?.position)
}

/** Removes an entry's pick. A plan that is void may become a pick again. */
export function clearPick(state: PoolState, event: EventOfType<'PickCleared'> & RecordedEvent): void {
  const { pickId, entryId, weekId, usedIn, noGame } = event.data
  const place = { weekId, slot: parsePickId(pickId).slot }
  const lock = state.rounds.get(weekId)?.locked?.position
  const isMissed = event.data.unmissed !== true
  patchEntry(state, entryId, (entry) => {
    const held = pickAt(entry, weekId, place.slot)
    const picks = withPick(entry, weekId, place.slot)
    const missedWeeks = lock === undefined || !isMissed ? entry.missedWeeks : [...entry.missedWeeks, { weekId, lock }]
    if (usedIn !== undefined || noGame === true) {
      const others = exceptAt(place, entry.voidPlans)
      const late = usedIn === undefined && lock !== undefined ? { lock, isMissed } : undefined
      const voidPlans = held === undefined ? others : [...others, late === undefined ? held : { ...held, late }]
      return late === undefined ? { picks, voidPlans } : { picks, voidPlans, missedWeeks }
    }
    const pickBudgetFullAt = budgetAfter(entry, event)
    if (lock === undefined) return { picks, pickBudgetFullAt }
    // A pick that is removed after the lock counts as missed (docs/rules.md §3.5), and no later lock gives it back.
    return { picks, pickBudgetFullAt, missedWeeks, assigned: exceptAt(place, entry.assigned) }
  })
}

/** Makes a pick that counted as missed since the lock a pick again, as it was. */
export function restorePick(state: PoolState, { data }: EventOfType<'PickRestored'> & RecordedEvent): void {
  const { weekId } = data
  const { slot } = parsePickId(data.pickId)
  patchEntry(state, data.entryId, (entry) => {
    const plan = entry.voidPlans.find((other) => other.weekId === weekId && other.slot === slot)
    if (plan === undefined) return {}
    const voidPlans = entry.voidPlans.filter((other) => other !== plan)
    const missed = plan.late?.isMissed === true ? entry.missedWeeks.findLast(({ lock }) => lock === plan.late?.lock) : undefined
    return {
      picks: withPicks(entry, [asPick(plan)]),
      voidPlans,
      missedWeeks: entry.missedWeeks.filter((other) => other !== missed),
    }
  })
}

function asPick(plan: VoidPlan): Pick {
  const { late: _, ...pick } = plan
  return pick
}

/**
 * Makes plans that did not stand picks again when their week reopens, unless another pick than an automatic one has replaced them since, or
 * their game has moved to another week (docs/rules.md §4.11). Automatic ones are given back by the next lock.
 */
export function restoreVoidPlans(state: PoolState, { id: weekId, scheduleId, weekNumber }: Round): void {
  const gone = new Set<string>(teamsWithoutGame(gamesOf(state, { scheduleId }), weekNumber).left)
  for (const entry of state.entries.values()) {
    const plans = entry.voidPlans.filter((plan) => plan.weekId === weekId && !gone.has(plan.team))
    if (plans.length === 0) continue
    const isReplaced = ({ slot, team }: Pick) =>
      pickAt(entry, weekId, slot)?.assignedBy === null ||
      picksOf(entry, weekId).some((pick) => pick.assignedBy === null && pick.team === team)
    const restored = plans.filter((plan) => plan.assignedBy === null && !isReplaced(plan)).map(asPick)
    const voidPlans = entry.voidPlans.filter((plan) => !plans.includes(plan))
    state.entries.set(entry.id, { ...entry, picks: withPicks(entry, restored), voidPlans })
  }
}

type Place = Readonly<Record<'weekId' | 'slot', number>>

function exceptAt<T extends Place>({ weekId, slot }: Place, facts: readonly T[]): readonly T[] {
  return facts.filter((fact) => fact.weekId !== weekId || fact.slot !== slot)
}

/** Only changes by the owner count, so that others cannot use up the budget. */
function budgetAfter({ userId, pickBudgetFullAt }: Entry, { metadata, recordedAt }: RecordedEvent): Instant | null {
  return metadata.actor === userId ? chargePickChange(pickBudgetFullAt, recordedAt) : pickBudgetFullAt
}

function isMembersChoice(event: EventOfType<EventsThat<'sets_pick'>>, held: Pick | undefined): boolean {
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
export function unwaiveLosses(state: PoolState, event: EventOfType<'ActionUndone'> & RecordedEvent): void {
  const { entryId, unwaived = [] } = event.data
  if (entryId === undefined || unwaived.length === 0) return
  patchEntry(state, entryId, ({ waivedLosses }) => ({
    waivedLosses: waivedLosses.filter((loss) => !unwaived.some((other) => isSameLoss(loss, other))),
    version: event.position,
    updatedAt: event.recordedAt,
  }))
}
