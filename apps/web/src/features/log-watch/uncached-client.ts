import type { Client } from '@outlast/contract'
import { createPoolClient } from '../../api/pool-client.ts'

interface UncachedClientOptions {
  /** Empty, or left out, for the page's own. */
  readonly baseUrl?: string
  readonly token: () => string | null
  readonly cache: 'no-store' | 'no-cache'
}

/** Creates a client that asks the pool, or asks it whether the browser's cache is still right. */
export function createUncachedClient({ cache, ...options }: UncachedClientOptions): Client {
  return createPoolClient({ ...options, fetch: (url, { signal, ...init }) => fetch(url, { ...init, signal, cache }) })
}
