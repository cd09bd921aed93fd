import type { AdminAction, EarlierGame } from '../admin-action.ts'
import { createEvent, type EventData, isSameLoss, type PoolEvent } from '../events.ts'
import type { EntryId, WeekId } from '../ids.ts'
import { type Entry, type PoolState, type Week, weeksOfSeason } from '../state.ts'
import { RuleViolation } from '../violation.ts'
import { type Decider, type DecisionContext, reject, requireAdmin } from './context.ts'
import { pickData, pickIn } from './picks.ts'
import { reopenWeeks } from './weeks.ts'

type ActionOf<K extends AdminAction['kind']> = Extract<AdminAction, { kind: K }>

/**
 * Takes back the last action of an admin, as long as nothing depends on it (docs/rules.md §10.5). The log keeps the action: its inverse
 * follows as events of its own, and `ActionUndone` names what it takes back.
 */
export const undoAction: Decider<'UndoAction'> = (state, { position, nonce }, context) => {
  requireAdmin(state, context)
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
    case 'finals':
      return undoFinals(state, action)
    default:
      return action satisfies never
  }
}

/** A lock that has happened is not taken back, because everybody has seen the picks. */
function undoLock(state: PoolState, action: ActionOf<'lock'>, { siteNow }: DecisionContext): readonly PoolEvent[] {
  const week = requireStill(state.weeks.get(action.weekId))
  if (week.lockTime !== action.lockTime) throw new RuleViolation('undo_changed')
  const { lockTime, automatic } = action.earlier
  if (week.locked !== null && week.locked.position > action.position) throw new RuleViolation('undo_too_late')
  // Picks may have been made since the earlier time, and none may be made after a lock.
  if (week.locked === null && lockTime <= siteNow) throw new RuleViolation('undo_lock_passed')
  return [
    createEvent('LockTimeChanged', { weekId: week.id, lockTime, automatic }),
    ...reopenWeeks(state, [{ ...week, lockTime }], siteNow),
    undone(action, { weekId: week.id }),
  ]
}

function undoElimination(state: PoolState, action: ActionOf<'elimination'>): readonly PoolEvent[] {
  const { seasonYear } = action
  const entry = requireStill(state.entries.get(action.entryId))
  if (!entry.eliminatedByHand.some((elimination) => elimination.seasonYear === seasonYear))
    throw new RuleViolation('undo_changed')
  requireNoLockSince(state, action, seasonYear)
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
  requireNoLockSince(state, action, seasonYear)
  return [
    ...(eliminatedIn === null
      ? []
      : [createEvent('EntryEliminatedByHand', { entryId: entry.id, seasonYear, weekNumber: eliminatedIn })]),
    undone(action, { entryId: entry.id, seasonYear, unwaived: waived }),
  ]
}

/** Picks that are hidden never decide: before the lock, and while the entry has picked in an open week, an override stays. */
function undoOverride(
  state: PoolState,
  action: ActionOf<'override'>,
  nonce: string,
  context: DecisionContext,
): readonly PoolEvent[] {
  const entry = requireStill(state.entries.get(action.entryId))
  const week = requireStill(state.weeks.get(action.weekId))
  const isOpen = (id: WeekId) => state.weeks.get(id)?.locked === null
  if (isOpen(week.id) || entry.picks.some((pick) => isOpen(pick.weekId))) throw new RuleViolation('undo_hidden')
  if (pickIn(entry, week)?.version !== action.position) throw new RuleViolation('undo_changed')
  requireNoLockSince(state, action, week.seasonYear)
  return [earlierPick(entry, week, action, nonce, context), undone(action, { entryId: entry.id, weekId: week.id })]
}

/** Without a pick, the entry misses a locked week. So an entry that had not missed it keeps the override. */
function earlierPick(
  entry: Entry,
  week: Week,
  { earlierTeam, hadMissed }: ActionOf<'override'>,
  nonce: string,
  context: DecisionContext,
): PoolEvent {
  if (earlierTeam !== null) {
    return createEvent('PickOverridden', { ...pickData(entry, week, earlierTeam, nonce, context), source: 'override' })
  }
  const pick = pickIn(entry, week)
  if (!hadMissed || pick === undefined) throw new RuleViolation('undo_changed')
  return createEvent('PickCleared', { pickId: pick.id, entryId: entry.id, weekId: week.id })
}

/** The week stays locked, even if the action locked it. Games that have changed since stay as they are now. */
function undoFinals(state: PoolState, action: ActionOf<'finals'>): readonly PoolEvent[] {
  const week = requireStill(state.weeks.get(action.weekId))
  if (week.locked === null) throw new RuleViolation('undo_changed')
  requireNoLockSince(state, action, week.seasonYear)
  const games = action.games.filter((earlier) => isStillFinal(week, earlier))
  if (games.length === 0) throw new RuleViolation('undo_changed')
  return [...games.map((game) => earlierScore(week.id, game)), undone(action, { weekId: week.id })]
}

function isStillFinal(week: Week, { id, homeScore, awayScore }: EarlierGame): boolean {
  const game = week.games.find((candidate) => candidate.id === id)
  return game?.finalByAdmin === true && game.homeScore === homeScore && game.awayScore === awayScore
}

function earlierScore(weekId: WeekId, { id: gameId, status, homeScore, awayScore, detail }: EarlierGame): PoolEvent {
  if (status === 'in_progress' || status === 'final') {
    return createEvent('GameScored', { weekId, gameId, homeScore, awayScore, detail, source: 'feed' })
  }
  return createEvent('GameStatusChanged', { weekId, gameId, status, detail })
}

/** A lock freezes who takes part in its week, so an earlier action cannot be taken back after it. */
function requireNoLockSince(state: PoolState, { position }: AdminAction, seasonYear: number): void {
  const hasLocked = weeksOfSeason(state, seasonYear).some(({ locked }) => locked !== null && locked.position > position)
  if (hasLocked) throw new RuleViolation('undo_too_late')
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
