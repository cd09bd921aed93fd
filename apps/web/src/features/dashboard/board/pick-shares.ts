import { distributionOf, resultsOf, type SeasonView, standingsOf, type WeekView } from '@outlast/contract/live'
import { gameOfTeam } from './pick-rules.ts'

/** A team in a game, with how many entries ride on it. */
export interface Side {
  readonly team: string
  readonly score: number | null
  readonly count: number
  readonly result: 'win' | 'loss' | 'tbd'
}

export interface RiddenGame {
  readonly game: WeekView['games'][number]
  readonly away: Side
  readonly home: Side
}

/** A revealed week's games with what rides on them. */
export interface Rides {
  readonly games: readonly RiddenGame[]
  /** Picked teams without a game. */
  readonly others: readonly Side[]
  /** The most entries on one side: the longest bar. */
  readonly most: number
}

/** How many entries ride on each side of each game. */
export function ridesOf(view: WeekView): Rides {
  const results = resultsOf(view)
  const counts = new Map(distributionOf(view).map(({ team_abbr, count }) => [team_abbr, count]))
  const side = (team: string, score: number | null): Side => ({
    team,
    score,
    count: counts.get(team) ?? 0,
    result: results.get(team) ?? 'tbd',
  })
  const games = view.games.map((game) => ({
    game,
    away: side(game.away_team_abbr, game.away_score),
    home: side(game.home_team_abbr, game.home_score),
  }))
  const others = [...counts.keys()].filter((team) => gameOfTeam(view.games, team) === undefined).map((team) => side(team, null))
  return { games, others, most: Math.max(1, ...counts.values()) }
}

export interface Survivors {
  readonly alive: number
  /** Entries that went into the week. */
  readonly of: number
}

/** How many of those who went into a revealed week are still alive. */
export function survivorsOf(view: WeekView, season: SeasonView | undefined): Survivors {
  const results = resultsOf(view)
  const standings = season === undefined ? undefined : standingsOf(season)
  const alive = view.entries.filter(({ id, team }) => {
    const standing = standings?.get(id)
    return standing === undefined ? team === null || results.get(team) !== 'loss' : standing.status === 'alive'
  })
  return { alive: alive.length, of: view.entries.length }
}
