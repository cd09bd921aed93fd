import type { Game, Reveal } from '@outlast/contract'
import type { ClubGame, ClubRow, ClubSeason, ClubWeek } from '@outlast/seasons/lab/club-season'
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
      const { weeks } = await api.call('getMatrix', { query: { season: season_year } })
      const locked = weeks.filter(({ is_locked }) => is_locked).sort((a, b) => a.week_number - b.week_number)
      const season: ClubSeason = { seasonYear: season_year, weeks: await Promise.all(locked.map(loadWeek)) }
      return { season, end: { decidedWeek: decided_week, champions: champions.length } }
    }),
  )
}

async function loadWeek({ id }: { readonly id: number }): Promise<ClubWeek> {
  const params = { id }
  const [games, { week, picks }] = await Promise.all([api.call('weekGames', { params }), api.call('weekReveal', { params })])
  return {
    weekNumber: week.week_number,
    picks: week.picks ?? 1,
    ownPicks: week.own_picks,
    games: games.map(toClubGame),
    rows: picks.map(toClubRow),
  }
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

function toClubRow({ entry_id, more = [], ...first }: Reveal['picks'][number]): ClubRow {
  const picks = [first, ...more]
  const teams = (isAuto: boolean) =>
    picks.flatMap(({ team_abbr, is_auto }) => (team_abbr !== null && (is_auto ?? false) === isAuto ? [team_abbr] : []))
  return { entryId: entry_id, picked: teams(false), assigned: teams(true) }
}
