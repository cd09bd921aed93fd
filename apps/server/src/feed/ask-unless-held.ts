/** A hold also ends early, when the admin answers. */
const LOOK_AGAIN_MS = 1_000

interface Hold {
  /** For how many milliseconds to wait; 0 without a hold. */
  readonly heldMs: () => Promise<number>
  /** Rejects when there is no use in waiting any more. */
  readonly wait: (ms: number) => Promise<void>
}

/** Asks once no hold is on. An answer that arrives during one is thrown away, and asked for again: it may be old when the hold ends. */
export async function askUnlessHeld<T>(ask: () => Promise<T>, { heldMs, wait }: Hold): Promise<T> {
  for (;;) {
    for (let left = await heldMs(); left > 0; left = await heldMs()) await wait(Math.min(left, LOOK_AGAIN_MS))
    const answer = await ask()
    if ((await heldMs()) === 0) return answer
  }
}
