/** The maximum number of concurrent requests of a bulk update. */
const BATCH_SIZE = 10

/** The result of a bulk update. */
export interface BulkResult {
  readonly updated: number
  readonly failed: number
  /** The error of the first item that failed. */
  readonly firstError: unknown
}

/** Updates all items, ten at a time. Counts failures and continues after them. Calls `onProgress` after each batch. */
export async function updateInBatches<Item>(
  items: readonly Item[],
  update: (item: Item) => Promise<unknown>,
  onProgress: (completed: number) => void,
): Promise<BulkResult> {
  const failures: unknown[] = []
  for (let from = 0; from < items.length; from += BATCH_SIZE) {
    const batch = items.slice(from, from + BATCH_SIZE)
    const results = await Promise.allSettled(batch.map(update))
    failures.push(...results.flatMap((result) => (result.status === 'rejected' ? [result.reason as unknown] : [])))
    onProgress(from + batch.length)
  }
  return { updated: items.length - failures.length, failed: failures.length, firstError: failures[0] }
}
