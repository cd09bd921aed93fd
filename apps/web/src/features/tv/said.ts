import { weekLabel } from '@outlast/domain/rules'
import { memberAndEntry, type NameLines } from '@outlast/contract/entry-label'
import type { GameInfo, SeasonView, WeekView } from '@outlast/contract/live'
import { type ChampionRoad, decidedGameOf, type GameStakes, pickedTeams, resultsOf, roadOf, weekOddsOf } from '@outlast/views'
import { suspense } from '../../pool/live-board/board-text.ts'
import { gameName, kickoffTime, scoreText } from '../../pool/pool-text.ts'
import { formatCount, pluralize } from '../../lib/numbers.ts'
import { type Fall, isLiveOrUpcoming, type ScreenFacts, type WeekViews } from './facts.ts'
import type { FallPage } from './news.ts'

/** Names, and why all of them are out or back. */
export interface SaidPage {
  readonly why: string
  readonly names: FallPage['entries']
}

/** Says who goes out or comes back, and why. */
export function sayPage(kind: 'out' | 'back', { fall, entries }: FallPage, views: WeekViews): SaidPage {
  const why = kind === 'out' ? outText(fall, views) : backText(fall, views)
  return { why, names: entries }
}

/** Why entries are out: "DAL 3–20 GB". */
function outText({ cause, gameId, weekNumber }: Fall, { week }: WeekViews): string {
  switch (cause) {
    case 'loss': {
      const game = week?.games.find(({ id }) => id === gameId)
      if (game === undefined) return 'Lost'
      // Without a score, the week was closed without the game, and its picks lost.
      return game.status === 'final' ? scoreText(game) : `${gameName(game)}, not played`
    }
    case 'missed':
      return week?.week.picks === undefined ? 'No pick' : 'A pick missing'
    case 'hand':
      return 'Taken out by an admin'
    case 'earlier':
      return `Out in week ${weekLabel(weekNumber)}`
    default:
      return cause satisfies never
  }
}

/** Why entries are in again: "Score corrected: DAL 21–20 GB". */
function backText({ cause, team, gameId }: Fall, { week }: WeekViews): string {
  if (cause === 'hand') return 'Brought back by an admin'
  if (week === undefined || cause !== 'loss' || team === null) return 'Back in the pool'
  // The pick is still a loss, so it is a loss that was waived.
  if (resultsOf(week).get(team) === 'loss') return 'The loss is waived'
  const game = week.games.find(({ id }) => id === gameId)
  return game === undefined ? 'Back in the pool' : `Score corrected: ${scoreText(game)}`
}

/** Says in a line how many go out or come back. */
export function fallsTitle(kind: 'out' | 'back', count: number): string {
  const entries = formatCount(count, 'entry', 'entries')
  return kind === 'out' ? `${entries} ${pluralize(count, 'goes', 'go')} out` : `${entries} ${pluralize(count, 'is', 'are')} back`
}

/** An entry that is alive: its teams this week with the scores, and its teams before. */
interface Survivor extends NameLines {
  readonly id: number
  /** The last one has no team where it lacks a pick. */
  readonly picks: readonly { readonly team: string | null; readonly state: string }[]
  readonly road: ChampionRoad['picks']
}

export function survivorsOf({ views: { week, season }, gone }: ScreenFacts): readonly Survivor[] {
  if (week === undefined) return []
  const { week_number: number } = week.week
  return week.entries.flatMap((weekEntry) => {
    const { id } = weekEntry
    if (gone.has(id)) return []
    const entry = season?.entries.find((one) => one.id === id)
    const road = season === undefined || entry === undefined ? [] : roadOf(season, entry, number).picks
    const teams = pickedTeams(weekEntry)
    const made = teams.map((team) => ({ team, state: stateText(week, team) }))
    const lacks = lacksText(teams.length, week.week.picks ?? 1)
    const picks = lacks === null ? made : [...made, { team: null, state: lacks }]
    return [{ id, ...memberAndEntry(entry ?? weekEntry), picks, road: road.filter(({ week_number }) => week_number < number) }]
  })
}

/** Says which picks an entry lacks; null if it has all of them. */
function lacksText(made: number, slots: number): string | null {
  if (made >= slots) return null
  if (made === 0) return 'no pick'
  return slots - made === 1 ? 'a pick missing' : `${slots - made} picks missing`
}

/** The score of a pick's game, its own points first, or the kickoff. */
function stateText(week: WeekView, team: string): string {
  const plays = ({ home_team_abbr: home, away_team_abbr: away }: GameInfo): boolean => home === team || away === team
  const game =
    decidedGameOf(week, team) ?? week.games.find((one) => isLiveOrUpcoming(one) && plays(one)) ?? week.games.find(plays)
  if (game === undefined) return 'no game'
  const { home_score: home, away_score: away } = game
  const hasBegun = game.status === 'in_progress' || game.status === 'final'
  if (!hasBegun || home === null || away === null) return kickoffTime(game)
  return team === game.home_team_abbr ? `${home}–${away}` : `${away}–${home}`
}

const SHOWN_GAMES = 3
/** A team that trails by no more than this can be level after one score. */
const ONE_SCORE = 8

/** Returns whether an entry can go out by a game. */
export const isAtStake = ({ home, away }: GameStakes): boolean => home.atRisk + away.atRisk > 0

/**
 * Returns the games with most at stake, those on which entries hang before others. Games that are being played come before games to come,
 * close ones first.
 */
export function mostAtStake(week: WeekView, season: SeasonView | undefined): readonly GameStakes[] {
  const odds = season === undefined ? null : weekOddsOf(week, season)
  const ahead = (odds?.games ?? []).filter(({ game, home, away }) => isLiveOrUpcoming(game) && home.picks + away.picks > 0)
  const atStake = ahead.filter(isAtStake)
  return (atStake.length > 0 ? atStake : ahead)
    .toSorted((a, b) => urgency(b) - urgency(a) || suspense(b) - suspense(a))
    .slice(0, SHOWN_GAMES)
}

function urgency({ game: { status, home_score: homeScore, away_score: awayScore } }: GameStakes): number {
  if (status !== 'in_progress') return 0
  return Math.abs((homeScore ?? 0) - (awayScore ?? 0)) <= ONE_SCORE ? 2 : 1
}
