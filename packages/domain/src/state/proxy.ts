import type { Entry } from './entry.ts'
import type { EntryId, UserId } from '../values/ids.ts'
import type { ProxyEnd } from '../values/proxies.ts'
import type { PoolState } from './pool.ts'

/** A member whom the owner of an entry named to pick for it (docs/rules.md §3.12). */
export interface Proxy {
  readonly entryId: EntryId
  /** Who named the proxy. An entry that gets another owner has none. */
  readonly ownerId: UserId
  readonly userId: UserId
  readonly until: ProxyEnd
}

/** Who made a pick, where that was not its owner in person. */
export interface PickMaker {
  /** The account of the member who picked for the owner. */
  readonly proxy?: UserId
  /** Whether a program sent it, with a token of whoever picked. */
  readonly program?: true
}

type WithProxies = Pick<PoolState, 'proxies'>

/** Returns who picks for the owner of an entry. */
export function proxyOf({ proxies }: WithProxies, { id, userId }: Pick<Entry, 'id' | 'userId'>): Proxy | undefined {
  const proxy = proxies.get(id)
  return proxy?.ownerId === userId ? proxy : undefined
}

/**
 * Whether a member sees and makes the picks of an entry: its owner does, and whom the owner named. What makes a proxy end is recorded when
 * it is due, before anything else is decided, so that the state alone says who may.
 */
export function mayPickFor(state: WithProxies, member: UserId | null | undefined, entry: Pick<Entry, 'id' | 'userId'>): boolean {
  return entry.userId === member || (member !== null && member !== undefined && proxyOf(state, entry)?.userId === member)
}

/** Returns the entries of others for which a member picks, in the order of their ids. */
export function entriesPickedBy(state: Pick<PoolState, 'proxies' | 'entries'>, member: UserId): readonly Entry[] {
  const named = [...state.proxies.values()].filter(({ userId }) => userId === member)
  return named.flatMap(({ entryId }) => state.entries.get(entryId) ?? []).sort((a, b) => a.id - b.id)
}
