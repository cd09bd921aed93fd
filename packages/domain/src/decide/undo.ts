import { allPicks, pickAt } from '../state/entry-picks.ts'
import type { AdminAction, EarlierGame, EarlierPick } from '../events/admin-action.ts'
import { createEvent, type EventData, isSameLoss, type PoolEvent } from '../events/events.ts'
import { type EntryId, mainContest, scheduleWeekId, type WeekId } from '../values/ids.ts'
import { toHex } from '../proof/proof.ts'
import { type PoolState, type Round, roundsOf, roundsOn, type ScheduleWeek } from '../state/state.ts'
import { RuleViolation } from '../events/violation.ts'
import { type Decider, type DecisionContext, reject } from './context.ts'
import { rejoinWeek } from './add-week.ts'
import { isClosedOut } from '../values/game-life.ts'
import { isSameProgress, returned } from './games-by-hand.ts'
import { pickData } from './picks.ts'
import { restoredGame } from './sync-games.ts'
import { reopenWeeks } from './weeks.ts'

type ActionOf<K extends AdminAction['kind']> = Extract<AdminAction, { kind: K }>

/**
 * Takes back the last action of an admin, as long as nothing depends on it (docs/rules.md §10.5). The log keeps the action: its inverse
 * follows as events of its own, and `ActionUndone` names what it takes back.
 */
export const undoAction: Decider<'UndoAction'> = (state, { position, nonce }, context) => {
  const action = state.lastAction
  if (action === null || (position !== undefined && action.position !== position)) throw new RuleViolation('nothing_to_undo')
  return { events: inverseOf(state, action, nonce, context), reply: { undone: action.position } }
}

function inverseOf(state: PoolState, action: AdminAction, nonce: string, context: DecisionContext): readonly PoolEvent[] {
  switch (action.kind) {
    case 'lock':
      return undoLock(state, action, context)
    case 'elimination':
      return undoElimination(state, action)
    case 'reinstatement':
      return undoReinstatement(state, action)
    case 'override':
      return undoOverride(state, action, nonce, context)
    case 'import':
      return undoImport(state, action, nonce, context)
    case 'finals':
      return undoFinals(state, action)
    case 'game':
      return undoGame(state, action)
    case 'close':
      return undoClose(state, action)
    case 'current_week':
      return undoCurrentWeek(state, action)
    case 'split':
      return undoSplit(state, action, context)
    default:
      return action satisfies never
  }
}

/** A lock that has happened is not taken back, because everybody has seen the picks. */
function undoLock(state: PoolState, action: ActionOf<'lock'>, { siteNow, now }: DecisionContext): readonly PoolEvent[] {
  const week = requireStill(state.rounds.get(action.weekId))
  if (week.lockTime !== action.lockTime) throw new RuleViolation('undo_changed')
  const { lockTime, automatic } = action.earlier
  if (week.locked !== null && week.locked.position > action.position) throw new RuleViolation('undo_too_late')
  // Picks may have been made since the earlier time, and none may be made after a lock.
  if (week.locked === null && lockTime <= siteNow) throw new RuleViolation('undo_lock_passed')
  return [
    createEvent('LockTimeChanged', { weekId: week.id, lockTime, automatic }),
    ...reopenWeeks(state, [{ ...week, lockTime }], siteNow, now),
    undone(action, { weekId: week.id }),
  ]
}

function undoElimination(state: PoolState, action: ActionOf<'elimination'>): readonly PoolEvent[] {
  const { seasonYear } = action
  const contestId = mainContest(seasonYear)
  const entry = requireStill(state.entries.get(action.entryId))
  if (!entry.eliminatedByHand.some((elimination) => elimination.contestId === contestId)) throw new RuleViolation('undo_changed')
  requireNoLockSince(action, roundsOf(state, contestId))
  return [
    createEvent('EntryReinstated', { entryId: entry.id, seasonYear, forgiven: [] }),
    undone(action, { entryId: entry.id, seasonYear }),
  ]
}

function undoReinstatement(state: PoolState, action: ActionOf<'reinstatement'>): readonly PoolEvent[] {
  const { seasonYear, waived, eliminatedIn } = action
  const entry = requireStill(state.entries.get(action.entryId))
  const isWaived = waived.every((loss) => entry.waivedLosses.some((other) => isSameLoss(loss, other)))
  if (!isWaived || entry.buybacks.some(({ askedAt }) => askedAt > action.recordedAt)) throw new RuleViolation('undo_changed')
  requireNoLockSince(action, roundsOf(state, mainContest(seasonYear)))
  return [
    ...(eliminatedIn === null
      ? []
      : [createEvent('EntryEliminatedByHand', { entryId: entry.id, seasonYear, weekNumber: eliminatedIn })]),
    undone(action, { entryId: entry.id, seasonYear, unwaived: waived }),
  ]
}

