import type { Game, Matrix } from '@outlast/contract'
import type { ClubEntry, ClubGame, ClubSeason } from '@outlast/seasons/lab/club-season'
import { api } from '../../api/client.ts'
import type { SeasonEnd } from './lab-text.ts'

/** A finished season of the club, and how it ended. */
export interface FinishedSeason {
  readonly season: ClubSeason
  readonly end: SeasonEnd
}

/** More seasons than this take longer to load than they are worth. */
const MOST = 2

/** Loads the club's newest finished seasons, with the picks that everybody can read. The newest comes first. */
export async function loadFinishedSeasons(): Promise<readonly FinishedSeason[]> {
  const { seasons } = await api.call('getHallOfFame')
  const newest = [...seasons].sort((a, b) => b.season_year - a.season_year).slice(0, MOST)
  return Promise.all(
    newest.map(async ({ season_year, decided_week, champions }) => {
      const matrix = await api.call('getMatrix', { query: { season: season_year } })
      const locked = matrix.weeks.filter(({ is_locked }) => is_locked).sort((a, b) => a.week_number - b.week_number)
      const weeks = await Promise.all(
        locked.map(async ({ id, week_number }) => {
          const games = await api.call('weekGames', { params: { id } })
          return { weekNumber: week_number, games: games.map(toClubGame) }
        }),
      )
      const season: ClubSeason = { seasonYear: season_year, weeks, entries: matrix.entries.map(toClubEntry) }
      return { season, end: { decidedWeek: decided_week, champions: champions.length } }
    }),
  )
}

const toClubGame = (game: Game): ClubGame => ({
  id: game.id,
  home: game.home_team_abbr,
  away: game.away_team_abbr,
  kickoff: game.start_time,
  kickoffKnown: game.kickoff_known,
  status: game.status,
  homeScore: game.home_score,
  awayScore: game.away_score,
})

const toClubEntry = ({ picks, eliminated_week }: Matrix['entries'][number]): ClubEntry => ({
  picks: Object.entries(picks).map(([week, { team_abbr }]) => ({ weekNumber: Number(week), team: team_abbr })),
  outSince: eliminated_week,
})
