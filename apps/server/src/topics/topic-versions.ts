import type { Topic } from '@outlast/contract/live/topics'
import type { PoolState, RecordedEvent } from '@outlast/domain'
import type { Concern } from './concerns.ts'
import { concernsOf } from './concerns-of.ts'

/** How many of a topic's versions are remembered. A read that is further behind than that is made again. */
const REMEMBERED = 8_192

interface History {
  /** Positions of the events that concerned the topic, ascending; at least the last one. */
  at: number[]
  /** Whether earlier ones were forgotten. */
  isCut: boolean
}

type ConcernsListener = (position: number, concerns: readonly Concern[]) => void

/**
 * The version of every topic: the position of the last event that concerned it. Folded from the log, so that every
 * process comes to the same; kept with the state's snapshots, so that it needs not be folded from the beginning.
 */
export class TopicVersions {
  readonly #topics = new Map<Topic, History>()
  readonly #listeners: ConcernsListener[] = []

  /** Takes an event, before it is folded. */
  apply(event: RecordedEvent, before: PoolState): void {
    const concerns = concernsOf(event, before)
    for (const { topic } of concerns) this.#touch(topic, event.position)
    for (const listener of this.#listeners) listener(event.position, concerns)
  }

  /** Told of every event that is applied, and whom it concerns. */
  onConcerns(listener: ConcernsListener): void {
    this.#listeners.push(listener)
  }

  /** The version of a topic now; 0 when nothing ever concerned it. */
  current(topic: Topic): number {
    return this.#topics.get(topic)?.at.at(-1) ?? 0
  }

  /**
   * The version that a topic had at a position of the log, for what was read there while memory went on.
   * @returns `undefined` when that is too long ago to be remembered
   */
  versionAt(topic: Topic, position: number): number | undefined {
    const history = this.#topics.get(topic)
    const version = history?.at.findLast((at) => at <= position)
    if (version !== undefined) return version
    return history?.isCut === true ? undefined : 0
  }

  toJSON(): Readonly<Record<string, number>> {
    return Object.fromEntries(Array.from(this.#topics, ([topic, { at }]) => [topic, at.at(-1) ?? 0]))
  }

  /** From what {@link TopicVersions.toJSON} gave, or none at the beginning of the log. */
  static fromJSON(json: unknown): TopicVersions {
    const versions = new TopicVersions()
    for (const [topic, position] of Object.entries((json ?? {}) as Record<string, number>)) {
      versions.#topics.set(topic as Topic, { at: [position], isCut: true })
    }
    return versions
  }

  #touch(topic: Topic, position: number): void {
    const history = this.#topics.get(topic)
    if (history === undefined) {
      this.#topics.set(topic, { at: [position], isCut: false })
      return
    }
    const { at } = history
    if (at.at(-1) === position) return
    at.push(position)
    if (at.length < 2 * REMEMBERED) return
    history.at = at.slice(-REMEMBERED)
    history.isCut = true
  }
}
