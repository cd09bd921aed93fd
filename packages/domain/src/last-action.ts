import type { AdminAction, AdminChange, EarlierGame } from './admin-action.ts'
import type { RecordedEvent } from './events.ts'
import type { EntryId, WeekId } from './ids.ts'
import type { PoolState } from './state.ts'

/** Returns the last action after an event: the event's own, none after it was taken back, or else the one before. */
export function lastActionAfter(before: PoolState, event: RecordedEvent): AdminAction | null {
  if (event.type === 'ActionUndone') return null
  if (event.metadata.role !== 'admin') return before.lastAction
  const change = changeOf(before, event)
  if (change === undefined) return before.lastAction
  return { ...change, position: event.position, actor: event.metadata.actor, recordedAt: event.recordedAt }
}

function changeOf(before: PoolState, event: RecordedEvent): AdminChange | undefined {
  switch (event.type) {
    case 'LockTimeChanged': {
      const { weekId, lockTime, automatic } = event.data
      const week = before.weeks.get(weekId)
      // The schedule moves an automatic lock, and would move it again.
      if (week === undefined || (automatic && week.lockIsAutomatic)) return undefined
      return { kind: 'lock', weekId, lockTime, earlier: { lockTime: week.lockTime, automatic: week.lockIsAutomatic } }
    }
    case 'EntryEliminatedByHand':
      return { kind: 'elimination', entryId: event.data.entryId, seasonYear: event.data.seasonYear }
    case 'EntryReinstated': {
      const { entryId, seasonYear, forgiven } = event.data
      const byHand = before.entries.get(entryId)?.eliminatedByHand.find((elimination) => elimination.seasonYear === seasonYear)
      return { kind: 'reinstatement', entryId, seasonYear, waived: forgiven, eliminatedIn: byHand?.weekNumber ?? null }
    }
    case 'PickOverridden':
      return event.data.source === 'override' ? overrideOf(before, event.data) : undefined
    case 'GamesFinalizedByAdmin': {
      const { weekId, gameIds } = event.data
      const games = (before.weeks.get(weekId)?.games ?? []).filter((game) => gameIds.includes(game.id) && game.status !== 'final')
      return { kind: 'finals', weekId, games: games.map(earlierGame) }
    }
    default:
      return undefined
  }
}

function overrideOf(before: PoolState, { entryId, weekId }: { readonly entryId: EntryId; readonly weekId: WeekId }): AdminChange {
  const entry = before.entries.get(entryId)
  const lock = before.weeks.get(weekId)?.locked?.position
  return {
    kind: 'override',
    entryId,
    weekId,
    earlierTeam: entry?.picks.find((pick) => pick.weekId === weekId)?.team ?? null,
    hadMissed: entry?.missedWeeks.some((missed) => missed.weekId === weekId && missed.lock === lock) === true,
  }
}

const earlierGame = ({ id, status, homeScore, awayScore, detail }: EarlierGame): EarlierGame => ({
  id,
  status,
  homeScore,
  awayScore,
  detail,
})
