/** Source: pool.md §9. */
export const BATCH = 10

/** What came of a bulk action. */
export interface BulkOutcome {
  readonly updated: number
  readonly failed: number
  /** Why the first that failed did. */
  readonly firstFailure: unknown
}

/** Acts on each item, ten at a time. One that fails is counted, and stops nothing (pool.md §7). `onProgress` hears how many are done. */
export async function inBatches<Item>(
  items: readonly Item[],
  act: (item: Item) => Promise<unknown>,
  onProgress: (done: number) => void,
): Promise<BulkOutcome> {
  const failures: unknown[] = []
  for (let from = 0; from < items.length; from += BATCH) {
    const batch = items.slice(from, from + BATCH)
    const results = await Promise.allSettled(batch.map(act))
    failures.push(...results.flatMap((result) => (result.status === 'rejected' ? [result.reason as unknown] : [])))
    onProgress(from + batch.length)
  }
  return { updated: items.length - failures.length, failed: failures.length, firstFailure: failures[0] }
}
