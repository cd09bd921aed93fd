import type { SeasonWeek } from '@outlast/contract/live'
import { useEffect, useState } from 'react'
import { api } from '../../../api/client.ts'
import type { GameLike } from '../../../components/pool/pool-text.ts'
import type { BoardEntry } from './board.ts'
import { gameOfTeam } from './pick-rules.ts'

/** Games of past weeks by what the season's view says of the week: asked again when one of its results changed. */
const games = new WeakMap<SeasonWeek, Promise<readonly GameLike[]>>()

function gamesOf(week: SeasonWeek): Promise<readonly GameLike[]> {
  const known = games.get(week)
  if (known !== undefined) return known
  const asked = api.call('weekGames', { params: { id: week.id } })
  games.set(week, asked)
  // Without the game the team alone has to do; the next look asks again.
  asked.catch(() => games.delete(week))
  return asked
}

/** The game that took an entry out, when it is known. */
export function useLostGame({ lostGame, lostIn, standing }: BoardEntry): GameLike | undefined {
  const [found, setFound] = useState<{ readonly week: SeasonWeek; readonly game: GameLike | undefined }>()
  const team = standing?.status === 'out' ? standing.team : null
  useEffect(() => {
    if (lostIn === null || team === null) return undefined
    let isWanted = true
    gamesOf(lostIn).then(
      (list) => isWanted && setFound({ week: lostIn, game: gameOfTeam(list, team) }),
      () => undefined,
    )
    return () => {
      isWanted = false
    }
  }, [lostIn, team])
  if (lostGame !== null) return lostGame
  return found?.week === lostIn ? found?.game : undefined
}
