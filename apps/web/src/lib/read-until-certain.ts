/** How long to wait before each further reading, in milliseconds. A server of an earlier version kept some answers for a second. */
const PAUSES_MS: readonly number[] = [1_200, 2_400, 4_800, 9_600]

interface Judgement<R> {
  /** Whether a reading shows something that does not match. */
  readonly isSuspect: (reading: R) => boolean
  /**
   * Returns what a reading was judged by. Two readings with the same content, one after the other, show that all of it belongs to one
   * version of the pool, because no answer is older than one before.
   */
  readonly contentOf: (reading: R) => unknown
  readonly pause: (ms: number) => Promise<void>
  /** Whether an earlier visit, which ended before it could read again, found the same suspect reading. */
  readonly isRemembered?: ((reading: R) => boolean) | undefined
  /** Called once, when the first reading is suspect. */
  readonly onSuspicion?: ((reading: R) => void) | undefined
}

/**
 * Reads something that takes several answers of the pool, which may change between two of them. A suspect reading counts only if
 * everything was read again, from the beginning, with the same content. Returns undefined if the pool changed each time, so that
 * nothing is known.
 */
export async function readUntilCertain<R>(read: () => Promise<R>, judgement: Judgement<R>): Promise<R | undefined> {
  const { isSuspect, contentOf, pause, isRemembered, onSuspicion } = judgement
  let reading = await read()
  if (!isSuspect(reading)) return reading
  // What an earlier visit suspected is read again at once: a member who never stays for long is warned, too.
  const pauses = isRemembered?.(reading) === true ? [0, ...PAUSES_MS] : PAUSES_MS
  onSuspicion?.(reading)
  for (const ms of pauses) {
    if (ms > 0) await pause(ms)
    const next = await read()
    if (!isSuspect(next) || JSON.stringify(contentOf(next)) === JSON.stringify(contentOf(reading))) return next
    reading = next
  }
  return undefined
}

/** Waits, with the timers of a page or a worker. */
export const pauseFor = (ms: number): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, ms)
  })
