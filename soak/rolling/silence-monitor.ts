import { type Viewer, waitUntil } from '@outlast/testing'

/** Measures how long each viewer receives nothing, while something changes all the time. */
export class SilenceMonitor {
  /** The longest silence of each viewer, in milliseconds. */
  longest: number[] = []
  #lastReceivedAt: number[] = []
  readonly #viewers: readonly Viewer[]

  constructor(viewers: readonly Viewer[]) {
    this.#viewers = viewers
    for (const [index, viewer] of viewers.entries()) {
      viewer.onState = (_, { status }) => {
        // A lost connection also changes the state, but delivers nothing.
        if (status === 'live') this.#record(index)
      }
    }
    this.restart()
  }

  /** Discards what was measured so far. */
  restart(): void {
    const now = performance.now()
    this.longest = this.#viewers.map(() => 0)
    this.#lastReceivedAt = this.#viewers.map(() => now)
  }

  /** Waits until every viewer has received something. */
  async waitForAll(): Promise<void> {
    const now = performance.now()
    await waitUntil('every viewer has received something', () => this.#lastReceivedAt.every((at) => at >= now))
  }

  #record(index: number): void {
    const now = performance.now()
    this.longest[index] = Math.max(this.longest[index] ?? 0, now - (this.#lastReceivedAt[index] ?? now))
    this.#lastReceivedAt[index] = now
  }
}
