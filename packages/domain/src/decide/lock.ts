import { type EventOfType, createEvent, type PoolEvent } from '../events/events.ts'
import { participantsOf } from '../standing/participation.ts'
import type { Participant } from '../standing/season-table.ts'
import { type EntryId, parsePickId } from '../values/ids.ts'
import { type Instant, instantToMs } from '../values/instant.ts'
import type { Slot } from '../values/slots.ts'
import { type Hashing, MerkleTree } from '../proof/proof.ts'
import { seasonResults } from '../standing/season-results.ts'
import { enteredWeekAlive, isAliveAtLock, isInWeekAtLock } from '../standing/standing.ts'
import {
  type Entry,
  gamesOf,
  mayMissFilter,
  type Pick as EntryPick,
  type PoolState,
  type Round,
  slotsOf,
  tookPartFilter,
} from '../state/state.ts'
import { assignPicks } from './assign-picks.ts'
import { picksAtLock, type PicksByEntry, type VoidPlanAtLock } from './judge-picks.ts'

/**
 * Returns the open weeks whose lock time has come, in the order of their lock times. With equal times the earlier week comes first,
 * because its results may decide which entries enter the later one.
 */
export function weeksDueToLock(state: PoolState, siteNow: Instant): readonly Round[] {
  const due: Round[] = []
  for (const week of state.rounds.values()) if (week.locked === null && siteNow >= week.lockTime) due.push(week)
  return due.sort(byLock)
}

function byLock(a: Round, b: Round): number {
  return instantToMs(a.lockTime) - instantToMs(b.lockTime) || a.seasonYear - b.seasonYear || a.weekNumber - b.weekNumber
}

/** Returns the next site time at which a pick may be judged otherwise: the first lock or kickoff of an open week after `siteNow`. */
export function nextDeadline(state: PoolState, siteNow: Instant): Instant | undefined {
  let next: Instant | undefined
  const consider = (time: Instant): void => {
    if (time > siteNow && (next === undefined || time < next)) next = time
  }
  for (const week of state.rounds.values()) {
    if (week.locked !== null) continue
    consider(week.lockTime)
    for (const game of gamesOf(state, week)) consider(game.kickoff)
  }
  return next
}

/** Locks a week: returns the removals of plans that are void and its automatic picks, followed by the lock itself. */
export function lockWeek(state: PoolState, week: Round, hashing: Hashing): PoolEvent[] {
  const participants = participantsOf(state, seasonResults(state, week.contestId))
  const { counting, voidPlans } = picksAtLock(state, week)
  const assigned = assignPicks({ state, week, participants, counting, hashing })
  const picks = new Map<EntryId, readonly Committed[]>(counting)
  for (const { data } of assigned) {
    const { slot } = parsePickId(data.pickId)
    picks.set(data.entryId, [...(picks.get(data.entryId) ?? []), { slot, commitment: data.commitment }])
  }
  return [...clearVoidPlans(week, voidPlans), ...assigned, lockOf(state, week, participants, picks, hashing)]
}

/**
 * Creates the lock that a week has without automatic picks, or with those that are already in the state.
 * @param hasOut whether it is the lock of an older version, which had the entries in it that were out since this week or a later one
 */
export function createWeekLocked(state: PoolState, week: Round, hashing: Hashing, hasOut = false): EventOfType<'WeekLocked'> {
  const participants = participantsOf(state, seasonResults(state, week.contestId))
  return lockOf(state, week, participants, picksAtLock(state, week).counting, hashing, hasOut)
}

/** Until the lock, nobody but the owner knows that a plan is void, so nothing happens before (docs/rules.md §3.9). */
function clearVoidPlans(week: Round, voidPlans: readonly VoidPlanAtLock[]): EventOfType<'PickCleared'>[] {
  return voidPlans
    .map(({ entry, pick, usedIn, why }) => {
      const noGame = why === 'team_on_bye' ? { noGame: true as const } : {}
      return createEvent('PickCleared', { pickId: pick.id, entryId: entry.id, weekId: week.id, usedIn: usedIn.id, ...noGame })
    })
    .sort((a, b) => a.data.entryId - b.data.entryId)
}

function hasMissedBefore({ missedWeeks }: Entry, { id }: Round): boolean {
  return missedWeeks.some(({ weekId }) => weekId === id)
}

type Committed = Pick<EntryPick, 'slot' | 'commitment'>

/** A loop, because it runs for each place of a large pool while the pool waits for the lock. */
function commitmentIn(picks: readonly Committed[], slot: Slot): string | null {
  for (const pick of picks) if (pick.slot === slot) return pick.commitment
  return null
}

/**
 * Creates the lock of a week: which entries entered it, which had no pick, and the Merkle root that proves their picks later.
 * @param picks the picks that count, by entry, with the automatic ones that precede the lock
 */
function lockOf(
  state: PoolState,
  week: Round,
  participants: readonly Participant[],
  picks: PicksByEntry<Committed>,
  hashing: Hashing,
  hasOut = false,
): EventOfType<'WeekLocked'> {
  const tree = new MerkleTree(hashing)
  const missed: EntryId[] = []
  const mayMiss = mayMissFilter(week)
  const tookPart = tookPartFilter(week)
  const slots = slotsOf(state, week)
  let entries = 0
  let picked = 0
  for (const { entry, standing } of participants) {
    const isAlive = (hasOut ? enteredWeekAlive : isAliveAtLock)(standing, week.weekNumber)
    if (!isAlive && !isInWeekAtLock(standing, week.weekNumber, tookPart(entry.id))) continue
    const own = picks.get(entry.id) ?? []
    // An entry that is out by now has missed the week if it had missed it before (docs/rules.md §2.6).
    if (own.length < slots.length && mayMiss(entry.id) && (isAlive || hasMissedBefore(entry, week))) missed.push(entry.id)
    else if (own.length === 0) continue
    entries += 1
    for (const slot of slots) {
      const commitment = commitmentIn(own, slot)
      if (commitment !== null) picked += 1
      tree.add({ entryId: entry.id, slot, commitment })
    }
  }
  return createEvent('WeekLocked', {
    weekId: week.id,
    lockTime: week.lockTime,
    merkleRoot: tree.root,
    entries,
    picks: picked,
    missed,
  })
}
