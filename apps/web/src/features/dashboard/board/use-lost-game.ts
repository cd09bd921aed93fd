import type { SeasonWeek } from '@outlast/contract/live'
import { useEffect, useState } from 'react'
import { api } from '../../../api/client.ts'
import type { GameLike } from '../../../pool/pool-text.ts'
import type { BoardEntry } from './board.ts'
import { gameOfTeam } from '../../../pool/pick-rules.ts'

/** The games of past weeks. The season's view holds a new object for a week whose results changed, so its games load again. */
const cache = new WeakMap<SeasonWeek, Promise<readonly GameLike[]>>()

function fetchGames(week: SeasonWeek): Promise<readonly GameLike[]> {
  const cached = cache.get(week)
  if (cached !== undefined) return cached
  const games = api.call('weekGames', { params: { id: week.id } })
  cache.set(week, games)
  games.catch(() => cache.delete(week))
  return games
}

/** Returns the game that eliminated an entry; undefined until it is known. */
export function useLostGame({ lostGame, lostWeek, standing }: BoardEntry): GameLike | undefined {
  const [found, setFound] = useState<{ readonly week: SeasonWeek; readonly game: GameLike | undefined }>()
  const team = standing?.status === 'out' ? standing.team : null
  useEffect(() => {
    if (lostWeek === null || team === null) return undefined
    let isCurrent = true
    fetchGames(lostWeek).then(
      (games) => isCurrent && setFound({ week: lostWeek, game: gameOfTeam(games, team) }),
      () => undefined,
    )
    return () => {
      isCurrent = false
    }
  }, [lostWeek, team])
  if (lostGame !== null) return lostGame
  return found?.week === lostWeek ? found?.game : undefined
}
