import { distributionOf, resultsOf, type SeasonView, standingsOf, type WeekView } from '@outlast/contract/live'
import { gameOfTeam } from './pick-rules.ts'

/** A team with the number of entries that picked it. */
export interface PickShare {
  readonly team: string
  readonly score: number | null
  readonly count: number
  readonly result: 'win' | 'loss' | 'tbd'
}

/** A game with the pick shares of its two teams. */
export interface GameWithPicks {
  readonly game: WeekView['games'][number]
  readonly away: PickShare
  readonly home: PickShare
}

interface PickShares {
  readonly games: readonly GameWithPicks[]
  /** Picked teams without a game. */
  readonly others: readonly PickShare[]
  /** The largest count, for the longest bar. */
  readonly max: number
}

/** Counts the entries that picked each team of a revealed week. */
export function pickSharesOf(view: WeekView): PickShares {
  const results = resultsOf(view)
  const counts = new Map(distributionOf(view).map(({ team_abbr, count }) => [team_abbr, count]))
  const shareOf = (team: string, score: number | null): PickShare => ({
    team,
    score,
    count: counts.get(team) ?? 0,
    result: results.get(team) ?? 'tbd',
  })
  const games = view.games.map((game) => ({
    game,
    away: shareOf(game.away_team_abbr, game.away_score),
    home: shareOf(game.home_team_abbr, game.home_score),
  }))
  const others = [...counts.keys()].filter((team) => gameOfTeam(view.games, team) === undefined)
  return { games, others: others.map((team) => shareOf(team, null)), max: Math.max(1, ...counts.values()) }
}

/** Counts the entries that were alive before a revealed week, and how many of them are still alive. */
export function survivorsOf(view: WeekView, season: SeasonView | undefined): { readonly alive: number; readonly total: number } {
  const results = resultsOf(view)
  const standings = season === undefined ? undefined : standingsOf(season)
  const alive = view.entries.filter(({ id, team }) => {
    const standing = standings?.get(id)
    return standing === undefined ? team === null || results.get(team) !== 'loss' : standing.status === 'alive'
  })
  return { alive: alive.length, total: view.entries.length }
}
