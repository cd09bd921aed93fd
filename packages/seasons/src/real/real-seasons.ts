import { type FeedGame, parseInstant, parseTeam } from '@outlast/domain'
import type { Season } from '../season.ts'
import { SEASON_2021 } from './2021.ts'
import { SEASON_2022 } from './2022.ts'
import { SEASON_2025 } from './2025.ts'
import type { RealSeasonYear } from './years.ts'

const TEXTS: { readonly [Y in RealSeasonYear]: string } = { 2021: SEASON_2021, 2022: SEASON_2022, 2025: SEASON_2025 }

/** The score of a game that was cancelled. */
const NO_SCORE = '–'

/** Returns a season as it was played, with its final scores. The facts are those of nflverse (docs/rules.md §14.4). */
export function realSeason(seasonYear: RealSeasonYear): Season {
  const weeks = TEXTS[seasonYear]
    .trim()
    .split('\n\n')
    .map((week, index) => [index + 1, week.split('\n').map((line) => parseGame(seasonYear, index + 1, line))] as const)
  return { seasonYear, weeks: new Map(weeks) }
}

function parseGame(seasonYear: number, week: number, line: string): FeedGame {
  const [time = '', awayText = '', awayScore, homeText = '', homeScore] = line.split(' ')
  const [kickoff, away, home] = [parseInstant(time), parseTeam(awayText), parseTeam(homeText)]
  if (kickoff === undefined || away === undefined || home === undefined) throw new Error(`not a game: ${line}`)
  const game = { espnId: `${seasonYear}-${week}-${away}-${home}`, away, home, kickoff, kickoffKnown: true }
  return homeScore === NO_SCORE
    ? { ...game, status: 'cancelled', awayScore: null, homeScore: null, detail: null }
    : { ...game, status: 'final', awayScore: Number(awayScore), homeScore: Number(homeScore), detail: 'Final' }
}
