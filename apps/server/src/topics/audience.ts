import type { Topic } from '@outlast/contract/live/topics'
import type { Frame } from './frame.ts'
import type { Line } from './line.ts'

/** Who watches what on this process. */
export class Audience {
  readonly #lines = new Map<Topic, Set<Line>>()

  enter(topic: Topic, line: Line): void {
    const lines = this.#lines.get(topic)
    if (lines === undefined) this.#lines.set(topic, new Set([line]))
    else lines.add(line)
  }

  leave(topic: Topic, line: Line): void {
    const lines = this.#lines.get(topic)
    if (lines?.delete(line) === true && lines.size === 0) this.#lines.delete(topic)
  }

  /** Sends everybody who watches a topic the same. */
  tell(topic: Topic, frame: Frame): void {
    for (const line of this.#lines.get(topic) ?? []) line.write(frame)
  }
}
