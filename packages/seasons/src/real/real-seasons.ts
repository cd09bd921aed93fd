import { type FeedGame, parseInstant, parseTeam } from '@outlast/domain'
import type { Season } from '../season.ts'
import season2021 from './2021.json' with { type: 'json' }
import season2022 from './2022.json' with { type: 'json' }
import season2025 from './2025.json' with { type: 'json' }
import type { RealSeasonYear } from './years.ts'

/** Kickoff, away team, its score, home team, its score. A game that was cancelled has no scores. */
type Row = readonly (string | number | null)[]

/** The regular seasons: the games of each week. */
const ROWS: { readonly [Y in RealSeasonYear]: readonly (readonly Row[])[] } = {
  2021: season2021,
  2022: season2022,
  2025: season2025,
}

/** Returns a season as it was played, with its final scores. The facts are those of nflverse (docs/rules.md §14.4). */
export function realSeason(seasonYear: RealSeasonYear): Season {
  const weeks = ROWS[seasonYear].map(
    (rows, index) => [index + 1, rows.map((row) => parseGame(seasonYear, index + 1, row))] as const,
  )
  return { seasonYear, weeks: new Map(weeks) }
}

function parseGame(seasonYear: number, week: number, row: Row): FeedGame {
  const [time, awayText, awayScore, homeText, homeScore] = row
  const [kickoff, away, home] = [parseInstant(String(time)), parseTeam(String(awayText)), parseTeam(String(homeText))]
  if (kickoff === undefined || away === undefined || home === undefined) throw new Error(`not a game: ${row.join(' ')}`)
  const game = { espnId: `${seasonYear}-${week}-${away}-${home}`, away, home, kickoff, kickoffKnown: true }
  return typeof awayScore === 'number' && typeof homeScore === 'number'
    ? { ...game, status: 'final', awayScore, homeScore, detail: 'Final' }
    : { ...game, status: 'cancelled', awayScore: null, homeScore: null, detail: null }
}
