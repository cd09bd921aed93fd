import type { Topic } from '@outlast/contract/live/topics'
import type { PoolState, RecordedEvent } from '@outlast/domain'
import { affectedTopics } from './affected-topics.ts'
import type { AffectedTopic } from './invalidation.ts'

/** How many versions of a topic are kept. A read that lags further behind is repeated. */
const KEPT_VERSIONS = 8_192

interface VersionHistory {
  /** Positions of the events that affected the topic, ascending; at least the last one. */
  positions: number[]
  /** Whether earlier positions are missing. */
  isTruncated: boolean
}

type AffectedTopicsListener = (position: number, affectedTopics: readonly AffectedTopic[]) => void

/**
 * Tracks the version of every topic: the position of the last event that affected it (docs/decisions/013). Every process derives
 * the same versions from the log. They are stored with the state snapshots, so that a process does not start from the
 * beginning of the log.
 */
export class TopicVersions {
  readonly #topics = new Map<Topic, VersionHistory>()
  readonly #listeners: AffectedTopicsListener[] = []

  /** Records an event. Called before the event is applied to the pool. */
  apply(event: RecordedEvent, before: PoolState): void {
    const affected = affectedTopics(event, before)
    for (const { topic } of affected) this.#setVersion(topic, event.position)
    for (const listener of this.#listeners) listener(event.position, affected)
  }

  /** Calls a listener with the affected topics of every event. */
  onAffectedTopics(listener: AffectedTopicsListener): void {
    this.#listeners.push(listener)
  }

  /** Returns a topic's current version, or 0 if no event has affected it. */
  current(topic: Topic): number {
    return this.#topics.get(topic)?.positions.at(-1) ?? 0
  }

  /**
   * Returns a topic's version at a position of the log, for what was read there before further events were applied.
   * @returns `undefined` if that version is no longer kept
   */
  versionAt(topic: Topic, position: number): number | undefined {
    const history = this.#topics.get(topic)
    const version = history?.positions.findLast((candidate) => candidate <= position)
    if (version !== undefined) return version
    return history?.isTruncated === true ? undefined : 0
  }

  toJSON(): Readonly<Record<string, number>> {
    return Object.fromEntries(Array.from(this.#topics, ([topic, { positions }]) => [topic, positions.at(-1) ?? 0]))
  }

  /** Restores the result of {@link TopicVersions.toJSON}; without one, starts at the beginning of the log. */
  static fromJSON(json: unknown): TopicVersions {
    const versions = new TopicVersions()
    for (const [topic, position] of Object.entries((json ?? {}) as Record<string, number>)) {
      versions.#topics.set(topic as Topic, { positions: [position], isTruncated: true })
    }
    return versions
  }

  #setVersion(topic: Topic, position: number): void {
    const history = this.#topics.get(topic)
    if (history === undefined) {
      this.#topics.set(topic, { positions: [position], isTruncated: false })
      return
    }
    const { positions } = history
    if (positions.at(-1) === position) return
    positions.push(position)
    if (positions.length < 2 * KEPT_VERSIONS) return
    history.positions = positions.slice(-KEPT_VERSIONS)
    history.isTruncated = true
  }
}
