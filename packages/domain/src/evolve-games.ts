import type { PoolEvent, ScheduledGame } from './events.ts'
import type { Game } from './game.ts'
import type { GameId } from './ids.ts'
import type { Week } from './state.ts'

const UNPLAYED = {
  status: 'scheduled',
  homeScore: null,
  awayScore: null,
  detail: null,
  finalByAdmin: false,
} as const

/** Returns a week's games after further events. Events about anything else change nothing. */
export function evolveGames(week: Pick<Week, 'id' | 'games'>, events: readonly PoolEvent[]): readonly Game[] {
  return events.reduce<readonly Game[]>((games, event) => evolveGame(week, games, event), week.games)
}

function evolveGame(week: Pick<Week, 'id'>, games: readonly Game[], event: PoolEvent): readonly Game[] {
  switch (event.type) {
    case 'GamesSynced':
      return event.data.games.reduce<readonly Game[]>((known, game) => scheduled(week, known, game), games)
    case 'GameScored': {
      const { gameId, homeScore, awayScore, detail } = event.data
      return patched(games, gameId, { status: 'in_progress', homeScore, awayScore, detail, finalByAdmin: false })
    }
    case 'GameStatusChanged':
      return patched(games, event.data.gameId, { ...UNPLAYED, status: event.data.status, detail: event.data.detail })
    case 'GameFinalized': {
      const { gameId, homeScore, awayScore, detail } = event.data
      return patched(games, gameId, { status: 'final', homeScore, awayScore, detail })
    }
    case 'ScoreCorrected': {
      const { gameId, homeScore, awayScore, detail } = event.data
      // A new final score ends Set All to Final: from now on the score counts once the week is locked.
      return patched(games, gameId, { homeScore, awayScore, detail, finalByAdmin: false })
    }
    case 'GamesFinalizedByAdmin':
      return games.map((game) => (event.data.gameIds.includes(game.id) ? { ...game, status: 'final', finalByAdmin: true } : game))
    default:
      return games
  }
}

function patched(games: readonly Game[], id: GameId, change: Partial<Game>): readonly Game[] {
  return games.map((game) => (game.id === id ? { ...game, ...change } : game))
}

function scheduled(week: Pick<Week, 'id'>, games: readonly Game[], { gameId, ...place }: ScheduledGame): readonly Game[] {
  if (games.some((game) => game.id === gameId)) return patched(games, gameId, place)
  return [...games, { ...UNPLAYED, ...place, id: gameId, weekId: week.id }]
}
