import { type GameAtStake, gameOdds, type GameOdds, isCalledOff, isListed, survivorDistribution } from '@outlast/domain/rules'
import type { GameInfo, SeasonView, WeekView } from '@outlast/contract/live/wire'
import { stakeOf, stakesOf, type WeekStakes } from './stakes.ts'

/** A game of a revealed week with the entries on its two sides. */
export interface GameStakes {
  readonly game: GameInfo
  readonly odds: GameOdds
  readonly home: SideStakes
  readonly away: SideStakes
}

/** The entries that picked a team. */
export interface SideStakes {
  readonly team: string
  readonly picks: number
  /** Those that go out if the pick loses. */
  readonly hanging: number
}

/** The games of a revealed week with what hangs on them. Null while the week is hidden, or its season has not arrived. */
export interface WeekOdds {
  readonly games: readonly GameStakes[]
  /** Picked teams that play no game. */
  readonly others: readonly SideStakes[]
  /** The chance of each number of survivors, from 0 on. */
  readonly survivors: Float64Array
}

/**
 * Derives the chances of a week from public facts. A week that is not revealed has none, and nothing is computed for it.
 * @param view may hold assumed results
 */
export function weekOddsOf(view: WeekView, season: SeasonView): WeekOdds | null {
  const stakes = view.week.is_locked ? stakesOf(season, view.week.week_number) : null
  if (stakes === null) return null
  const sides = new Map<string, { team: string; picks: number; hanging: number }>()
  let safe = 0
  for (const { id, team } of view.entries) {
    const stake = stakeOf(stakes, id, team)
    if (stake === 'safe') safe += 1
    if (team === null) continue
    const side = sides.get(team) ?? { team, picks: 0, hanging: 0 }
    side.picks += 1
    if (stake === 'hangs') side.hanging += 1
    sides.set(team, side)
  }
  const sideOf = (team: string): SideStakes => sides.get(team) ?? { team, picks: 0, hanging: 0 }
  const games = decidingGames(view.games).map((game) => ({
    game,
    odds: gameOdds({ status: game.status, homeScore: game.home_score, awayScore: game.away_score, detail: game.detail }),
    home: sideOf(game.home_team_abbr),
    away: sideOf(game.away_team_abbr),
  }))
  const playing = new Set(games.flatMap(({ game }) => [game.home_team_abbr, game.away_team_abbr]))
  const others = [...sides.values()].filter(({ team }) => !playing.has(team))
  const atStake: GameAtStake[] = []
  for (const { game, odds, home, away } of games) {
    // Nothing can be lost in a game that is not played.
    if (game.status === 'cancelled') safe += home.hanging + away.hanging
    else atStake.push({ odds, onHome: home.hanging, onAway: away.hanging, tie: game.tie ?? 'loss' })
  }
  safe += others.reduce((sum, { hanging }) => sum + hanging, 0)
  return { games, others, survivors: survivorDistribution(safe, atStake) }
}

/** Drops called-off games of teams that have another game in the week, which decides instead (docs/rules.md §4.2). */
function decidingGames(games: readonly GameInfo[]): readonly GameInfo[] {
  const listed = games.filter(isListed)
  const played = listed.filter((game) => !isCalledOff(game))
  const teams = new Set(played.flatMap((game) => [game.home_team_abbr, game.away_team_abbr]))
  return listed.filter((game) => played.includes(game) || !(teams.has(game.home_team_abbr) || teams.has(game.away_team_abbr)))
}

/** The end of a game that somebody assumes. */
export type AssumedEnd = 'home' | 'away' | 'tie'

/** Returns the week as if games had ended as assumed. Games that are final keep their score. */
export function withAssumedEnds(view: WeekView, ends: ReadonlyMap<number, AssumedEnd>): WeekView {
  if (ends.size === 0) return view
  const games = view.games.map((game): GameInfo => {
    const end = ends.get(game.id)
    if (end === undefined || game.status === 'final') return game
    return {
      ...game,
      status: 'final',
      phase: null,
      result_unread: false,
      by_hand: false,
      decided_by: null,
      home_score: Number(end === 'home'),
      away_score: Number(end === 'away'),
      detail: null,
    }
  })
  return { ...view, games }
}

/** Returns the chance that at least one of the given entries is alive after the week. */
export function chanceOfAny(odds: WeekOdds, stakes: WeekStakes, entries: readonly { id: number; team: string | null }[]): number {
  const inPlay = entries.filter(({ id }) => stakes.get(id) !== 'out')
  if (inPlay.some(({ id }) => stakes.get(id) === 'safe')) return 1
  const teams = new Set(inPlay.map(({ team }) => team))
  if (odds.others.some(({ team }) => teams.has(team))) return 1
  let noneSurvives = 1
  for (const { game, odds: chances, home, away } of odds.games) {
    const [onHome, onAway] = [teams.has(home.team), teams.has(away.team)]
    if ((onHome || onAway) && game.status === 'cancelled') return 1
    const tie = game.tie === 'survives' && (onHome || onAway) ? chances.tie : 0
    noneSurvives *= 1 - (onHome ? chances.home : 0) - (onAway ? chances.away : 0) - tie
  }
  return 1 - noneSurvives
}
