import { pickAt } from '../state/entry-picks.ts'
import type { AdminAction, AdminChange, EarlierGame } from '../events/admin-action.ts'
import { evolveGames } from './games.ts'
import type { RecordedEvent } from '../events/events.ts'
import { type Game, gameProgress } from '../values/game.ts'
import { type EntryId, mainContest, parsePickId, type PickId, scheduleWeekId, type WeekId } from '../values/ids.ts'
import { instantToMs } from '../values/instant.ts'
import { isStaffRole } from '../values/roles.ts'
import type { PoolState } from '../state/state.ts'

/** Returns the last action after an event: the event's own, none after it was taken back, or else the one before. */
export function lastActionAfter(before: PoolState, event: RecordedEvent): AdminAction | null {
  if (event.type === 'ActionUndone' || (event.type === 'PicksRandomized' && setsPicks(before.lastAction))) return null
  if (!isStaffRole(event.metadata.role)) return before.lastAction
  const change = changeOf(before, event)
  if (change === undefined) return before.lastAction
  const { position, recordedAt, metadata } = event
  if (change.kind !== 'override') return { ...change, position, actor: metadata.actor, recordedAt }
  const { request_id: requestId } = metadata
  const asked = { position, actor: metadata.actor, recordedAt, ...(requestId === undefined ? {} : { requestId }) }
  const earlier = picksOfRequest(before.lastAction, asked)
  if (earlier.length === 0) return { ...change, ...asked }
  const { kind: _one, ...pick } = change
  return { kind: 'import', picks: [...earlier, { ...pick, position }], ...asked }
}

/** Whether an action replaced picks. Generated picks may use the teams that were there before. */
function setsPicks(action: AdminAction | null): boolean {
  return action?.kind === 'override' || action?.kind === 'import'
}

/** The parts of one import follow each other at once. A client may reuse a request id. */
const MAX_BETWEEN_PARTS_MS = 60_000

/** The picks that the same request has set so far. */
function picksOfRequest(
  action: AdminAction | null,
  { requestId, actor, recordedAt }: Pick<AdminAction, 'requestId' | 'actor' | 'recordedAt'>,
): Extract<AdminAction, { kind: 'import' }>['picks'] {
  if (action === null || requestId === undefined || action.requestId !== requestId || action.actor !== actor) return []
  if (instantToMs(recordedAt) - instantToMs(action.recordedAt) > MAX_BETWEEN_PARTS_MS) return []
  if (action.kind === 'import') return action.picks
  if (action.kind !== 'override') return []
  const { entryId, weekId, slot, earlierTeam, earlierRule, hadMissed, position } = action
  return [{ entryId, weekId, slot, earlierTeam, earlierRule, hadMissed, position }]
}

function changeOf(before: PoolState, event: RecordedEvent): AdminChange | undefined {
  switch (event.type) {
    case 'LockTimeChanged': {
      const { weekId, lockTime, automatic } = event.data
      const week = before.rounds.get(weekId)
      // The schedule moves an automatic lock, and would move it again.
      if (week === undefined || (automatic && week.lockIsAutomatic)) return undefined
      return { kind: 'lock', weekId, lockTime, earlier: { lockTime: week.lockTime, automatic: week.lockIsAutomatic } }
    }
    case 'EntryEliminatedByHand':
      return { kind: 'elimination', entryId: event.data.entryId, seasonYear: event.data.seasonYear }
    case 'EntryReinstated': {
      const { entryId, seasonYear, forgiven } = event.data
      const contestId = mainContest(seasonYear)
      const byHand = before.entries.get(entryId)?.eliminatedByHand.find((elimination) => elimination.contestId === contestId)
      return { kind: 'reinstatement', entryId, seasonYear, waived: forgiven, eliminatedIn: byHand?.weekNumber ?? null }
    }
    case 'PickOverridden':
      return event.data.source === 'override' ? overrideOf(before, event.data) : undefined
    case 'GamesFinalizedByAdmin': {
      const { weekId, gameIds, origin } = event.data
      if (origin === 'undo') return undefined
      const games = gamesIn(before, weekId).filter((game) => gameIds.includes(game.id))
      return { kind: 'finals', weekId, games: games.map(earlierGame) }
    }
    case 'GameScored':
    case 'GameStatusChanged':
    case 'GameFinalized':
    case 'ScoreCorrected': {
      const { weekId, gameId, origin } = event.data
      const week = before.schedule.get(scheduleWeekId(weekId))
      const game = week?.games.find(({ id }) => id === gameId)
      if (origin !== 'hand' || week === undefined || game === undefined) return undefined
      const set = gameProgress(evolveGames(week, [event]).find(({ id }) => id === gameId) ?? game)
      return { kind: 'game', weekId, earlier: earlierGame(game), wasByHand: game.byHand !== undefined, set }
    }
    case 'WeekClosed': {
      const { weekId, gameIds, origin } = event.data
      if (origin === 'undo') return undefined
      const games = gamesIn(before, weekId).filter((game) => gameIds.includes(game.id))
      return { kind: 'close', weekId, games: games.map(earlierGame) }
    }
    case 'CurrentWeekSet': {
      const earlier = before.currentWeekId
      return earlier === null ? undefined : { kind: 'current_week', weekId: event.data.weekId, earlier }
    }
    case 'WeekAdded':
      return event.data.splits === undefined ? undefined : { kind: 'split', weekId: event.data.splits }
    default:
      return undefined
  }
}

function overrideOf(
  before: PoolState,
  { entryId, weekId, pickId }: { readonly entryId: EntryId; readonly weekId: WeekId; readonly pickId: PickId },
): Extract<AdminChange, { kind: 'override' }> {
  const entry = before.entries.get(entryId)
  const { slot } = parsePickId(pickId)
  const earlier = pickAt(entry, weekId, slot)
  const lock = before.rounds.get(weekId)?.locked?.position
  return {
    kind: 'override',
    entryId,
    weekId,
    slot,
    earlierTeam: earlier?.team ?? null,
    earlierRule: earlier?.assignedBy ?? null,
    hadMissed: entry?.missedWeeks.some((missed) => missed.weekId === weekId && missed.lock === lock) === true,
  }
}

const gamesIn = (before: PoolState, weekId: WeekId) => before.schedule.get(scheduleWeekId(weekId))?.games ?? []

const earlierGame = (game: Game): EarlierGame => ({ id: game.id, ...gameProgress(game) })
