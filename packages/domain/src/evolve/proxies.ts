import type { EventOfType } from '../events/events.ts'
import type { Handlers } from './patches.ts'
import type { PoolState } from '../state/state.ts'
import type { UserId } from '../values/ids.ts'

export const PROXY_HANDLERS = {
  ProxyNamed: nameProxy,
  ProxyEnded: ({ proxies }, { data }) => proxies.delete(data.entryId),
} satisfies Partial<Handlers>

/** Lets a member pick for an entry, instead of whoever did so far. */
function nameProxy({ entries, proxies }: PoolState, { data }: EventOfType<'ProxyNamed'>): void {
  const { entryId, userId, endsAt, weekId } = data
  const owner = entries.get(entryId)?.userId
  const until = endsAt !== undefined ? { endsAt } : weekId !== undefined ? { weekId } : undefined
  if (owner !== undefined && until !== undefined) proxies.set(entryId, { entryId, ownerId: owner, userId, until })
}

/** Ends what an account that is gone did for others. */
export function endProxiesBy({ proxies }: PoolState, gone: UserId): void {
  for (const { entryId, userId } of proxies.values()) if (userId === gone) proxies.delete(entryId)
}
