import { type EventOfType, createEvent, type PickData, type PoolEvent } from '../events.ts'
import { type Participant, participantsOf } from '../participation.ts'
import type { EntryId } from '../ids.ts'
import type { Instant } from '../instant.ts'
import { type Hashing, merkleRoot, type ProofLeaf } from '../proof.ts'
import { enteredWeekAlive, seasonResults } from '../standing.ts'
import type { PoolState, Week } from '../state.ts'
import { assignPicks } from './assign-picks.ts'
import { pickIn } from './picks.ts'

/**
 * Returns the open weeks whose lock time has come, in the order of their lock times. With equal times the earlier week comes first,
 * because its results may decide which entries enter the later one.
 */
export function weeksDueToLock(state: PoolState, siteNow: Instant): readonly Week[] {
  const due: Week[] = []
  for (const week of state.weeks.values()) if (week.locked === null && siteNow >= week.lockTime) due.push(week)
  return due.length < 2 ? due : due.sort(byLock)
}

function byLock(a: Week, b: Week): number {
  if (a.lockTime !== b.lockTime) return a.lockTime < b.lockTime ? -1 : 1
  return a.seasonYear - b.seasonYear || a.weekNumber - b.weekNumber
}

/** Returns the next site time at which a pick may be judged otherwise: the first lock or kickoff of an open week after `siteNow`. */
export function nextDeadline(state: PoolState, siteNow: Instant): Instant | undefined {
  let next: Instant | undefined
  const consider = (time: Instant): void => {
    if (time > siteNow && (next === undefined || time < next)) next = time
  }
  for (const week of state.weeks.values()) {
    if (week.locked !== null) continue
    consider(week.lockTime)
    for (const game of week.games) consider(game.kickoff)
  }
  return next
}

/** Locks a week: returns its automatic picks, followed by the lock itself. */
export function lockWeek(state: PoolState, week: Week, hashing: Hashing): PoolEvent[] {
  const participants = participantsOf(state, seasonResults(state, week.seasonYear))
  const assigned = assignPicks(state, week, participants, hashing)
  const picks = new Map(assigned.map(({ data }) => [data.entryId, data]))
  return [...assigned, lockOf(week, participants, hashing, picks)]
}

/** Creates the lock that a week has without automatic picks, or with those that are already in the state. */
export function createWeekLocked(state: PoolState, week: Week, hashing: Hashing): EventOfType<'WeekLocked'> {
  return lockOf(week, participantsOf(state, seasonResults(state, week.seasonYear)), hashing, new Map())
}

/**
 * Creates the lock of a week: which entries entered it, which had no pick, and the Merkle root that proves their picks later.
 * @param assigned the automatic picks that precede the lock, by entry
 */
function lockOf(
  week: Week,
  participants: readonly Participant[],
  hashing: Hashing,
  assigned: ReadonlyMap<EntryId, PickData>,
): EventOfType<'WeekLocked'> {
  const leaves: ProofLeaf[] = []
  const missed: EntryId[] = []
  for (const { entry, standing } of participants) {
    if (!enteredWeekAlive(standing, week.weekNumber)) continue
    const pick = pickIn(entry, week) ?? assigned.get(entry.id)
    if (pick === undefined) missed.push(entry.id)
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
