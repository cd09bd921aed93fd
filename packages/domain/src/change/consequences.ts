import type { Actor } from '../commands.ts'
import { picksOf } from '../state/entry-picks.ts'
import { type SeasonChange, seasonChange } from '../standing/season-change.ts'
import { SeasonTable, seasonTable } from '../standing/season-table.ts'
import { entryRecord, seasonResults } from '../standing/season-results.ts'
import { type WeekResults } from '../standing/standing.ts'
import { costOfMissing } from '../situation/missing.ts'
import { type ContestId, type EntryId, mainContest, type UserId, type WeekId } from '../values/ids.ts'
import { isLocked, type PoolChanges, poolChanges, weeksById } from './pool-changes.ts'
import { type FormerTitle, formerTitles, type YearTurn, yearTurn } from './year-turn.ts'
import { type Hashing, toHex } from '../proof/proof.ts'
import type { VisiblePool } from '../hidden.ts'
import { addMs, type Instant } from '../values/instant.ts'
import { currentRound, currentSiteTime, type Entry, type PoolState, type Round, slotCount } from '../state/state.ts'

// What an admin's command would change, shown before it is sent (docs/rules.md §10.4). It is derived from what the admin may know, and
// results count only for weeks that were locked before the command.

/** A week that a command locks. */
interface LockingWeek {
  readonly weekId: WeekId
  /** How many entries that are alive have no pick in it. */
  readonly withoutPick: number
}

/** An open week that a command moves so near to its lock that whoever has not picked may miss it. */
interface NearLock {
  readonly weekId: WeekId
  readonly lockTime: Instant
  /** The entries that are alive and have no pick in it. */
  readonly withoutPick: readonly EntryId[]
}

/** How near that is. */
const NEAR_MS = 3 * 3_600_000

/** How a command changes the pool, and the season of the current week. Lists of entries are in the order of their ids. */
export interface Consequences extends PoolChanges, Omit<SeasonChange, 'leftOrReturned'> {
  readonly locks: readonly LockingWeek[]
  readonly nearLocks: readonly NearLock[]
  /** Weeks whose picks are hidden again. */
  readonly reopens: readonly WeekId[]
  /** Entries that go out when the games of the weeks that lock are over, because they have no pick in them. */
  readonly outWithoutPick: readonly EntryId[]
  /** Null unless another season is shown or joined, or the champion of the one before leaves or comes back. */
  readonly turn: YearTurn | null
  /** Other champions of the seasons that are not the current one. */
  readonly formerTitles: readonly FormerTitle[]
  /** The owners of the entries whose standing changes. */
  readonly members: readonly UserId[]
}

/**
 * Compares the pool before and after a command.
 * @param now real time
 */
export function consequencesOf(before: VisiblePool, after: VisiblePool, now: Instant): Consequences {
  // The first week of a pool becomes the current one at once.
  const contestId = (currentRound(before) ?? currentRound(after))?.contestId
  const sideOf = (state: VisiblePool) => ({
    state,
    siteNow: currentSiteTime(state, now),
    tableOf: (contest: ContestId) => tableIn(state, before, contest),
  })
  const sides = [sideOf(before), sideOf(after)] as const
  const was = tableIn(before, before, contestId)
  const is = tableIn(after, before, contestId)
  const { leftOrReturned: _, ...change } = seasonChange(was, is)
  const { out, returned, losingLives, regainingLives, removed } = change
  const locking = weeksById(after).filter((week) => week.locked !== null && !isLocked(before, week.id))
  return {
    ...change,
    ...poolChanges(before, after, currentSiteTime(after, now)),
    locks: locking.map((week) => ({
      weekId: week.id,
      withoutPick: entriesWithoutPick(before, before.rounds.has(week.id) ? before : after, week).length,
    })),
    nearLocks: nearLocks(before, after, now),
    outWithoutPick: outWithoutPick(
      after,
      is,
      locking.filter((week) => week.contestId === contestId),
    ),
    reopens: weeksById(before)
      .filter(({ id }) => isLocked(before, id) && after.rounds.has(id) && !isLocked(after, id))
      .map(({ id }) => id),
    turn: yearTurn(...sides),
    formerTitles: formerTitles(...sides, contestId),
    members: [
      ...new Set(
        [...out, ...returned, ...losingLives, ...regainingLives, ...removed].flatMap(
          (id) => before.entries.get(id)?.userId ?? [],
        ),
      ),
    ].sort((a, b) => a - b),
  }
}

