import type { ChangesMessage } from '@outlast/contract/live/wire'

/** A connection that was cut comes back within this time, or fetches the snapshot. */
const KEPT_MS = 120_000
/** Changes kept at most, counting a reveal by its length. */
const KEPT_WEIGHT = 4_000
const REVEAL_CHARS_PER_WEIGHT = 64

interface Kept {
  readonly message: ChangesMessage
  readonly weight: number
  readonly sentMs: number
}

/**
 * The messages that a topic sent last, each beginning where the one before ended, so that a client that comes back can be
 * brought forward without a snapshot. Cleared whenever what was said must not be said again.
 */
export class Ring {
  #kept: Kept[] = []
  #weight = 0

  push(message: ChangesMessage, nowMs: number): void {
    const weight = weightOf(message)
    this.#kept.push({ message, weight, sentMs: nowMs })
    this.#weight += weight
    this.#prune(nowMs)
  }

  clear(): void {
    this.#kept = []
    this.#weight = 0
  }

  /** The messages that lead on from a version, or `undefined` when it is too old for that. */
  since(version: number, nowMs: number): readonly ChangesMessage[] | undefined {
    this.#prune(nowMs)
    const first = this.#kept.findIndex(({ message }) => message.from <= version && version < message.to)
    return first < 0 ? undefined : this.#kept.slice(first).map(({ message }) => message)
  }

  #prune(nowMs: number): void {
    let dropped = 0
    for (const { weight, sentMs } of this.#kept) {
      if (this.#weight <= KEPT_WEIGHT && nowMs - sentMs < KEPT_MS) break
      this.#weight -= weight
      dropped += 1
    }
    if (dropped > 0) this.#kept.splice(0, dropped)
  }
}

function weightOf({ changes }: ChangesMessage): number {
  let weight = 1
  for (const change of changes) {
    weight += change.kind === 'reveal' ? 1 + change.teams.length / REVEAL_CHARS_PER_WEIGHT : 1
  }
  return weight
}
