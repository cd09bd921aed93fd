import { type GamePhase, type GameStatus, isSettled, losesBoth, type UnreadPart } from './game-life.ts'
import type { GameId, ScheduleWeekId, UserId } from './ids.ts'
import type { Instant } from './instant.ts'
import type { TeamAbbr } from './teams.ts'
import { resultOfLead, type ScoreMeaning } from './score-meaning.ts'

/** A game as a feed reports it. Scores are null until the game has started and the feed has both. */
export interface FeedGame {
  /** The feed's id of the game, which stays the same when the game is rescheduled. */
  readonly espnId: string
  readonly home: TeamAbbr
  readonly away: TeamAbbr
  readonly kickoff: Instant
  /** False for a placeholder kickoff (`timeValid: false` in the feed), which never locks anything. */
  readonly kickoffKnown: boolean
  readonly status: GameStatus
  readonly homeScore: number | null
  readonly awayScore: number | null
  /** The feed's short description of the current state, e.g. `1:01 - 4th`, if it has one. */
  readonly detail: string | null
  /** Only if it says more than the status. */
  readonly phase?: Extract<GamePhase, 'delayed' | 'suspended' | 'undecided'>
  /** What could not be read; the rest still counts. */
  readonly unread?: readonly UnreadPart[]
  /** The feed says nothing about the game's progress that could be read. */
  readonly isProgressUnread?: true
}

/** What a game has come to. */
export interface GameProgress {
  readonly status: GameStatus
  readonly homeScore: number | null
  readonly awayScore: number | null
  readonly detail: string | null
  readonly phase?: GamePhase
  readonly finalByAdmin?: boolean
  readonly unread?: readonly UnreadPart[]
  readonly isResultUnread?: true
}

/** Returns the progress of a game alone. */
export function gameProgress(game: GameProgress): GameProgress {
  const { status, homeScore, awayScore, detail, phase, finalByAdmin, unread, isResultUnread } = game
  return {
    status,
    homeScore,
    awayScore,
    detail,
    ...(phase === undefined ? {} : { phase }),
    ...(finalByAdmin === true ? { finalByAdmin } : {}),
    ...(unread === undefined ? {} : { unread }),
    ...(isResultUnread === undefined ? {} : { isResultUnread }),
  }
}

/** A game of a week of the pool. */
export interface Game extends Omit<FeedGame, 'phase' | 'isProgressUnread'> {
  readonly id: GameId
  readonly weekId: ScheduleWeekId
  /** Whether *Set All to Final* made it final, so that it counts even before the lock (docs/rules.md §4.4). */
  readonly finalByAdmin: boolean
  readonly phase?: GamePhase
  /** What the feed last said, while an admin's word counts instead (docs/rules.md §4.13). */
  readonly byHand?: GameProgress
  /** Which admin decided last, and why. Only with {@link byHand}. */
  readonly decidedBy?: { readonly actor: UserId | null; readonly reason: string | null }
  /** The site time of the last change of its result. Only of a final game. */
  readonly resultAt?: Instant
  /** Whether {@link FeedGame.unread} concerns the result of a game that was not settled before. */
  readonly isResultUnread?: true
  /** The last final result that the feed said and the pool took, whatever became of the game since. */
  readonly lastFinal?: FinalResult
}

/** A result with the teams on the sides that they had then. */
type FinalResult = Pick<FeedGame, 'home' | 'away' | 'homeScore' | 'awayScore'>

/** What a settled game means for a pick of one of its teams, by the rules of the season. `tie`: a tie that costs nothing. */
export type SettledResult = 'win' | 'loss' | 'tie'
/** The result of a pick as shown to people: `tbd` until its game is settled. */
export type PickResult = SettledResult | 'tbd'

type ScoredGame = Pick<Game, 'home' | 'away' | 'status' | 'homeScore' | 'awayScore' | 'finalByAdmin'> & {
  readonly phase?: GamePhase | null | undefined
  readonly countsAs: ScoreMeaning
}

/** Returns the results of a week's settled games by team, as the season's rules count them (docs/rules.md §1.3). */
export function settledResults(games: readonly ScoredGame[], weekIsLocked: boolean): ReadonlyMap<TeamAbbr, SettledResult> {
  const results = new Map<TeamAbbr, SettledResult>()
  for (const game of games) {
    if (losesBoth(game, weekIsLocked)) results.set(game.home, 'loss').set(game.away, 'loss')
  }
  for (const game of games) {
    if (!isSettled(game, weekIsLocked)) continue
    const lead = (game.homeScore ?? 0) - (game.awayScore ?? 0)
    results.set(game.home, resultOfLead(lead, game.countsAs)).set(game.away, resultOfLead(-lead, game.countsAs))
  }
  return results
}
