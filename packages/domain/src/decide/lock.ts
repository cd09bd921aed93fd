import { pickAt } from '../state/entry-picks.ts'
import { type EventOfType, createEvent, type PickData, type PoolEvent } from '../events/events.ts'
import { participantsOf } from '../standing/participation.ts'
import type { Participant } from '../standing/season-table.ts'
import type { EntryId } from '../values/ids.ts'
import type { Instant } from '../values/instant.ts'
import { type Hashing, merkleRoot, type ProofLeaf } from '../proof/proof.ts'
import { enteredWeekAlive, seasonResults } from '../standing/standing.ts'
import { gamesOf, mayMissFilter, type PoolState, type Round } from '../state/state.ts'
import { assignPicks } from './assign-picks.ts'
import { standingPickIn, voidedBy } from './picks.ts'

/**
 * Returns the open weeks whose lock time has come, in the order of their lock times. With equal times the earlier week comes first,
 * because its results may decide which entries enter the later one.
 */
export function weeksDueToLock(state: PoolState, siteNow: Instant): readonly Round[] {
  const due: Round[] = []
  for (const week of state.rounds.values()) if (week.locked === null && siteNow >= week.lockTime) due.push(week)
  return due.length < 2 ? due : due.sort(byLock)
}

function byLock(a: Round, b: Round): number {
  if (a.lockTime !== b.lockTime) return a.lockTime < b.lockTime ? -1 : 1
  return a.seasonYear - b.seasonYear || a.weekNumber - b.weekNumber
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
  const assigned = assignPicks(state, week, participants, hashing)
  const picks = new Map(assigned.map(({ data }) => [data.entryId, data]))
  return [...clearVoidPlans(state, week), ...assigned, lockOf(state, week, participants, hashing, picks)]
}

/** Creates the lock that a week has without automatic picks, or with those that are already in the state. */
export function createWeekLocked(state: PoolState, week: Round, hashing: Hashing): EventOfType<'WeekLocked'> {
  return lockOf(state, week, participantsOf(state, seasonResults(state, week.contestId)), hashing, new Map())
}

/** Until the lock, nobody but the owner knows that a plan is void, so nothing happens before (docs/rules.md §3.9). */
function clearVoidPlans(state: PoolState, week: Round): EventOfType<'PickCleared'>[] {
  const cleared = [...state.entries.values()].flatMap((entry) => {
    const pick = pickAt(entry, week.id)
    const usedIn = pick && voidedBy(state, entry, week, pick.team)
    if (pick === undefined || usedIn === undefined) return []
    return [createEvent('PickCleared', { pickId: pick.id, entryId: entry.id, weekId: week.id, usedIn })]
  })
  return cleared.sort((a, b) => a.data.entryId - b.data.entryId)
}

/**
 * Creates the lock of a week: which entries entered it, which had no pick, and the Merkle root that proves their picks later.
 * @param assigned the automatic picks that precede the lock, by entry
 */
function lockOf(
  state: PoolState,
  week: Round,
  participants: readonly Participant[],
  hashing: Hashing,
  assigned: ReadonlyMap<EntryId, PickData>,
): EventOfType<'WeekLocked'> {
  const leaves: ProofLeaf[] = []
  const missed: EntryId[] = []
  const mayMiss = mayMissFilter(week)
  for (const { entry, standing } of participants) {
    if (!enteredWeekAlive(standing, week.weekNumber)) continue
    const pick = assigned.get(entry.id) ?? standingPickIn(state, entry, week)
    if (pick === undefined) {
      if (!mayMiss(entry.id)) continue
      missed.push(entry.id)
    }
    leaves.push({ entryId: entry.id, commitment: pick?.commitment ?? null })
  }
  return createEvent('WeekLocked', {
    weekId: week.id,
    lockTime: week.lockTime,
    merkleRoot: merkleRoot(hashing, leaves),
    entries: leaves.length,
    picks: leaves.length - missed.length,
    missed,
  })
}