function undoOverride(
  state: PoolState,
  action: ActionOf<'override'>,
  nonce: string,
  context: DecisionContext,
): readonly PoolEvent[] {
  const { entryId, weekId } = action
  requireStill(state.entries.get(entryId))
  const { contestId } = requireStill(state.rounds.get(weekId))
  if (keepsPick(state, action)) throw new RuleViolation('undo_hidden')
  if (!isStillSet(state, action)) throw new RuleViolation('undo_changed')
  requireNoLockSince(action, roundsOf(state, contestId))
  return [earlierPick(state, action, nonce, context), undone(action, { entryId, weekId })]
}

/** Picks that have changed since stay as they are now, and so do those that hidden picks would decide about. */
function undoImport(state: PoolState, action: ActionOf<'import'>, nonce: string, context: DecisionContext): readonly PoolEvent[] {
  const left = action.picks.filter(({ entryId, weekId }) => state.entries.has(entryId) && state.rounds.has(weekId))
  const known = left.filter((pick) => !keepsPick(state, pick))
  if (left.length > 0 && known.length === 0) throw new RuleViolation('undo_hidden')
  const picks = known.filter((pick) => isStillSet(state, pick))
  if (picks.length === 0) throw new RuleViolation('undo_changed')
  for (const weekId of new Set(picks.map((pick) => pick.weekId)))
    requireNoLockSince(action, roundsOf(state, requireStill(state.rounds.get(weekId)).contestId))
  const nonceOf = ({ position }: { readonly position: number }) => toHex(context.hashing.sha256(`${nonce} ${position}`))
  return [...picks.map((pick) => earlierPick(state, pick, nonceOf(pick), context)), undone(action, {})]
}

/**
 * Picks that are hidden never decide, not even by whether they have changed: before the lock an override stays, and while the entry has
 * picked in an open week, the earlier team does not come back.
 */
function keepsPick(state: PoolState, { entryId, weekId, earlierTeam }: EarlierPick): boolean {
  const isOpen = (id: WeekId) => state.rounds.get(id)?.locked === null
  const entry = state.entries.get(entryId)
  return isOpen(weekId) || (earlierTeam !== null && entry !== undefined && allPicks(entry).some((pick) => isOpen(pick.weekId)))
}

function isStillSet(
  { entries, rounds }: PoolState,
  { entryId, weekId, slot, position }: Pick<ActionOf<'override'>, 'entryId' | 'weekId' | 'slot' | 'position'>,
): boolean {
  const [entry, week] = [entries.get(entryId), rounds.get(weekId)]
  return entry !== undefined && week !== undefined && pickAt(entry, week.id, slot)?.version === position
}

/** Without a pick, an entry misses a locked week again only if it had missed it before. */
function earlierPick(
  state: PoolState,
  { entryId, weekId, slot, earlierTeam, earlierRule, hadMissed }: EarlierPick,
  nonce: string,
  context: DecisionContext,
): PoolEvent {
  const [entry, week] = [requireStill(state.entries.get(entryId)), requireStill(state.rounds.get(weekId))]
  if (earlierTeam === null) {
    const { id: pickId } = requireStill(pickAt(entry, week.id, slot))
    return createEvent('PickCleared', { pickId, entryId, weekId, ...(hadMissed ? {} : { unmissed: true as const }) })
  }
  const data = pickData({ entry, week, slot }, earlierTeam, nonce, context)
  // An automatic pick stays one: it counts as one of those that the entry may have (docs/rules.md §14.2).
  return earlierRule === null
    ? createEvent('PickOverridden', { ...data, source: 'override' })
    : createEvent('PickAssigned', { ...data, rule: earlierRule })
}

/** The week stays locked, even if the action locked it. Games that have changed since stay as they are now. */
function undoFinals(state: PoolState, action: ActionOf<'finals'>): readonly PoolEvent[] {
  const week = requireStillScheduled(state, action)
  if (roundsOn(state, week.id).some(({ locked }) => locked === null)) throw new RuleViolation('undo_changed')
  requireNoLockSince(action, roundsOfSeason(state, week))
  const games = action.games.filter((earlier) => isStillFinal(week, earlier))
  if (games.length === 0) throw new RuleViolation('undo_changed')
  return [...games.flatMap((game) => unsetFinal(state, week, game)), undone(action, { weekId: week.id })]
}

