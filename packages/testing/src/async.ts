import { setTimeout as sleep } from 'node:timers/promises'

/** How many operations {@link forEachConcurrently} runs at once unless told otherwise. */
const CONCURRENCY = 24

/** Returns 0, 1, … `count - 1`. */
export const range = (count: number): number[] => Array.from({ length: count }, (_, index) => index)

/** Runs an operation for each item, a few at a time, and returns the results in the order of the items. */
export async function forEachConcurrently<Item, Result>(
  items: readonly Item[],
  run: (item: Item, index: number) => Promise<Result>,
  concurrency = CONCURRENCY,
): Promise<Result[]> {
  const results: Result[] = []
  const queue = items.entries()
  const lane = async (): Promise<void> => {
    for (const [index, item] of queue) results[index] = await run(item, index)
  }
  await Promise.all(range(concurrency).map(lane))
  return results
}

/** Waits until a condition holds. Rejects after the timeout, which exists only to end a test that hangs. */
export async function waitUntil(
  what: string,
  holds: () => boolean | Promise<boolean>,
  { everyMs = 20, timeoutMs = 600_000 } = {},
): Promise<void> {
  const deadline = performance.now() + timeoutMs
  while (!(await holds())) {
    if (performance.now() > deadline) throw new Error(`timed out waiting until ${what}`)
    await sleep(everyMs)
  }
}

/** Repeats a check until it passes, and returns what it returns. Throws the check's last error when it fails for five minutes. */
export async function eventually<T>(check: () => T | Promise<T>): Promise<T> {
  const deadline = performance.now() + 300_000
  for (;;) {
    try {
      return await check()
    } catch (error) {
      if (performance.now() > deadline) throw error
      await sleep(20)
    }
  }
}
