import type { Position } from './ids.ts'
import type { Instant } from './instant.ts'
import type { Game } from './game.ts'

/**
 * A state that a game came to, as far as a picked team's fate or its lead depends on it: a lead, a result, a correction, or that it is called
 * off. A score that changes no lead is none.
 */
export interface GameTurn extends Pick<
  Game,
  'home' | 'away' | 'status' | 'homeScore' | 'awayScore' | 'detail' | 'phase' | 'finalByAdmin' | 'isResultUnread'
> {
  readonly gameId: Game['id']
  /** The event with which it came to it, and the site time of that event. */
  readonly position: Position
  readonly at: Instant
}

/** Who leads: 1 for the home team, −1 for the away team, 0 while the score is level or missing. */
export const leadIn = ({ homeScore, awayScore }: Pick<Game, 'homeScore' | 'awayScore'>): number =>
  homeScore === null || awayScore === null ? 0 : Math.sign(homeScore - awayScore)

/** Returns the turns of a week's games after an event that changed some of them. */
export function turnsAfter(
  turns: readonly GameTurn[],
  before: readonly Game[],
  after: readonly Game[],
  { position, siteTime: at }: { readonly position: Position; readonly siteTime: Instant },
): readonly GameTurn[] {
  const known = new Set(before)
  const added = after.flatMap((game): GameTurn | [] => {
    if (known.has(game)) return []
    const last = turns.findLast(({ gameId }) => gameId === game.id)
    return isTurn(last, game) ? { gameId: game.id, position, at, ...progressOf(game) } : []
  })
  return added.length === 0 ? turns : [...turns, ...added]
}

function progressOf({ home, away, status, homeScore, awayScore, detail, phase, finalByAdmin, isResultUnread }: Game) {
  return {
    home,
    away,
    status,
    homeScore,
    awayScore,
    detail,
    ...(phase !== undefined && { phase }),
    finalByAdmin,
    ...(isResultUnread !== undefined && { isResultUnread }),
  }
}

function isTurn(last: GameTurn | undefined, game: Game): boolean {
  if (last === undefined) return game.status === 'in_progress' ? leadIn(game) !== 0 : game.status !== 'scheduled'
  if (last.status !== game.status) return true
  if (game.status === 'scheduled') return false
  if (game.status === 'in_progress') return leadIn(game) !== 0 && leadIn(game) !== leadIn(last)
  const { home, away, homeScore, awayScore, phase, finalByAdmin, isResultUnread } = game
  return (
    last.home !== home ||
    last.away !== away ||
    last.homeScore !== homeScore ||
    last.awayScore !== awayScore ||
    last.phase !== phase ||
    last.finalByAdmin !== finalByAdmin ||
    last.isResultUnread !== isResultUnread
  )
}
