import { teamByAbbr, type FeedGame, type GameStatus, type Instant, type Team, type TeamAbbr } from '@outlast/domain'
import { espnWeekOf, type FeedWeek } from '../espn-week.ts'

/** A game to convert to ESPN's format. */
export interface LocalFeedGame extends FeedGame {
  /** A more precise ESPN status name, e.g. `STATUS_HALFTIME`. */
  readonly statusName?: string
  /** Omits `events[].week`, as some real responses do. */
  readonly withoutWeek?: boolean
}

/** The fields of ESPN's scoreboard response that we write. */
interface ScoreboardResponse {
  readonly season: { readonly type: number; readonly year: number }
  readonly week: { readonly number: number }
  readonly events: readonly unknown[]
}

/**
 * Converts games to ESPN's response for a week, for the demo and for tests. As in real responses, scores are strings and
 * `"0"` before kickoff, and teams are identified by `homeAway`. The pool parses the same games back from it.
 */
export function scoreboardOf(week: FeedWeek, games: readonly LocalFeedGame[]): ScoreboardResponse {
  const espn = espnWeekOf(week.week)
  return {
    season: { type: espn.seasonType, year: week.seasonYear },
    week: { number: espn.week },
    events: games.map((game) => eventOf(week, game)),
  }
}

function eventOf(week: FeedWeek, game: LocalFeedGame): unknown {
  const espn = espnWeekOf(week.week)
  const home = teamByAbbr(game.home)
  const away = teamByAbbr(game.away)
  const status = statusOf(game)
  const date = dateOf(game.kickoff)
  return {
    id: game.espnId,
    date,
    name: `${nameOf(away)} at ${nameOf(home)}`,
    shortName: `${away.abbr} @ ${home.abbr}`,
    season: { year: week.seasonYear, type: espn.seasonType },
    ...(game.withoutWeek === true ? {} : { week: { number: espn.week } }),
    competitions: [
      {
        id: game.espnId,
        date,
        timeValid: game.kickoffKnown,
        competitors: [competitorOf('home', game.home, game.homeScore), competitorOf('away', game.away, game.awayScore)],
        status,
      },
    ],
    status,
  }
}

function competitorOf(homeAway: 'home' | 'away', abbr: TeamAbbr, score: number | null): unknown {
  const team = teamByAbbr(abbr)
  return {
    homeAway,
    team: { abbreviation: abbr, location: team.city, name: team.name, displayName: nameOf(team) },
    score: String(score ?? 0),
  }
}

const STATUS: Readonly<Record<GameStatus, { readonly name: string; readonly state: string; readonly words: string }>> = {
  scheduled: { name: 'STATUS_SCHEDULED', state: 'pre', words: 'Scheduled' },
  in_progress: { name: 'STATUS_IN_PROGRESS', state: 'in', words: 'In Progress' },
  final: { name: 'STATUS_FINAL', state: 'post', words: 'Final' },
  cancelled: { name: 'STATUS_CANCELED', state: 'post', words: 'Canceled' },
  postponed: { name: 'STATUS_POSTPONED', state: 'post', words: 'Postponed' },
}

function statusOf(game: LocalFeedGame): unknown {
  const { name, state, words } = STATUS[game.status]
  return {
    type: {
      name: game.statusName ?? name,
      state,
      completed: game.status === 'final',
      description: words,
      shortDetail: game.detail ?? words,
    },
  }
}

/** Formats a kickoff as `YYYY-MM-DDTHH:MMZ` like ESPN, with seconds only if the demo's compressed Sunday needs them. */
function dateOf(kickoff: Instant): string {
  return kickoff.endsWith(':00.000Z') ? `${kickoff.slice(0, 16)}Z` : kickoff
}

function nameOf(team: Team): string {
  return `${team.city} ${team.name}`
}
