import { teamByAbbr, type FeedGame, type GameStatus, type Instant, type Team, type TeamAbbr } from '@outlast/domain'
import { espnWeekOf, type FeedWeek } from '../espn-week.ts'

/**
 * Makes answers shaped like ESPN's real ones (scores are strings, `"0"` before kickoff; `homeAway` rather than order),
 * for the demo's feed and for tests. What the pool reads back from it is what went in.
 */

/** A game to tell in ESPN's words. */
export interface ToldGame extends FeedGame {
  /** ESPN's status name where the pool's status is not precise enough, e.g. `STATUS_HALFTIME`. */
  readonly statusName?: string
  /** Leaves `events[].week` out, as some real answers do. */
  readonly withoutWeek?: boolean
}

/** ESPN's scoreboard answer, as far as we write it. */
export interface ScoreboardAnswer {
  readonly season: { readonly type: number; readonly year: number }
  readonly week: { readonly number: number }
  readonly events: readonly unknown[]
}

/** The answer to the question for a week. */
export function scoreboardOf(asked: FeedWeek, games: readonly ToldGame[]): ScoreboardAnswer {
  const espn = espnWeekOf(asked.week)
  return {
    season: { type: espn.seasonType, year: asked.seasonYear },
    week: { number: espn.week },
    events: games.map((game) => eventOf(asked, game)),
  }
}

function eventOf(asked: FeedWeek, game: ToldGame): unknown {
  const espn = espnWeekOf(asked.week)
  const home = teamByAbbr(game.home)
  const away = teamByAbbr(game.away)
  const status = statusOf(game)
  const date = dateOf(game.kickoff)
  return {
    id: game.espnId,
    date,
    name: `${nameOf(away)} at ${nameOf(home)}`,
    shortName: `${away.abbr} @ ${home.abbr}`,
    season: { year: asked.seasonYear, type: espn.seasonType },
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

function statusOf(game: ToldGame): unknown {
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

/** `YYYY-MM-DDTHH:MMZ` as ESPN writes it; with seconds only where a compressed Sunday of the demo needs them. */
function dateOf(kickoff: Instant): string {
  return kickoff.endsWith(':00.000Z') ? `${kickoff.slice(0, 16)}Z` : kickoff
}

function nameOf(team: Team): string {
  return `${team.city} ${team.name}`
}
