import type { Client } from '@outlast/contract'
import { createPoolClient } from '../../api/pool-client.ts'

/** Creates a client that asks the pool, or asks it whether the browser's cache is still right. */
export function createUncachedClient(token: () => string | null, cache: 'no-store' | 'no-cache'): Client {
  return createPoolClient({ token, fetch: (url, { signal, ...init }) => fetch(url, { ...init, signal, cache }) })
}
