import { userTopic, weekTopic } from '@outlast/contract/live/topics'
import {
  allPicks,
  type EntryId,
  eventsKnownTo,
  type EventOfType,
  type PoolState,
  proxyOf,
  type RecordedEvent,
  type UserId,
} from '@outlast/domain'
import { affected, type AffectedTopic, entries, FORGET, type Invalidation, RESET } from './invalidation.ts'

const PROXIED: Invalidation = { kind: 'proxied' }

/** What a proxy may know of as soon as the owner does. When an owner ranks, votes or pays, a proxy gets no message. */
const KNOWN = new Set([...eventsKnownTo('everyone'), ...eventsKnownTo('owner_until_lock')])

/** Returns the topics of those who pick for the owners of entries, as far as an event changes these entries for their owners. */
export function topicsOfProxies(event: RecordedEvent, before: PoolState, affects: readonly AffectedTopic[]): AffectedTopic[] {
  if (before.proxies.isEmpty() || !KNOWN.has(event.type)) return []
  const about = 'entryId' in event.data ? event.data.entryId : undefined
  return [...before.proxies.values()].flatMap(({ entryId, ownerId, userId }) => {
    if (about !== undefined && about !== entryId) return []
    const own = affects.flatMap(({ topic, invalidations }) => (topic === userTopic(ownerId) ? invalidations : []))
    const changes = new Set(own.flatMap((invalidation) => changeFor(entryId, invalidation) ?? []))
    return changes.size === 0 ? [] : [affected(userTopic(userId), ...changes)]
  })
}

function changeFor(entry: EntryId, invalidation: Invalidation): Invalidation | undefined {
  switch (invalidation.kind) {
    case 'reset':
    case 'forget':
      return invalidation
    case 'pick':
    case 'pick_cleared':
      return invalidation.entryId === entry ? PROXIED : undefined
    case 'entries':
      return invalidation.ids.includes(entry) ? PROXIED : undefined
    default:
      return undefined
  }
}

/** Whoever stops picking for another keeps nothing: earlier messages are not sent again, and the whole view is. */
const stopped = (userId: UserId): AffectedTopic => affected(userTopic(userId), FORGET, RESET)

/** A proxy is named: the owner's row says so, the new one gets the entry, and the one until now loses it. */
function topicsAffectedByNaming({ data }: EventOfType<'ProxyNamed'>, before: PoolState): AffectedTopic[] {
  const owner = before.entries.get(data.entryId)
  return owner === undefined
    ? []
    : [affected(userTopic(owner.userId), entries(owner.id)), affected(userTopic(data.userId), PROXIED)]
}

function topicsAffectedByEnd({ data }: EventOfType<'ProxyEnded'>, before: PoolState): AffectedTopic[] {
  const owner = before.entries.get(data.entryId)
  return [...(owner === undefined ? [] : [affected(userTopic(owner.userId), entries(owner.id))]), stopped(data.userId)]
}

export const PROXY_RULES = { ProxyNamed: topicsAffectedByNaming, ProxyEnded: topicsAffectedByEnd } as const

/** An entry is deleted. */
export const proxiesOfEntry = (before: PoolState, id: EntryId): AffectedTopic[] => {
  const proxy = before.proxies.get(id)
  return proxy === undefined ? [] : [stopped(proxy.userId)]
}

/**
 * Returns the topics that name an account as who picks, or picked, for the owner of an entry, or as that owner: the account is renamed, or
 * gone, so that earlier messages must not be sent again.
 */
export function proxiesWith(before: PoolState, account: UserId, isGone: boolean): AffectedTopic[] {
  const forgotten = isGone ? [FORGET] : []
  return [...before.entries.values()].flatMap((entry) => {
    const proxy = proxyOf(before, entry)
    const made = allPicks(entry).filter(({ madeBy }) => madeBy?.proxy === account)
    const isNamed = proxy?.userId === account || made.length > 0
    const revealed = new Set(made.flatMap(({ weekId }) => (before.rounds.get(weekId)?.locked ? weekId : [])))
    const owner = [
      ...(isNamed && entry.userId !== account ? [affected(userTopic(entry.userId), ...forgotten, entries(entry.id))] : []),
      ...[...revealed].map((weekId) => affected(weekTopic(weekId), ...forgotten, entries(entry.id))),
    ]
    if (proxy === undefined || proxy.userId === account || (!isNamed && entry.userId !== account)) return owner
    return [...owner, isGone ? stopped(proxy.userId) : affected(userTopic(proxy.userId), PROXIED)]
  })
}
