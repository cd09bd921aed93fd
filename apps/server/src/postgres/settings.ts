import { totalmem } from 'node:os'

const MB = 1024 * 1024

/** Returns the memory that this process may use: the machine's, or less in a container. */
export function availableMemory(): number {
  const limit = process.constrainedMemory()
  return limit > 0 ? Math.min(limit, totalmem()) : totalmem()
}

/**
 * Returns settings for a PostgreSQL that has one pool as its only client.
 *
 * @param memory the memory of the machine in bytes. On a small one, the cache is smaller than PostgreSQL's default of 128 MB.
 */
export function poolSettings(memory: number): Readonly<Record<string, string>> {
  const buffers = Math.min(128, Math.max(16, Math.floor(memory / MB / 16)))
  return {
    shared_buffers: `${buffers}MB`,
    // A pool's queries read little, so worker processes that read ahead would only take memory.
    io_method: 'sync',
    // Nothing is replicated.
    max_logical_replication_workers: '0',
    max_parallel_workers_per_gather: '0',
  }
}
