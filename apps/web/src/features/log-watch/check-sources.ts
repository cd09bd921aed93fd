import { chainSteps } from '@outlast/contract/proof/chain-steps'
import { hashing } from '../../lib/hashing.ts'
import type { LogSource } from './check-chain.ts'
import type { SeasonSource } from './check-season.ts'
import { createUncachedClient } from './uncached-client.ts'

interface Pool {
  /** Empty for the page's own. */
  readonly baseUrl: string
  /** Of the session that checks; null for a visitor. */
  readonly token: string | null
}

/** Returns the calls that a check makes. */
export function checkSources({ baseUrl, token }: Pool): { readonly log: LogSource; readonly season: SeasonSource } {
  const client = (cache: 'no-store' | 'no-cache') => createUncachedClient({ baseUrl, token: () => token, cache })
  /** Compares with what the pool says now, not with the browser's cache. */
  const api = client('no-store')
  /** The same for large answers that rarely change: the pool sends them only if their content is not what the browser has. */
  const tagged = client('no-cache')
  return {
    log: {
      head: () => api.call('auditHead'),
      heads: () => api.call('auditHeads'),
      hashes: async (from, to) => chainSteps(hashing, await tagged.call('auditHashes', { query: { from, to, form: 'short' } })),
    },
    season: {
      weeks: () => api.call('listWeeks'),
      proof: (id) => tagged.call('weekProof', { params: { id } }),
    },
  }
}
