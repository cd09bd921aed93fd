import type { Role } from '../values/roles.ts'
import type { EventData, EventType } from './event-data.ts'
import { EVENTS } from './event-table.ts'
import type { Position, UserId } from '../values/ids.ts'
import type { Instant } from '../values/instant.ts'

export * from './event-data.ts'
export type { SecondReason } from './four-eyes-events.ts'

/** `user-<id>`, `entry-<id>`, `week-<id>`, `week-<id>-picks`, `rankings` or `pool`. */
export type StreamName = `user-${number}` | `entry-${number}` | `week-${number}` | `week-${number}-picks` | 'rankings' | 'pool'

type EventOf<T extends EventType> = T extends EventType
  ? { readonly type: T; readonly stream: StreamName; readonly data: EventData[T] }
  : never

/** An event that is not in the log yet, named in the past tense. */
export type PoolEvent = EventOf<EventType>

/** An event of one or more given types. */
export type EventOfType<T extends EventType> = Extract<PoolEvent, { type: T }>

/** Who caused an event and why. It holds ids only; names belong to the accounts. */
export interface EventMetadata {
  /** The account that acted; null for visitors and for the pool itself (timers, the feed, the command line). */
  readonly actor: UserId | null
  /** `proxy`: a member who picks for the owner of the entry. */
  readonly role: 'member' | 'admin' | Role | 'proxy' | 'visitor' | 'system'
  /** The reason that an admin gave. */
  readonly reason?: string
  /** Shared by all events that one request caused. Clients can choose it. */
  readonly request_id?: string
  /** The account's token for programs that sent the command. */
  readonly program?: Position
}

/** An event's position in the log, its times and its metadata. */
interface EventEnvelope {
  readonly position: Position
  readonly recordedAt: Instant
  readonly siteTime: Instant
  readonly metadata: EventMetadata
}

/** An event that is in the log. */
export type RecordedEvent = PoolEvent & EventEnvelope

/** Creates an event on the stream of its subject. */
export function createEvent<T extends EventType>(type: T, data: EventData[T]): EventOfType<T> {
  return { type, stream: streamOf(type, data as StreamKeys), data } as EventOfType<T>
}

interface StreamKeys {
  readonly userId?: number
  readonly entryId?: number
  readonly weekId?: number
}

/**
 * A proof contains the version of an event in its stream. In the stream of their entry, changes of picks would tell how often a pick that
 * is still hidden changed. All picks of a week become public together, so they share a stream (docs/rules.md §10.1).
 */
function streamOf(type: EventType, keys: StreamKeys): StreamName {
  const { knownTo } = EVENTS[type]
  if (type === 'CurrentWeekSet') return 'pool'
  if (knownTo === 'owner') return 'rankings'
  if (knownTo === 'owner_until_lock' && keys.weekId !== undefined) return `week-${keys.weekId}-picks`
  if (keys.entryId !== undefined) return `entry-${keys.entryId}`
  if (keys.weekId !== undefined) return `week-${keys.weekId}`
  if (keys.userId !== undefined) return `user-${keys.userId}`
  return 'pool'
}