/** A game that was final by the feed's word is so again. One that was final by hand keeps an admin's word. */
function unsetFinal(state: PoolState, week: ScheduleWeek, earlier: EarlierGame): readonly PoolEvent[] {
  const { id, status } = earlier
  if (status !== 'final') return restoredGame(state, week, id, earlier, 'undo')
  const isByHand = week.games.some((game) => game.id === id && game.byHand !== undefined)
  return isByHand ? [] : [createEvent('GameReturnedToFeed', { weekId: week.id, gameId: id })]
}

function undoGame(state: PoolState, action: ActionOf<'game'>): readonly PoolEvent[] {
  const { earlier, wasByHand, set } = action
  const week = requireStillScheduled(state, action)
  const game = requireStill(week.games.find(({ id }) => id === earlier.id))
  // What the feed said unreadably since does not matter.
  const { unread: _unread, isResultUnread: _isResultUnread, ...now } = game
  if (game.byHand === undefined || !isSameProgress(now, set)) throw new RuleViolation('undo_changed')
  requireNoLockSince(action, roundsOfSeason(state, week))
  const events = wasByHand ? restoredGame(state, week, game.id, earlier, 'hand') : returned(state, week, game, earlier)
  return [...events, undone(action, { weekId: week.id })]
}

/** Games that have a result since stay as they are now. */
function undoClose(state: PoolState, action: ActionOf<'close'>): readonly PoolEvent[] {
  const week = requireStillScheduled(state, action)
  requireNoLockSince(action, roundsOfSeason(state, week))
  const closed = new Set(week.games.filter(isClosedOut).map(({ id }) => id))
  const games = action.games.filter(({ id }) => closed.has(id))
  if (games.length === 0) throw new RuleViolation('undo_changed')
  return [...games.flatMap((game) => restoredGame(state, week, game.id, game, 'undo')), undone(action, { weekId: week.id })]
}

function undoCurrentWeek(state: PoolState, action: ActionOf<'current_week'>): readonly PoolEvent[] {
  if (state.currentWeekId !== action.weekId) throw new RuleViolation('undo_changed')
  const { id } = requireStill(state.rounds.get(action.earlier))
  return [createEvent('CurrentWeekSet', { weekId: id }), undone(action, { weekId: id })]
}

function undoSplit(state: PoolState, action: ActionOf<'split'>, context: DecisionContext): readonly PoolEvent[] {
  const week = requireStillScheduled(state, action)
  requireNoLockSince(action, roundsOfSeason(state, week))
  return rejoinWeek(state, week, undone(action, { weekId: action.weekId }), context)
}

function isStillFinal(week: ScheduleWeek, { id, homeScore, awayScore }: EarlierGame): boolean {
  const game = week.games.find((candidate) => candidate.id === id)
  return game?.finalByAdmin === true && game.homeScore === homeScore && game.awayScore === awayScore
}

/** A lock freezes who takes part in its week, so an earlier action cannot be taken back after it. */
function requireNoLockSince({ position }: AdminAction, rounds: readonly Round[]): void {
  const hasLocked = rounds.some(({ locked }) => locked !== null && locked.position > position)
  if (hasLocked) throw new RuleViolation('undo_too_late')
}

/** Returns the rounds in which a game of a week can decide who takes part: those of all contests of its season. */
function roundsOfSeason({ rounds }: PoolState, { seasonYear }: ScheduleWeek): readonly Round[] {
  return [...rounds.values()].filter((round) => round.seasonYear === seasonYear)
}

function requireStillScheduled({ schedule }: PoolState, { weekId }: { readonly weekId: WeekId }): ScheduleWeek {
  return requireStill(schedule.get(scheduleWeekId(weekId)))
}

function requireStill<T>(subject: T | undefined): T {
  return subject ?? reject('undo_changed')
}

interface Subject extends Pick<EventData['ActionUndone'], 'seasonYear' | 'unwaived'> {
  readonly entryId?: EntryId
  readonly weekId?: WeekId
}

function undone({ position, kind }: AdminAction, subject: Subject): PoolEvent {
  return createEvent('ActionUndone', { undone: position, action: kind, ...subject })
}
