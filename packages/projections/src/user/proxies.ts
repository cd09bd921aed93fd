import type { MadeBy } from '@outlast/contract/rest/picks'
import type { Proxies, Proxy as ProxyRow } from '@outlast/contract/rest/proxies'
import {
  entriesOf,
  entriesPickedBy,
  type Entry,
  type PickMaker,
  type PoolState,
  type Proxy,
  proxyOf,
  type UserId,
} from '@outlast/domain'
import type { Source } from '../source.ts'
import { type Directory, nameOf } from '../people/directory.ts'

/** Returns who made a pick, if that was not its owner in person. */
export function madeByField(people: Directory, maker: PickMaker | undefined): { readonly made_by?: MadeBy } {
  if (maker === undefined) return {}
  const { proxy, program } = maker
  return { made_by: { ...(proxy !== undefined && { proxy: nameOf(people, proxy) }), ...(program && { program }) } }
}

/** Returns until when somebody picks for the owner of an entry. */
export function proxyEndOf({ rounds }: Pick<PoolState, 'rounds'>, { until }: Proxy): Pick<ProxyRow, 'ends_at' | 'week_number'> {
  if ('endsAt' in until) return { ends_at: until.endsAt, week_number: null }
  return { ends_at: null, week_number: rounds.get(until.weekId)?.weekNumber ?? null }
}

/** Returns who picks for the owner of an entry; undefined if nobody does. */
export function proxyRow({ pool, people }: Source, entry: Entry): ProxyRow | undefined {
  const proxy = proxyOf(pool, entry)
  return (
    proxy && {
      entry_id: entry.id,
      entry_name: entry.name,
      owner_name: nameOf(people, entry.userId),
      user_id: proxy.userId,
      user_name: nameOf(people, proxy.userId),
      ...proxyEndOf(pool, proxy),
    }
  )
}

/** Returns who picks for a member's entries, for which entries of others the member picks, and whom the member can name. */
export function memberProxies(source: Source, userId: UserId): Proxies {
  const { pool, people } = source
  const rows = (entries: readonly Entry[]) => entries.flatMap((entry) => proxyRow(source, entry) ?? [])
  const others = [...pool.users.values()].filter(({ id, isWaiting }) => id !== userId && !isWaiting && !pool.seals.has(id))
  return {
    named: rows(entriesOf(pool, userId)),
    for_others: rows(entriesPickedBy(pool, userId)),
    members: others
      .map(({ id }) => ({ id, name: nameOf(people, id) }))
      .sort((a, b) => a.name.localeCompare(b.name, 'en') || a.id - b.id),
  }
}
