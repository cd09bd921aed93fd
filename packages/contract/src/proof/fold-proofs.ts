import {
  emptyPool,
  type EntryId,
  type EventType,
  evolve,
  type Instant,
  parseSlot,
  pickIdOf,
  type PoolState,
  type Position,
  type RecordedEvent,
  type StreamName,
  type TeamAbbr,
  upcast,
  type WeekId,
} from '@outlast/domain'
import type { ProvedEvent, WeekProof } from '../rest/proof.ts'

/**
 * Folds the events of proofs with the same function with which the server folds the log, so that a member who verifies a proof applies the same
 * rules. The leaves of a week count as the picks at its lock.
 * @param forged positions of events that explain nothing, because their content does not produce their hash
 */
export function foldProofs(proofs: readonly WeekProof[], forged: ReadonlySet<number>): PoolState {
  const events = new Map(proofs.flatMap(({ lock, events: others }) => [lock, ...others]).map((event) => [event.position, event]))
  const leaves = new Map(proofs.map((proof) => [proof.position, proof]))
  const state = emptyPool()
  for (const proof of proofs) for (const entryId of entriesOf(proof)) evolve(state, created(proof, entryId))
  for (const event of inOrder([...events.values()].filter(({ position }) => !forged.has(position)))) {
    const locking = leaves.get(event.position)
    if (locking !== undefined) for (const earlier of [...slotsAtLock(locking), ...picksAtLock(locking)]) evolve(state, earlier)
    evolve(state, recorded(event))
  }
  return state
}

/** The rules of the season come first: they apply to all its weeks, whenever they were chosen. */
function inOrder(events: readonly ProvedEvent[]): readonly ProvedEvent[] {
  const rank = ({ type }: ProvedEvent): number => (type === 'PoolRulesChanged' ? 0 : 1)
  return [...events].sort((a, b) => rank(a) - rank(b) || a.position - b.position)
}

/** The entries that the proof is about. Their creation is in it only where it explains something. */
function entriesOf({ leaves, events, out }: WeekProof): number[] {
  const named = events.flatMap(({ data }) => (typeof data['entryId'] === 'number' ? [data['entryId']] : []))
  return [...leaves.map(({ entry_id }) => entry_id), ...named, ...out]
}

function created(proof: WeekProof, entryId: number): RecordedEvent {
  return recorded({ ...proof.lock, type: 'EntryCreated', schema_version: 1, position: 0, data: { entryId, userId: 0, name: '' } })
}

/** Each entry has a leaf for each slot. The rules alone do not say how many a week had: an admin may have chosen, or they changed since. */
function slotsAtLock(proof: WeekProof): RecordedEvent[] {
  if (proof.leaves.length === 0) return []
  const data = { weekId: proof.week_id as WeekId, picks: Math.max(...proof.leaves.map(({ slot = 1 }) => slot)) }
  return [recorded({ ...proof.lock, type: 'PicksOfWeekSet', schema_version: 1, data })]
}

function picksAtLock(proof: WeekProof): RecordedEvent[] {
  return proof.leaves.flatMap(({ entry_id, slot, team_abbr, nonce, commitment }) => {
    if (team_abbr === null) return []
    const [entryId, weekId] = [entry_id as EntryId, proof.week_id as WeekId]
    const data = {
      pickId: pickIdOf(entryId, weekId, parseSlot(slot ?? 1) ?? 1),
      entryId,
      weekId,
      team: team_abbr as TeamAbbr,
      nonce,
      commitment,
    }
    return [recorded({ ...proof.lock, type: 'PickSubmitted', schema_version: 1, data })]
  })
}

/** @throws UnknownEventVersion for an event that a newer version of the code wrote */
function recorded({
  position,
  type,
  schema_version,
  data,
  metadata,
  recorded_at,
  site_time,
  stream,
}: ProvedEvent): RecordedEvent {
  return {
    type: type as EventType,
    stream: stream as StreamName,
    data: upcast(type, schema_version, data),
    position: position as Position,
    metadata: metadata as RecordedEvent['metadata'] & ProvedEvent['metadata'],
    recordedAt: recorded_at as Instant,
    siteTime: site_time as Instant,
  } as RecordedEvent
}
