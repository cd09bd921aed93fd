import type { LocalFeedGame } from '@outlast/server/feed/local/scoreboard-of'
import type { BrowserPool } from '@outlast/testing'

export const SEASON = 2031
/** The three games of each week: the home teams by their visitors. */
const HOME = { DAL: 'KC', MIA: 'BUF', LAR: 'SF' }

/** Reports the games of a week, as final with these scores of the home teams against 17 points, or as scheduled. */
export async function report(pool: BrowserPool, week: number, home?: readonly number[]): Promise<void> {
  const kickoff = week === 1 ? '2031-09-07T17:00:00.000Z' : '2031-09-14T17:00:00.000Z'
  const games = Object.entries(HOME).map(([away, team], i) => {
    const state =
      home === undefined
        ? { status: 'scheduled', homeScore: null, awayScore: null }
        : { status: 'final', homeScore: home[i], awayScore: 17 }
    return { espnId: `${week}${away}`, away, home: team, kickoff, kickoffKnown: true, detail: null, ...state } as LocalFeedGame
  })
  pool.feed.setGames({ seasonYear: SEASON, week }, games)
  await pool.admin.api.call('syncGames', { body: { season_year: SEASON, week_number: week } })
}
