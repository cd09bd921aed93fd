import { type ParsedTopic, parseTopic, type Topic } from '@outlast/contract/live/topics'
import type { Concern, Touch } from './concerns.ts'
import { Ring } from './ring.ts'

/** A room nobody is in any more is kept this long: a connection that was cut comes back to it. */
const KEPT_EMPTY_MS = 60_000
/** What says only that somebody has picked waits, so that a thousand picks are a few messages. */
const LAZY_MS = 250
/** Beyond this a snapshot is cheaper than what happened. */
const MAX_PENDING = 5_000

/** What happened to a topic and was not sent yet. */
interface Pending {
  readonly position: number
  readonly touches: readonly Touch[]
}

/** A topic that somebody watches on this process. */
export class Room {
  readonly topic: Topic
  readonly parsed: ParsedTopic
  readonly ring = new Ring()
  /** The version that members have once they took every message. */
  emitted: number
  members = 0
  emptySinceMs = 0
  /** When the last message was sent. */
  sentMs = -Infinity
  #pending: Pending[] = []
  #isUrgent = false

  constructor(topic: Topic, parsed: ParsedTopic, emitted: number) {
    this.topic = topic
    this.parsed = parsed
    this.emitted = emitted
  }

  note(position: number, touches: readonly Touch[]): void {
    this.#isUrgent ||= !touches.every(isLazy)
    const isTooMuch = this.#pending.length >= MAX_PENDING
    if (isTooMuch) this.#pending = []
    this.#pending.push({ position, touches: isTooMuch ? [{ what: 'reset' }] : touches })
  }

  /** When there is something to send: in milliseconds of the clock, or never. */
  get dueMs(): number {
    if (this.#pending.length === 0) return Infinity
    return this.#isUrgent ? -Infinity : this.sentMs + LAZY_MS
  }

  /** What happened up to a position. */
  pendingAt(position: number): { readonly to: number; readonly touches: readonly Touch[] } | undefined {
    const until = this.#pending.findLastIndex((pending) => pending.position <= position)
    const last = this.#pending[until]
    if (last === undefined) return undefined
    return { to: last.position, touches: this.#pending.slice(0, until + 1).flatMap((pending) => pending.touches) }
  }

  /** Everything up to a version was sent. */
  sent(to: number, nowMs: number): void {
    this.#pending = this.#pending.filter((pending) => pending.position > to)
    this.#isUrgent = this.#pending.some((pending) => !pending.touches.every(isLazy))
    this.emitted = to
    this.sentMs = nowMs
  }
}

const isLazy = (touch: Touch): boolean => touch.what === 'pick_count' || touch.what === 'picked'

/** The topics that are watched on this process. Only they cost anything when something happens. */
export class Rooms {
  readonly #rooms = new Map<Topic, Room>()

  get(topic: Topic): Room | undefined {
    return this.#rooms.get(topic)
  }

  get size(): number {
    return this.#rooms.size
  }

  [Symbol.iterator](): IterableIterator<Room> {
    return this.#rooms.values()
  }

  /** Takes a member in. @param version the topic's version now, for a room that is new */
  enter(topic: Topic, version: number): Room {
    const room = this.#rooms.get(topic) ?? this.#open(topic, version)
    room.members += 1
    return room
  }

  leave(topic: Topic, nowMs: number): void {
    const room = this.#rooms.get(topic)
    if (room === undefined) return
    room.members -= 1
    if (room.members <= 0) room.emptySinceMs = nowMs
  }

  /** Takes note of an event, for the rooms that it concerns. */
  note(position: number, concerns: readonly Concern[]): void {
    for (const { topic, touches } of concerns) this.#rooms.get(topic)?.note(position, touches)
  }

  /** Forgets rooms that have been empty for a while. */
  sweep(nowMs: number): void {
    for (const [topic, room] of this.#rooms) {
      if (room.members <= 0 && nowMs - room.emptySinceMs >= KEPT_EMPTY_MS) this.#rooms.delete(topic)
    }
  }

  #open(topic: Topic, version: number): Room {
    const parsed = parseTopic(topic)
    if (parsed === undefined) throw new RangeError(`not a topic: ${topic}`)
    const room = new Room(topic, parsed, version)
    this.#rooms.set(topic, room)
    return room
  }
}
