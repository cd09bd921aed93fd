import { createEvent, type EventOfType } from '../events/events.ts'
import { RuleViolation } from '../events/violation.ts'
import { isByHand } from '../state/keepers.ts'
import { type Proxy, proxyOf } from '../state/proxy.ts'
import type { PoolState } from '../state/state.ts'
import { addMs, type Instant } from '../values/instant.ts'
import { accept, type Decider, requireEntry, requireOwnEntry, requireRound, requireSignedInUser, requireUser } from './context.ts'

const MAX_DAYS = 366
const DAY_MS = 86_400_000

/** Names who picks for an own entry, instead of whoever did so far (docs/rules.md §3.12). */
export const nameProxy: Decider<'NameProxy'> = (state, { entryId, userId, until }, context) => {
  const entry = requireOwnEntry(state, context, entryId)
  const user = requireUser(state, userId)
  if (user.id === entry.userId) throw new RuleViolation('proxy_is_owner')
  // While an address that an admin changed waits for its confirmation, that admin could see the picks through the account.
  // An entry of a person without an account has a keeper instead.
  if (user.isWaiting || state.seals.has(user.id) || isByHand(entry)) throw new RuleViolation('proxy_not_possible')
  if ('weekId' in until) {
    if (requireRound(state, until.weekId).locked !== null) throw new RuleViolation('week_locked')
  } else if (until.endsAt <= context.now || until.endsAt > addMs(context.now, MAX_DAYS * DAY_MS)) {
    throw new RuleViolation('proxy_end_out_of_range', { days: MAX_DAYS })
  }
  const earlier = proxyOf(state, entry)
  const isReplaced = earlier !== undefined && earlier.userId !== user.id
  return accept(
    ...(isReplaced ? [ended(earlier, 'owner')] : []),
    createEvent('ProxyNamed', { entryId, userId: user.id, ...until }),
  )
}

/** The owner ends it, or the proxy gives it back. For everybody else there is none. */
export const endProxy: Decider<'EndProxy'> = (state, { entryId }, context) => {
  const user = requireSignedInUser(state, context)
  const entry = requireEntry(state, entryId)
  const proxy = proxyOf(state, entry)
  if (proxy === undefined) throw new RuleViolation('proxy_not_found')
  if (user.id === entry.userId) return accept(ended(proxy, 'owner'))
  if (user.id === proxy.userId) return accept(ended(proxy, 'proxy'))
  throw new RuleViolation('proxy_not_found')
}

/** Returns the ends that are due: the time or the week is over, or an admin changed the address of the proxy (docs/rules.md §11.6). */
export function dueProxyEnds(state: PoolState, now: Instant): readonly EventOfType<'ProxyEnded'>[] {
  return [...state.proxies.values()].flatMap((proxy) => {
    if (state.seals.has(proxy.userId)) return [ended(proxy, 'address')]
    return isOver(state, proxy, now) ? [ended(proxy, 'time')] : []
  })
}

function isOver({ rounds }: PoolState, { until }: Proxy, now: Instant): boolean {
  return 'endsAt' in until ? until.endsAt <= now : rounds.get(until.weekId)?.locked !== null
}

/** Returns the next real time at which somebody stops picking for an entry; undefined if there is none. */
export function nextProxyEnd({ proxies }: Pick<PoolState, 'proxies'>): Instant | undefined {
  const ends = [...proxies.values()].flatMap(({ until }) => ('endsAt' in until ? [until.endsAt] : []))
  return ends.sort()[0]
}

function ended({ entryId, userId }: Proxy, because: 'owner' | 'proxy' | 'time' | 'address'): EventOfType<'ProxyEnded'> {
  return createEvent('ProxyEnded', { entryId, userId, because })
}
