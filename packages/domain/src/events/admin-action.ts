import type { Loss } from './events.ts'
import type { GameProgress } from '../values/game.ts'
import type { EntryId, GameId, Position, UserId, WeekId } from '../values/ids.ts'
import type { Instant } from '../values/instant.ts'
import type { AutoPickStep } from '../pool-rules/index.ts'
import type { Slot } from '../values/slots.ts'
import type { TeamAbbr } from '../values/teams.ts'

// The last action of an admin with what it replaced, so that it can be taken back (docs/rules.md §10.5).

/** A game as it was before an admin's action. */
export interface EarlierGame extends GameProgress {
  readonly id: GameId
}

/** A pick that an admin set, with what was there before. */
export interface EarlierPick {
  readonly entryId: EntryId
  readonly weekId: WeekId
  readonly slot: Slot
  readonly earlierTeam: TeamAbbr | null
  /** The step that had chosen it, if it was an automatic pick. */
  readonly earlierRule: AutoPickStep | null
  /** Whether the entry had missed a pick of the week, as it does again without the override. */
  readonly hadMissed: boolean
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
  | ({ readonly kind: 'override' } & EarlierPick)
  /** Several picks of one request, each with the position of its event. */
  | { readonly kind: 'import'; readonly picks: readonly (EarlierPick & { readonly position: Position })[] }
  | {
      readonly kind: 'game'
      readonly weekId: WeekId
      readonly earlier: EarlierGame
      /** Whether an admin had decided about the game before. */
      readonly wasByHand: boolean
      readonly set: GameProgress
    }
  | { readonly kind: 'close'; readonly weekId: WeekId; readonly games: readonly EarlierGame[] }
  | { readonly kind: 'current_week'; readonly weekId: WeekId; readonly earlier: WeekId }
  /** The week that was split. */
  | { readonly kind: 'split'; readonly weekId: WeekId }
  | { readonly kind: 'finals'; readonly weekId: WeekId; readonly games: readonly EarlierGame[] }

/** An action of an admin that can be taken back. */
export type AdminAction = AdminChange & {
  readonly position: Position
  readonly actor: UserId | null
  readonly recordedAt: Instant
  /** The request that it came with, where several events of one request are one action. */
  readonly requestId?: string
}
