import { type ParsedTopic, parseTopic, type Topic } from '@outlast/contract/live/topics'
import type { ChangesMessage, ResetMessage } from '@outlast/contract/live/wire'
import type { ClientConnection } from './client-connection.ts'
import type { AffectedTopic, Invalidation } from './invalidation.ts'
import { RecentChanges } from './recent-changes.ts'
import { encodeFrame } from './websocket-frame.ts'

/** How long a topic without subscribers is kept for clients that reconnect. */
const KEEP_EMPTY_MS = 60_000
/** Counts of picks are sent at most this often, so that a thousand picks cause a few messages. */
const COUNT_INTERVAL_MS = 250
/** Beyond this number of pending events, the whole view is cheaper than its changes. */
const MAX_PENDING = 5_000

/** A connection that subscribes to a topic. Tests replace it. */
export type Subscriber = Pick<ClientConnection, 'send'>

interface PendingInvalidations {
  readonly position: number
  readonly invalidations: readonly Invalidation[]
}

/** A topic with subscribers on this process. */
export class SubscribedTopic {
  readonly topic: Topic
  readonly parsed: ParsedTopic
  readonly subscribers = new Set<Subscriber>()
  readonly recent = new RecentChanges()
  /** The version that subscribers have after applying every message so far. */
  publishedVersion: number
  emptySinceMs = 0
  publishedAtMs = -Infinity
  #pending: PendingInvalidations[] = []
  #isUrgent = false

  constructor(topic: Topic, parsed: ParsedTopic, version: number) {
    this.topic = topic
    this.parsed = parsed
    this.publishedVersion = version
  }

  invalidate(position: number, invalidations: readonly Invalidation[]): void {
    this.#isUrgent ||= !invalidations.every(mayWait)
    if (invalidations.some(({ kind }) => kind === 'forget')) this.recent.clear()
    const isTooMuch = this.#pending.length >= MAX_PENDING
    if (isTooMuch) this.#pending = []
    this.#pending.push({ position, invalidations: isTooMuch ? [{ kind: 'reset' }] : invalidations })
  }

  /** When the next message is due, in milliseconds of the clock: -Infinity for now, Infinity if nothing is pending. */
  get dueMs(): number {
    if (this.#pending.length === 0) return Infinity
    return this.#isUrgent ? -Infinity : this.publishedAtMs + COUNT_INTERVAL_MS
  }

  /** Returns what is pending up to a position. */
  pendingAt(position: number): { readonly to: number; readonly invalidations: readonly Invalidation[] } | undefined {
    const until = this.#pending.findLastIndex((pending) => pending.position <= position)
    const last = this.#pending[until]
    if (last === undefined) return undefined
    return { to: last.position, invalidations: this.#pending.slice(0, until + 1).flatMap((pending) => pending.invalidations) }
  }

  /** Returns whether an event after a position forbids sending what the topic contained before. */
  isForgottenAfter(position: number): boolean {
    return this.#pending.some(
      (pending) => pending.position > position && pending.invalidations.some(({ kind }) => kind === 'forget'),
    )
  }

  publish(message: ChangesMessage, nowMs: number): void {
    this.#send('changes', message, message.to, nowMs)
    this.recent.push(message, nowMs)
  }

  /** Tells subscribers to fetch the view. */
  publishReset(to: number, nowMs: number): void {
    this.#send('reset', { topic: this.topic, to } satisfies ResetMessage, to, nowMs)
  }

  /** Encodes a message once for all subscribers. */
  #send(event: string, message: object, to: number, nowMs: number): void {
    const frame = encodeFrame(event, message)
    for (const subscriber of this.subscribers) subscriber.send(frame)
    this.#pending = this.#pending.filter((pending) => pending.position > to)
    this.#isUrgent = this.#pending.some((pending) => !pending.invalidations.every(mayWait))
    this.publishedVersion = to
    this.publishedAtMs = nowMs
  }
}

const mayWait = ({ kind }: Invalidation): boolean => kind === 'pick_count' || kind === 'picked'

/** Holds the topics that have subscribers on this process. An event that affects none of them costs nothing. */
export class SubscriptionRegistry {
  readonly #topics = new Map<Topic, SubscribedTopic>()

  get(topic: Topic): SubscribedTopic | undefined {
    return this.#topics.get(topic)
  }

  get size(): number {
    return this.#topics.size
  }

  [Symbol.iterator](): IterableIterator<SubscribedTopic> {
    return this.#topics.values()
  }

  /** @param version the topic's current version, used if the topic had no subscribers */
  subscribe(topic: Topic, subscriber: Subscriber, version: number): SubscribedTopic {
    const subscribed = this.#topics.get(topic) ?? this.#add(topic, version)
    subscribed.subscribers.add(subscriber)
    return subscribed
  }

  unsubscribe(topic: Topic, subscriber: Subscriber, nowMs: number): void {
    const subscribed = this.#topics.get(topic)
    if (subscribed?.subscribers.delete(subscriber) === true && subscribed.subscribers.size === 0) {
      subscribed.emptySinceMs = nowMs
    }
  }

  /** Records an event for the topics that it affects. */
  invalidate(position: number, affectedTopics: readonly AffectedTopic[]): void {
    for (const { topic, invalidations } of affectedTopics) this.#topics.get(topic)?.invalidate(position, invalidations)
  }

  /** Removes topics that have had no subscribers for a while. */
  sweep(nowMs: number): void {
    for (const [topic, { subscribers, emptySinceMs }] of this.#topics) {
      if (subscribers.size === 0 && nowMs - emptySinceMs >= KEEP_EMPTY_MS) this.#topics.delete(topic)
    }
  }

  #add(topic: Topic, version: number): SubscribedTopic {
    const parsed = parseTopic(topic)
    if (parsed === undefined) throw new RangeError(`not a topic: ${topic}`)
    const subscribed = new SubscribedTopic(topic, parsed, version)
    this.#topics.set(topic, subscribed)
    return subscribed
  }
}
