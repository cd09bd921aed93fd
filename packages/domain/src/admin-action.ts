import type { Loss } from './events.ts'
import type { GameStatus } from './game.ts'
import type { EntryId, GameId, Position, UserId, WeekId } from './ids.ts'
import type { Instant } from './instant.ts'
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

/** What an action changed, with what was there before. */
export type AdminChange =
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
export type AdminAction = AdminChange & {
  readonly position: Position
  readonly actor: UserId | null
  readonly recordedAt: Instant
}
