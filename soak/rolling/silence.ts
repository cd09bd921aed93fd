import type { Viewer } from '@outlast/testing/live/viewer'

/** How long each viewer heard nothing, while something was told all the time. */
export class Silence {
  /** Of each viewer, in milliseconds. */
  longest: number[] = []
  #heardAt: number[] = []
  readonly #viewers: readonly Viewer[]

  constructor(viewers: readonly Viewer[]) {
    this.#viewers = viewers
    for (const [index, viewer] of viewers.entries()) {
      viewer.onState = (_, { status }) => {
        // That the connection is lost is nothing that it heard.
        if (status === 'live') this.#hear(index)
      }
    }
    this.begin()
  }

  /** Measures from now on. */
  begin(): void {
    const now = performance.now()
    this.longest = this.#viewers.map(() => 0)
    this.#heardAt = this.#viewers.map(() => now)
  }

  /** Waits until every viewer has heard something from now on. */
  async over(): Promise<void> {
    const now = performance.now()
    while (this.#heardAt.some((at) => at < now)) await new Promise((resolve) => setTimeout(resolve, 20))
  }

  #hear(index: number): void {
    const now = performance.now()
    this.longest[index] = Math.max(this.longest[index] ?? 0, now - (this.#heardAt[index] ?? now))
    this.#heardAt[index] = now
  }
}
