import {
  createEvent,
  emptyPool,
  type EntryId,
  type EventOfType,
  evolve,
  picksOf,
  type PickEventType,
  type PoolState,
  type Position,
  type RecordedEvent,
  type Slot,
} from '@outlast/domain'
import type { ProvedWeek } from './proved-week.ts'

export type PickEvent = RecordedEvent & EventOfType<PickEventType>

/** A place of a week's Merkle tree, and where the log has its pick; null without one. */
export interface LockLeaf {
  readonly entryId: EntryId
  readonly slot: Slot
  readonly pickPosition: Position | null
}

/**
 * Returns the leaves of a standing lock, in the order of the tree: the places of the entries that were in the week, including those of entries
 * that were deleted since.
 *
 * @param events everything in the log that decides what the lock found: changes of its picks, the week's own stream, and what deleted the entries
 * that are gone
 */
export function leavesAtLock(week: ProvedWeek, events: readonly RecordedEvent[]): readonly LockLeaf[] {
  const { round, lock, slots } = week
  const { data } = lockEvent(week, events)
  const pool = poolAtLock(week, events)
  const absent = new Set(lock.absent)
  const picks = [...pool.entries.values()].flatMap((entry) => picksOf(entry, round.id).map((pick) => ({ entry, pick })))
  const counted = picks.length === data.picks ? picks : picks.filter(({ entry }) => !absent.has(entry.id))
  const places = new Map<EntryId, Map<Slot, Position>>(data.missed.map((id) => [id, new Map()]))
  for (const { entry, pick } of counted)
    places.set(entry.id, (places.get(entry.id) ?? new Map<Slot, Position>()).set(pick.slot, pick.version))
  return [...places]
    .sort(([a], [b]) => a - b)
    .flatMap(([entryId, own]) => slots.map((slot) => ({ entryId, slot, pickPosition: own.get(slot) ?? null })))
}

function lockEvent({ round, lock }: ProvedWeek, events: readonly RecordedEvent[]): EventOfType<'WeekLocked'> {
  const event = events.find(({ position }) => position === lock.position)
  if (event?.type !== 'WeekLocked') throw new Error(`the log has no event ${lock.position}, which locked week ${round.id}`)
  return event
}

/** Folds only what concerns the picks of the week, up to its lock. */
function poolAtLock({ lock, entryIds }: ProvedWeek, events: readonly RecordedEvent[]): PoolState {
  const pool = emptyPool()
  for (const event of events) {
    if (event.position >= lock.position) break
    const id = 'pickId' in event.data ? event.data.entryId : undefined
    // The week's entries are known to exist, so they are added without their own events. Names and owners don't matter here.
    if (id !== undefined && entryIds.has(id) && !pool.entries.has(id))
      evolve(pool, { ...event, ...createEvent('EntryCreated', { entryId: id, userId: 0 as never, name: '' }) })
    evolve(pool, event)
  }
  return pool
}
