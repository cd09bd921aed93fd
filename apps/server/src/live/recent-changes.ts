import type { ChangesMessage } from '@outlast/contract/live/wire'

/** Clients that reconnect later than this fetch the view. */
const MAX_AGE_MS = 120_000
/** The most changes to keep. A reveal counts by its length. */
const MAX_WEIGHT = 4_000
const REVEAL_CHARS_PER_WEIGHT = 64

interface RecentMessage {
  readonly message: ChangesMessage
  readonly weight: number
  readonly sentMs: number
}

/**
 * Keeps the last messages of a topic, each of which starts at the version where the previous one ends. A client that reconnects
 * gets those it missed instead of fetching the view. Cleared whenever earlier messages must not be sent again.
 */
export class RecentChanges {
  #messages: RecentMessage[] = []
  #weight = 0

  push(message: ChangesMessage, nowMs: number): void {
    const weight = weightOf(message)
    this.#messages.push({ message, weight, sentMs: nowMs })
    this.#weight += weight
    this.#prune(nowMs)
  }

  clear(): void {
    this.#messages = []
    this.#weight = 0
  }

  /** Returns the messages after a version, or `undefined` if some of them are no longer kept. */
  since(version: number, nowMs: number): readonly ChangesMessage[] | undefined {
    this.#prune(nowMs)
    const first = this.#messages.findIndex(({ message }) => message.from <= version && version < message.to)
    return first < 0 ? undefined : this.#messages.slice(first).map(({ message }) => message)
  }

  #prune(nowMs: number): void {
    let dropped = 0
    for (const { weight, sentMs } of this.#messages) {
      if (this.#weight <= MAX_WEIGHT && nowMs - sentMs < MAX_AGE_MS) break
      this.#weight -= weight
      dropped += 1
    }
    if (dropped > 0) this.#messages.splice(0, dropped)
  }
}

function weightOf({ changes }: ChangesMessage): number {
  let weight = 1
  for (const change of changes) {
    weight += change.kind === 'reveal' ? 1 + change.teams.length / REVEAL_CHARS_PER_WEIGHT : 1
  }
  return weight
}
