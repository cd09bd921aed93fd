import { isByHand } from '../state/keepers.ts'
import { hasSealedPick, isRankingSealed } from '../state/seal.ts'
import { createEvent, type PoolEvent } from '../events/events.ts'
import { joinedSeasonAt, joiningSeason, seasonOutcome } from '../standing/participation.ts'
import { entryRecord, entryStanding, seasonResults } from '../standing/season-results.ts'
import { deriveStanding, lossesToWaive, type SeasonResults, standingOfNewcomer } from '../standing/standing.ts'
import { type EntryId, entryId, mainContest, type UserId } from '../values/ids.ts'
import type { Instant } from '../values/instant.ts'
import { refusedEntry } from '../pool-rules/index.ts'
import { isWeekClosed } from '../values/week.ts'
import { comparedWithRule, numberAfter } from '../values/week-number.ts'
import { currentRound, entriesOf, type Entry, type PoolState, rulesOf, type Round, roundsOf } from '../state/state.ts'
import { RuleViolation } from '../events/violation.ts'
import {
  type DecisionContext,
  type Decider,
  accept,
  isActor,
  reject,
  requireUser,
  requireApproved,
  requireEntry,
  requireOwnEntry,
  requirePower,
  requireSignedInUser,
  requireVersion,
  throwRefusal,
} from './context.ts'

export const createEntry: Decider<'CreateEntry'> = (state, { userId, name }, context) => {
  const actor = requireSignedInUser(state, context)
  requireApproved(actor)
  if (actor.id !== userId) requirePower(state, context, 'people')
  if (actor.id === userId || !mayBendRules(state, context)) requireJoiningAllowed(state, userId, context)
  requireUser(state, userId)
  requireFreeName(state, userId, name)
  const id = entryId(state.lastIds.entry + 1)
  return { events: [createEvent('EntryCreated', { entryId: id, userId, name })], reply: { entryId: id } }
}

export const renameEntry: Decider<'RenameEntry'> = (state, { entryId: id, name, ifVersion }, context) => {
  const entry = requireManagedEntry(state, context, id)
  requireBeforeWeekOne(state, context)
  requireVersion(entry.version, ifVersion)
  return accept(...renameTo(state, entry, name))
}

export const deleteEntry: Decider<'DeleteEntry'> = (state, { entryId: id, ifVersion }, context) => {
  const entry = requireManagedEntry(state, context, id)
  requireBeforeWeekOne(state, context)
  if (isActor(context, entry.userId) && (hasSealedPick(state, entry) || isRankingSealed(state, entry)))
    throw new RuleViolation('picks_sealed')
  requireVersion(entry.version, ifVersion)
  return accept(createEvent('EntryDeleted', { entryId: id }))
}

export const removeEntry: Decider<'RemoveEntry'> = (state, { entryId: id, ifVersion }) => {
  requireVersion(requireEntry(state, id).version, ifVersion)
  return accept(createEvent('EntryDeleted', { entryId: id }))
}

export const amendEntry: Decider<'AmendEntry'> = (state, { entryId: id, name, isEliminated, ifVersion }) => {
  const entry = requireEntry(state, id)
  requireVersion(entry.version, ifVersion)
  const events: PoolEvent[] = name === undefined ? [] : [...renameTo(state, entry, name)]
  if (isEliminated !== undefined) events.push(...eliminateOrReinstate(state, entry, isEliminated))
  return accept(...events)
}

/** Eliminates an entry as of the current week, or reinstates it and waives its current losses (docs/rules.md §5.3, §5.4). */
function eliminateOrReinstate(state: PoolState, entry: Entry, isEliminated: boolean): readonly PoolEvent[] {
  const week = currentRound(state)
  // Without a week, every entry is alive.
  if (week === undefined) return isEliminated ? reject('no_current_week') : []
  const season = seasonResults(state, week.contestId)
  const record = entryRecord(state, entry, week.contestId)
  if (isEliminated) {
    if (joinedSeasonAt(state, entry, week.seasonYear) === undefined) throw new RuleViolation('not_in_season')
    // An entry that a loss has eliminated can be eliminated by hand as well: this counts once a correction undoes the loss.
    if (record.eliminatedByHandIn !== null) return []
    const weekNumber = handEliminationWeek(state, entry, week, season)
    return [createEvent('EntryEliminatedByHand', { entryId: entry.id, seasonYear: week.seasonYear, weekNumber })]
  }
  if (deriveStanding(record, season).status === 'alive') return []
  const forgiven = lossesToWaive(record, season)
  return [createEvent('EntryReinstated', { entryId: entry.id, seasonYear: week.seasonYear, forgiven })]
}

