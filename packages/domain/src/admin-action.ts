import type { Loss, RecordedEvent } from './events.ts'
import type { GameStatus } from './game.ts'
import type { EntryId, GameId, Position, UserId, WeekId } from './ids.ts'
import type { Instant } from './instant.ts'
import type { PoolState } from './state.ts'
import type { TeamAbbr } from './teams.ts'

// The last action of an admin with what it replaced, so that it can be taken back (docs/rules.md §10.5).

/** A game as it was before an admin set it to final. */
export interface EarlierGame {
  readonly id: GameId
  readonly status: GameStatus
  readonly homeScore: number | null
  readonly awayScore: number | null
  readonly detail: string | null
}

type Change =
  | {
      readonly kind: 'lock'
      readonly weekId: WeekId
      readonly lockTime: Instant
      readonly earlier: { readonly lockTime: Instant; readonly automatic: boolean }
    }
  | { readonly kind: 'elimination'; readonly entryId: EntryId; readonly seasonYear: number }
  | {
      readonly kind: 'reinstatement'
      readonly entryId: EntryId
      readonly seasonYear: number
      readonly waived: readonly Loss[]
      /** The week as of which an admin had eliminated it. */
      readonly eliminatedIn: number | null
    }
  | {
      readonly kind: 'override'
      readonly entryId: EntryId
      readonly weekId: WeekId
      readonly earlierTeam: TeamAbbr | null
      /** Whether the entry had missed the week, as it does again without the override. */
      readonly hadMissed: boolean
    }
  | { readonly kind: 'finals'; readonly weekId: WeekId; readonly games: readonly EarlierGame[] }

/** An action of an admin that can be taken back. */
export type AdminAction = Change & {
  readonly position: Position
  readonly actor: UserId | null
  readonly recordedAt: Instant
}

/** Returns the last action after an event: the event's own, none after it was taken back, or else the one before. */
export function lastActionAfter(before: PoolState, event: RecordedEvent): AdminAction | null {
  if (event.type === 'ActionUndone') return null
  if (event.metadata.role !== 'admin') return before.lastAction
  const change = changeOf(before, event)
  if (change === undefined) return before.lastAction
  return { ...change, position: event.position, actor: event.metadata.actor, recordedAt: event.recordedAt }
}

function changeOf(before: PoolState, event: RecordedEvent): Change | undefined {
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

function overrideOf(before: PoolState, { entryId, weekId }: { readonly entryId: EntryId; readonly weekId: WeekId }): Change {
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
