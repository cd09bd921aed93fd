import { allPicks } from './entry-picks.ts'
import { handedOverAt } from './keepers.ts'
import type { Position, UserId, WeekId } from '../values/ids.ts'
import { type Instant, instantFromMs, instantToMs } from '../values/instant.ts'
import type { Entry, Pick, PoolState } from './state.ts'

/** How long an admin's change of a member's e-mail address seals the member's hidden picks: 7 days of real time. */
const SEAL_MS = 7 * 24 * 60 * 60 * 1000

/** Returns when a seal that starts at a real time ends. */
export function sealEnd(since: Instant): Instant {
  return instantFromMs(instantToMs(since) + SEAL_MS)
}

/** Returns whether a pick is hidden from its owner. The lock of its week reveals it to everyone. */
export function isSealed(state: PoolState, entry: Entry, pick: Pick): boolean {
  return isSealedAt(state, entry, pick.version) && state.rounds.get(pick.weekId)?.locked === null
}

/**
 * Returns from which position on an entry's owner knows what happened to the picks of open weeks: where an admin changed the address of the
 * account, or the entry was handed over to it. Otherwise whoever can do that could read a pick.
 */
export function knownFrom({ seals }: PoolState, entry: Entry): number {
  return Math.max(seals.get(entry.userId)?.before ?? 0, handedOverAt(entry) ?? 0)
}

/** Returns whether what happened to an open week's pick of an entry at a position is hidden from the owner. */
export function isSealedAt(state: PoolState, entry: Entry, position: Position): boolean {
  return position < knownFrom(state, entry)
}

/** Returns whether an entry has a pick that is hidden from its owner. */
export function hasSealedPick(state: PoolState, entry: Entry): boolean {
  return allPicks(entry).some((pick) => isSealed(state, entry, pick))
}

/** Returns whether an entry's ranking is hidden from its owner. It belongs to no week, so only the end of the seal shows it. */
export function isRankingSealed(state: PoolState, { userId, rankingVersion }: Entry): boolean {
  const seal = state.seals.get(userId)
  return seal !== undefined && rankingVersion !== null && rankingVersion < seal.before
}

/**
 * Returns when a pick was made, as far as its owner may know: of a sealed pick that was overridden since, only the time of
 * the override, until its week locks.
 * @param updatedAt the real time of the pick's last change
 */
export function createdAtForOwner(
  state: PoolState,
  userId: UserId,
  { createdAt, weekId }: { readonly createdAt: Instant; readonly weekId: WeekId },
  updatedAt: Instant,
): Instant {
  const seal = state.seals.get(userId)
  const isOpen = state.rounds.get(weekId)?.locked === null
  return isOpen && seal !== undefined && createdAt <= seal.since ? updatedAt : createdAt
}

/** Returns whether an entry's vote in the open vote on sharing is hidden from its owner. */
export function isBallotSealed(state: PoolState, { id, userId }: Entry): boolean {
  const [seal, ballot] = [state.seals.get(userId), state.splitBallots.get(id)]
  return seal !== undefined && ballot !== undefined && ballot.version < seal.before
}