/**
 * Returns the week as of which an admin's elimination counts: the current one. A champion stays champion, so that an entry which
 * survived the deciding week is eliminated as of a later one (docs/rules.md §6), and so is an entry that came back from a wipe-out.
 */
function handEliminationWeek(state: PoolState, entry: Entry, week: Round, season: SeasonResults): number {
  if (season.wipeOuts.includes(week.id)) return numberAfter(week.weekNumber)
  if (entryStanding(state, entry, season).status === 'out') return week.weekNumber
  const outcome = seasonOutcome(state, season)
  return outcome.status === 'running' ? week.weekNumber : Math.max(week.weekNumber, numberAfter(outcome.weekNumber))
}

function renameTo(state: PoolState, entry: Entry, name: string): readonly PoolEvent[] {
  if (entry.name === name) return []
  requireFreeName(state, entry.userId, name, entry.id)
  return [createEvent('EntryRenamed', { entryId: entry.id, name })]
}

/** Names are unique per member; names that look alike count as equal (docs/rules.md §8.1). */
function requireFreeName(state: PoolState, owner: UserId, name: string, ignored?: EntryId): void {
  const normalized = normalizeEntryName(name)
  const isTaken = entriesOf(state, owner).some(
    ({ id, name: other }) => id !== ignored && normalizeEntryName(other) === normalized,
  )
  if (isTaken) throw new RuleViolation('entry_name_taken')
}

/** Returns the form of an entry's name that is unique for its owner: without case, widths, invisible characters and kinds of blanks. */
export function normalizeEntryName(name: string): string {
  const shown = name
    .normalize('NFKC')
    .replaceAll(/\p{Default_Ignorable_Code_Point}/gu, '')
    .replaceAll(/[\s\u2800]+/gu, ' ')
  return shown.trim().toUpperCase().toLowerCase().normalize('NFKC')
}

/** Returns an entry that the actor may rename and delete: their own, or any for an admin. */
function requireManagedEntry(state: PoolState, context: DecisionContext, id: EntryId): Entry {
  return requireSignedInUser(state, context).isAdmin ? requireEntry(state, id) : requireOwnEntry(state, context, id)
}

/** Whether the pool rules about joining do not bind what somebody does for a member: only admins decide who plays (docs/rules.md §7.1). */
export function mayBendRules(state: PoolState, { actor }: DecisionContext): boolean {
  return actor.kind === 'system' || (actor.kind === 'user' && state.users.get(actor.userId)?.isAdmin === true)
}

/** Applies the pool rules about entries that join a season, new or renewed. Entries that the member keeps are not the member's own. */
export function requireJoiningAllowed(state: PoolState, owner: UserId, context: DecisionContext): void {
  const season = joiningSeason(state) ?? 0
  const own = entriesOf(state, owner).filter((entry) => !isByHand(entry))
  const joined = own.filter((entry) => joinedSeasonAt(state, entry, season) !== undefined)
  requireNewEntryAllowed(state, joined.length, context)
}

/** Applies the same rules to one more entry of somebody who has some. */
export function requireNewEntryAllowed(state: PoolState, entries: number, context: DecisionContext): void {
  // Before the first season every entry counts, and no week has closed.
  const season = joiningSeason(state) ?? 0
  const hasClosed = (weekNumber: number) => hasWeekClosed(state, season, weekNumber, context.siteNow)
  const contest = mainContest(season)
  const wouldBeOut = () => standingOfNewcomer(seasonResults(state, contest)).status === 'out'
  throwRefusal(refusedEntry(rulesOf(state, contest), { entries, hasClosed, wouldBeOut }))
}

/** Members may rename and delete entries until Week 1 of the current season locks (docs/rules.md §8.2). */
function requireBeforeWeekOne(state: PoolState, context: DecisionContext): void {
  if (!requireSignedInUser(state, context).isAdmin && isWeekOneClosed(state, context.siteNow))
    throw new RuleViolation('week_one_locked')
}

/** Whether Week 1 of the current season has locked. The first week that the pool has counts as Week 1 (docs/decisions/005). */
export function isWeekOneClosed(state: PoolState, siteNow: Instant): boolean {
  const week = currentRound(state)
  return week !== undefined && hasWeekClosed(state, week.seasonYear, 1, siteNow)
}

/** Whether the first week of a season that has a number or a later one has locked. */
function hasWeekClosed(state: PoolState, seasonYear: number, number: number, siteNow: Instant): boolean {
  const first = roundsOf(state, mainContest(seasonYear)).find(
    ({ weekNumber }) => comparedWithRule(weekNumber, number) !== 'before',
  )
  return first !== undefined && isWeekClosed(first, siteNow)
}
