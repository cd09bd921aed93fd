import { TOPICS } from '@outlast/contract/live/topics'
import type { ChangesMessage } from '@outlast/contract/live/wire'
import type { Logger } from 'pino'
import type { Follower } from '../pool/follower.ts'
import { buildChanges, changesFromEvents } from './topic-reads.ts'
import { MergedInvalidations } from './merged-invalidations.ts'
import type { SubscribedTopic, SubscriptionRegistry } from './subscriptions.ts'
import type { ViewQueries, ViewReader } from './view-reader.ts'

/** The minimum time between two reads under continuous writes. A reveal does not wait. */
const READ_INTERVAL_MS = 20
/** The maximum number of user topics in one read, so that they do not delay the public topics. */
const MAX_USER_TOPICS_PER_READ = 50
const RETRY_MS = 500

export interface ChangePublisherOptions {
  readonly subscriptions: SubscriptionRegistry
  readonly follower: Pick<Follower, 'position'>
  readonly reader: ViewReader
  /** Milliseconds of a monotonic clock. */
  readonly nowMs: () => number
  /** Schedules a callback and returns a function that cancels it. */
  readonly schedule: (ms: number, callback: () => void) => () => void
  readonly log: Pick<Logger, 'warn'>
}

interface PendingMessage {
  readonly topic: SubscribedTopic
  readonly to: number
  readonly merged: MergedInvalidations
}

/**
 * Publishes the changes of subscribed topics, merging all events since a topic's last message into one. Rows are derived
 * from the pool at one position of the log, so that a message contains exactly what a view at that position would.
 */
export class ChangePublisher {
  readonly #options: ChangePublisherOptions
  #running: Promise<void> | undefined
  #isWoken = false
  #isStopped = false
  #lastReadMs = -Infinity
  #cancelTimer: (() => void) | undefined

  constructor(options: ChangePublisherOptions) {
    this.#options = options
  }

  /** Publishes what is due now. */
  wake(): void {
    if (this.#isStopped) return
    this.#isWoken = true
    this.#running ??= this.#run().finally(() => {
      this.#running = undefined
      if (this.#isWoken) this.wake()
    })
  }

  /** Waits for the message in progress and publishes nothing more. */
  async stop(): Promise<void> {
    this.#isStopped = true
    this.#cancelTimer?.()
    await this.#running
  }

  async #run(): Promise<void> {
    // Lets the events of a batch that arrive in several calls be published together.
    await Promise.resolve()
    while (this.#isWoken && !this.#isStopped) {
      this.#isWoken = false
      const unread = this.#publishFromEvents()
      const isReveal = unread.some(({ merged }) => merged.reveals.size > 0)
      const isEarly = this.#options.nowMs() < this.#lastReadMs + READ_INTERVAL_MS && !isReveal
      if (unread.length === 0 || isEarly) break
      await this.#readAndPublish()
    }
    this.#scheduleNext()
  }

  /** Publishes the messages that need no query and returns the others. */
  #publishFromEvents(): readonly PendingMessage[] {
    return this.#dueMessages().filter((pending) => {
      if (pending.merged.needsReading) return true
      this.#publish(pending, changesFromEvents(pending.merged))
      return false
    })
  }

  async #readAndPublish(): Promise<void> {
    const { reader, log } = this.#options
    this.#lastReadMs = this.#options.nowMs()
    try {
      await reader.read((queries) => {
        for (const pending of this.#prioritized(queries.position)) this.#buildAndPublish(pending, queries)
      })
      this.#isWoken = true
    } catch (error) {
      log.warn({ err: error }, 'cannot read live changes')
      this.#wakeIn(RETRY_MS)
    }
  }

  #buildAndPublish(pending: PendingMessage, queries: ViewQueries): void {
    const changes = pending.merged.needsReading
      ? buildChanges(pending.topic.parsed, pending.merged, queries)
      : changesFromEvents(pending.merged)
    this.#publish(pending, changes)
  }

  #publish({ topic, to, merged }: PendingMessage, changes: ChangesMessage['changes'] | undefined): void {
    const nowMs = this.#options.nowMs()
    const isReset = merged.isReset || changes === undefined || topic.isForgottenAfter(to)
    if (isReset || merged.isForgotten) topic.recent.clear()
    if (isReset) topic.publishReset(to, nowMs)
    else topic.publish({ topic: topic.topic, from: topic.publishedVersion, to, changes }, nowMs)
  }

  #dueMessages(position = this.#options.follower.position): PendingMessage[] {
    const nowMs = this.#options.nowMs()
    const messages: PendingMessage[] = []
    for (const topic of this.#options.subscriptions) {
      if (topic.dueMs > nowMs) continue
      const pending = topic.pendingAt(position)
      if (pending === undefined) continue
      messages.push({ topic, to: pending.to, merged: new MergedInvalidations(pending.invalidations) })
    }
    return messages
  }

  /** Orders reveals first, the week's before the season's, and user topics last, a limited number at a time. */
  #prioritized(position: number): readonly PendingMessage[] {
    const messages = this.#dueMessages(position).sort((a, b) => priorityOf(a) - priorityOf(b))
    const isOwners = ({ topic }: PendingMessage): boolean => TOPICS[topic.parsed.kind].readers === 'owner'
    const longestWaiting = messages.filter(isOwners).sort((a, b) => a.topic.publishedAtMs - b.topic.publishedAtMs)
    return [...messages.filter((message) => !isOwners(message)), ...longestWaiting.slice(0, MAX_USER_TOPICS_PER_READ)]
  }

  /** Wakes up when the next topic is due. */
  #scheduleNext(): void {
    let dueMs = Infinity
    for (const topic of this.#options.subscriptions) dueMs = Math.min(dueMs, topic.dueMs)
    if (dueMs === Infinity) return
    const nowMs = this.#options.nowMs()
    this.#wakeIn(Math.max(dueMs - nowMs, this.#lastReadMs + READ_INTERVAL_MS - nowMs, 1))
  }

  #wakeIn(ms: number): void {
    if (this.#isStopped || this.#cancelTimer !== undefined) return
    this.#cancelTimer = this.#options.schedule(ms, () => {
      this.#cancelTimer = undefined
      this.wake()
    })
  }
}

function priorityOf({ topic, merged }: PendingMessage): number {
  if (merged.reveals.size === 0) return 2
  return topic.parsed.kind === 'week' ? 0 : 1
}
