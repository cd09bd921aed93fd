import type { Topic } from '@outlast/contract/live/topics'
import type { PoolState, RecordedEvent } from '@outlast/domain'
import { affectedTopics } from './affected-topics.ts'
import type { AffectedTopic } from './invalidation.ts'

type AffectedTopicsListener = (position: number, affectedTopics: readonly AffectedTopic[]) => void

/**
 * Tracks the version of every topic: the position of the last event that affected it (docs/decisions/013). Every process derives
 * the same versions from the log. They are stored with the state snapshots, so that a process does not start from the
 * beginning of the log.
 */
export class TopicVersions {
  readonly #topics = new Map<Topic, number>()
  readonly #listeners: AffectedTopicsListener[] = []

  /** Records an event. Called before the event is applied to the pool. */
  apply(event: RecordedEvent, before: PoolState): void {
    const affected = affectedTopics(event, before)
    for (const { topic } of affected) this.#topics.set(topic, event.position)
    for (const listener of this.#listeners) listener(event.position, affected)
  }

  /** Calls a listener with the affected topics of every event. */
  onAffectedTopics(listener: AffectedTopicsListener): void {
    this.#listeners.push(listener)
  }

  /** Returns a topic's current version, or 0 if no event has affected it. */
  current(topic: Topic): number {
    return this.#topics.get(topic) ?? 0
  }

  toJSON(): Readonly<Record<string, number>> {
    return Object.fromEntries(this.#topics)
  }

  /** Restores the result of {@link TopicVersions.toJSON}; without one, starts at the beginning of the log. */
  static fromJSON(json: unknown): TopicVersions {
    const versions = new TopicVersions()
    for (const [topic, position] of Object.entries((json ?? {}) as Record<string, number>)) {
      versions.#topics.set(topic as Topic, position)
    }
    return versions
  }
}
