import { compareEntries, compareUsers } from '@outlast/contract/live/order'
import type { AdminEntry, BuybackInfo, ProxiedEntry, UserEntry, UserInfo, UserPick, UserView } from '@outlast/contract/live/wire'
import { rolesField } from '@outlast/contract/rest/users'
import { toSealedUserPick, toUserPick } from '@outlast/contract/rest/picks'
import {
  buybackFee,
  entriesOf,
  entriesPickedBy,
  type Entry,
  isBallotSealed,
  isByHand,
  isRankingSealed,
  type PoolState,
  proxyOf,
  type User,
  type UserId,
} from '@outlast/domain'
import { nameOf, playerOf } from '../people/directory.ts'
import { madeByField, proxyEndOf } from './proxies.ts'
import { visiblePicks } from '../picks/visible-picks.ts'
import type { Source } from '../source.ts'

/** Returns topic `user:<id>`; `undefined` if there is no such account. */
export function userView(source: Source, userId: number): UserView | undefined {
  const user = source.pool.users.get(userId as UserId)
  if (user === undefined) return undefined
  const proxied = proxiedEntries(source, user.id)
  return { user: userInfo(source, user), entries: userEntries(source, user.id), ...(proxied.length > 0 && { proxied }) }
}

/** Returns an account, for its owner and for admins. */
export function userInfo({ pool, people }: Source, user: User): UserInfo {
  const { email = '', first_name = '', last_name = '', mobile = null } = people.of(user.id) ?? {}
  return {
    id: user.id,
    email,
    first_name,
    last_name,
    mobile,
    is_admin: user.isAdmin,
    ...rolesField(user.roles),
    created_at: user.createdAt,
    password_chosen_by_admin: user.passwordChosenByAdmin,
    is_waiting: user.isWaiting,
    picks_sealed_until: pool.seals.get(user.id)?.until ?? null,
  }
}

/** Returns all accounts by e-mail address. */
export function userInfos(source: Source): readonly UserInfo[] {
  return [...source.pool.users.values()].map((user) => userInfo(source, user)).sort(compareUsers)
}

/** Returns a member's own entries by name, with all their picks. */
export function userEntries(source: Source, userId: UserId): readonly UserEntry[] {
  return entriesOf(source.pool, userId)
    .map((entry) => userEntry(source, entry))
    .sort(compareEntries)
}

/** Returns the entries of others for which a member picks, with their picks as their owners see them. */
export function proxiedEntries({ pool, people }: Source, userId: UserId): ProxiedEntry[] {
  return entriesPickedBy(pool, userId).flatMap((entry) => {
    const proxy = proxyOf(pool, entry)
    if (proxy === undefined) return []
    const { id, name, created_position, renewals } = entryFields(pool, entry)
    const ofOwner = { owner_name: nameOf(people, entry.userId), ...proxyEndOf(pool, proxy) }
    return [{ id, name, ...ofOwner, created_position, renewals, picks: picksFor({ pool, people }, userId, entry) }]
  })
}

function picksFor({ pool, people }: Source, userId: UserId, entry: Entry): UserPick[] {
  return visiblePicks(pool, { kind: 'member', userId }, entry).map((pick) =>
    pick.team === null
      ? toSealedUserPick(pick.week, pick)
      : toUserPick(pick.week, { ...pick, ...madeByField(people, pick.madeBy) }),
  )
}

/** Returns an entry for its owner. A sealed vote looks like none. */
export function userEntry(source: Source, entry: Entry): UserEntry {
  const { pool, people } = source
  const { refusedOverride } = entry
  const ballot = isBallotSealed(pool, entry) ? undefined : pool.splitBallots.get(entry.id)
  const proxy = proxyOf(pool, entry)
  return {
    ...entryFields(pool, entry),
    refused_override: refusedOverride && {
      position: refusedOverride.position,
      week_id: refusedOverride.weekId,
      recorded_at: refusedOverride.at,
    },
    picks: picksFor(source, entry.userId, entry),
    ranking: isRankingSealed(pool, entry) ? null : [...entry.ranking],
    ...(ballot && { split_choice: ballot.choice }),
    ...(proxy && { proxy: { user_name: nameOf(people, proxy.userId), ...proxyEndOf(pool, proxy) } }),
  }
}

/** Returns an entry with its owner's address, for admins. */
export function adminEntry({ pool, people }: Source, entry: Entry): AdminEntry {
  const { email = '', mobile = null } = people.of(entry.userId) ?? {}
  return { ...entryFields(pool, entry), user_name: playerOf(people, entry), user_email: email, user_mobile: mobile }
}

function entryFields(pool: PoolState, entry: Entry) {
  return {
    id: entry.id,
    user_id: entry.userId,
    name: entry.name,
    ...(isByHand(entry) && { is_paper: true as const }),
    is_paid: entry.payment !== null,
    payment_type: entry.payment?.type ?? null,
    paid_date: entry.payment?.date ?? null,
    payment_claimed_at: entry.paymentClaim?.at ?? null,
    created_at: entry.createdAt,
    updated_at: entry.updatedAt,
    version: entry.version,
    created_position: entry.createdPosition,
    buybacks: entry.buybacks.map((buyback) => buybackInfo(pool, buyback)),
    renewals: entry.renewals.map(({ seasonYear, position }) => ({ season_year: seasonYear, position })),
  }
}

/** The team of the loss is left out: the row of the entry has it, as far as its viewer may know. */
function buybackInfo(pool: PoolState, buyback: Entry['buybacks'][number]): BuybackInfo {
  const { status, seasonYear, loss, askedAt, lapse } = buyback
  return {
    status,
    season_year: seasonYear,
    week_number: pool.rounds.get(loss.weekId)?.weekNumber ?? null,
    fee_cents: buybackFee(pool, buyback),
    asked_at: askedAt,
    lapsed:
      lapse === null ? null : { because: lapse.because, week_number: lapse.because === 'next_lock' ? lapse.weekNumber : null },
  }
}
