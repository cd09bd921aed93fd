import {
  GAME_ENDS,
  type GameAtStake,
  gameOdds,
  type GameOdds,
  isCalledOff,
  isListed,
  survivorDistribution,
  waysToEnd,
  resultOfLead,
  USUAL_MEANING,
} from '@outlast/domain/rules'
import type { GameInfo, SeasonView, WeekView } from '@outlast/contract/live/wire'
import { pickedTeams, resultsOf } from './reveal.ts'
import { type Danger, dangersOf, stakeOf, stakesOf } from './stakes.ts'

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
  readonly atRisk: number
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
  const sides = new Map<string, { team: string; picks: number; atRisk: number }>()
  const dangerOf = dangersOf(view, season)
  const results = resultsOf(view)
  const atRisk: Danger[] = []
  let safe = 0
  for (const entry of view.entries) {
    const stake = stakeOf(stakes, entry.id, entry.team)
    const danger = dangerOf(entry)
    if (stake === 'safe') safe += 1
    if (stake === 'at_risk') atRisk.push(danger)
    for (const team of pickedTeams(entry)) {
      const side = sides.get(team) ?? { team, picks: 0, atRisk: 0 }
      const lost = danger.teams.filter((other) => other !== team && results.get(other) === 'loss').length
      side.picks += 1
      if (stake === 'at_risk' && danger.teams.includes(team) && lost + 1 >= danger.lossesToGoOut) side.atRisk += 1
      sides.set(team, side)
    }
  }
  const sideOf = (team: string): SideStakes => sides.get(team) ?? { team, picks: 0, atRisk: 0 }
  const games = decidingGames(view.games).map((game) => ({
    game,
    odds: oddsOfGame(game),
    home: sideOf(game.home_team_abbr),
    away: sideOf(game.away_team_abbr),
  }))
  const playing = new Set(games.flatMap(({ game }) => [game.home_team_abbr, game.away_team_abbr]))
  const others = [...sides.values()].filter(({ team }) => !playing.has(team))
  if (view.week.picks !== undefined) return { games, others, survivors: severalSurvivors(safe, atRisk, games) }
  const atStake: GameAtStake[] = []
  for (const { game, odds, home, away } of games) {
    // Nothing can be lost in a game that is not played.
    if (game.status === 'cancelled') safe += home.atRisk + away.atRisk
    else {
      const { ahead, level } = game.counts_as ?? USUAL_MEANING
      const [ifHome, ifAway] = ahead === 'loss' ? [away, home] : [home, away]
      atStake.push({ odds, onHome: ifHome.atRisk, onAway: ifAway.atRisk, level })
    }
  }
  safe += others.reduce((sum, { atRisk }) => sum + atRisk, 0)
  return { games, others, survivors: survivorDistribution(safe, atStake) }
}

/**
 * Returns the chance of each number of survivors of a week with several picks. The picks of an entry are in several games, so that the games
 * cannot be counted one by one.
 */
function severalSurvivors(safe: number, atRisk: readonly Danger[], games: readonly GameStakes[]): Float64Array {
  const alike = [
    ...Map.groupBy(
      atRisk,
      ({ teams, missing, lossesToGoOut }) => `${missing} ${lossesToGoOut} ${[...teams].sort().join(' ')}`,
    ).values(),
  ]
  const survivors = new Float64Array(safe + atRisk.length + 1)
  for (const { chance, lost } of waysToLose(games)) {
    let count = safe
    for (const entries of alike) if (entries[0] !== undefined && !goesOut(entries[0], lost)) count += entries.length
    survivors[count] = (survivors[count] ?? 0) + chance
  }
  return survivors
}

const goesOut = ({ teams, missing, lossesToGoOut }: Danger, lost: ReadonlySet<string>): boolean =>
  missing + teams.filter((team) => lost.has(team)).length >= lossesToGoOut

/** The ways in which games can end, each with the teams whose picks lose. Nothing can be lost in a game that is not played. */
function waysToLose(games: readonly GameStakes[]): readonly { readonly chance: number; readonly lost: ReadonlySet<string> }[] {
  const played = games.filter(({ game }) => game.status !== 'cancelled')
  return waysToEnd(played.map(({ odds }) => odds)).map(({ chance, ends }) => {
    const lost = new Set<string>()
    for (const [i, { game }] of played.entries()) for (const team of losersIn(game, ends[i] ?? 0)) lost.add(team)
    return { chance, lost }
  })
}

function losersIn(game: GameInfo, end: number): readonly string[] {
  const homeLead = { home: 1, away: -1, tie: 0 }[GAME_ENDS[end] ?? 'tie']
  return [
    ...(resultOfLead(homeLead, game.counts_as) === 'loss' ? [game.home_team_abbr] : []),
    ...(resultOfLead(-homeLead, game.counts_as) === 'loss' ? [game.away_team_abbr] : []),
  ]
}

/** Returns the chances of a game's three ends. Of one of which nothing is known before kickoff, both teams are as good as each other. */
export function oddsOfGame({ status, home_score, away_score, detail, pregame }: OddsOf): GameOdds {
  return gameOdds({ status, homeScore: home_score, awayScore: away_score, detail, margin: pregame?.margin })
}
type OddsOf = Pick<GameInfo, 'status' | 'home_score' | 'away_score' | 'detail'> & {
  readonly pregame?: { readonly margin: number } | undefined
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

/** Returns the chance that at least one of the given entries of a week is alive after it. */
export function chanceOfAny(odds: WeekOdds, view: WeekView, season: SeasonView, ids: readonly number[]): number {
  const stakes = stakesOf(season, view.week.week_number)
  const inPlay = view.entries.filter(({ id }) => ids.includes(id) && stakes?.get(id) !== 'out')
  if (inPlay.some(({ id }) => stakes?.get(id) === 'safe')) return 1
  if (view.week.picks !== undefined) {
    const dangers = inPlay.map(dangersOf(view, season))
    const own = new Set(dangers.flatMap(({ teams }) => teams))
    const games = odds.games.filter(({ home, away }) => own.has(home.team) || own.has(away.team))
    return waysToLose(games).reduce(
      (sum, { chance, lost }) => sum + (dangers.every((danger) => goesOut(danger, lost)) ? 0 : chance),
      0,
    )
  }
  const teams = new Set(inPlay.map(({ team }) => team))
  if (odds.others.some(({ team }) => teams.has(team))) return 1
  let noneSurvives = 1
  for (const { game, odds: chances, home, away } of odds.games) {
    const [onHome, onAway] = [teams.has(home.team), teams.has(away.team)]
    if ((onHome || onAway) && game.status === 'cancelled') return 1
    const { ahead, level } = game.counts_as ?? USUAL_MEANING
    const [ofHome, ofAway] = ahead === 'loss' ? [chances.away, chances.home] : [chances.home, chances.away]
    const tie = level !== 'loss' && (onHome || onAway) ? chances.tie : 0
    noneSurvives *= 1 - (onHome ? ofHome : 0) - (onAway ? ofAway : 0) - tie
  }
  return 1 - noneSurvives
}