/**
 * Returns the consequences as somebody with a role may see them: without which entries, and how many, have no pick in an open week, because
 * only admins know that before the lock (docs/rules.md §11.10).
 */
export function consequencesFor(state: VisiblePool, actor: Actor, consequences: Consequences): Consequences {
  const isAdmin = actor.kind === 'system' || (actor.kind === 'user' && state.users.get(actor.userId)?.isAdmin === true)
  if (isAdmin) return consequences
  return {
    ...consequences,
    locks: consequences.locks.map(({ weekId }) => ({ weekId, withoutPick: 0 })),
    nearLocks: consequences.nearLocks.map((lock) => ({ ...lock, withoutPick: [] })),
    outWithoutPick: [],
  }
}

/**
 * Returns a short text that differs when the changes differ. The numbers of entries that are alive are left out: on a Sunday
 * they change without the command, and in a bulk action with each of its calls.
 */
export function consequencesToken(hashing: Hashing, consequences: Consequences): string {
  const changes = JSON.stringify({ ...consequences, alive: undefined })
  return toHex(hashing.sha256(changes)).slice(0, 32)
}

/**
 * Returns the season's table in a state, from the weeks that are locked there and were locked before. A week that did not exist before has
 * no hidden picks, so it counts too.
 */
function tableIn(state: PoolState, before: PoolState, contestId: ContestId | undefined): SeasonTable {
  if (contestId === undefined) return new SeasonTable(seasonResults(state, mainContest(0)), [], new Map())
  const season = seasonResults(state, contestId)
  const isKnown = ({ id, lockPosition }: WeekResults): boolean =>
    (isLocked(before, id) || !before.rounds.has(id)) && lockPosition !== null
  const weeks = season.weeks.map((week) =>
    isKnown(week) ? week : { ...week, results: new Map(), complete: false, lockPosition: null },
  )
  return seasonTable(state, { ...season, weeks })
}

/** Returns the weeks that stay open and lock earlier than before, soon. */
function nearLocks(before: VisiblePool, after: VisiblePool, now: Instant): readonly NearLock[] {
  const soon = addMs(currentSiteTime(after, now), NEAR_MS)
  return weeksById(after).flatMap((week) => {
    const was = before.rounds.get(week.id)
    if (was === undefined || was.locked !== null || week.locked !== null) return []
    if (week.lockTime >= was.lockTime || week.lockTime > soon) return []
    return { weekId: week.id, lockTime: week.lockTime, withoutPick: entriesWithoutPick(before, after, week) }
  })
}

/** Returns the entries that are alive in the season of a week and have no pick in it. */
function entriesWithoutPick(before: VisiblePool, state: VisiblePool, week: Round): readonly EntryId[] {
  const { participants } = tableIn(state, before, week.contestId)
  const slots = slotCount(state, week)
  const lacksPick = (entry: Entry) => picksOf(entry, week.id).length < slots
  return participants.flatMap(({ entry, entryId, standing }) =>
    standing.status === 'alive' && lacksPick(entry) ? [entryId] : [],
  )
}

/**
 * A missed week costs a life once its games are over (docs/rules.md §5.2), unless a pick was added after its lock, as an import does. Which
 * entries have no pick is not secret, so a preview names them.
 */
function outWithoutPick(
  after: VisiblePool,
  { participants, season }: SeasonTable,
  locking: readonly Round[],
): readonly EntryId[] {
  const livesIn = (entry: Entry, week: Round): number => {
    const record = entryRecord(after, entry, week.contestId)
    const missing = record.hasMissed(week.id) ? slotCount(after, week) - picksOf(entry, week.id).length : 0
    return costOfMissing(record, season, week.id, missing, true)?.livesLost ?? 0
  }
  return participants.flatMap(({ entry, entryId, standing }) => {
    if (standing.status === 'out') return []
    const lost = locking.reduce((sum, week) => sum + livesIn(entry, week), 0)
    return lost === 0 || lost < standing.livesLeft ? [] : [entryId]
  })
}
