import type { GameInfo } from '@outlast/contract/live'
import { easternKickoff } from '../../clock/format.ts'
import { gameStatusText } from '../../components/pool/pool-text.ts'

/** `40–40`, away first; undefined before there is a score. */
export function scoreOf({ away_score, home_score }: GameInfo): string | undefined {
  return away_score === null || home_score === null ? undefined : `${away_score}–${home_score}`
}

/** How a game stands, apart from its score: `Final`, `1:01 - 4th`; before it begins, when it does. */
export function gameState(game: GameInfo): string {
  if (game.status !== 'scheduled' || !game.kickoff_known) return gameStatusText(game)
  return easternKickoff(game.start_time, true)
}
