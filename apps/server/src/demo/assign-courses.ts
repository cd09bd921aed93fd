import type { FeedGame, TeamAbbr } from '@outlast/domain'
import {
  correctedResult,
  type GameCourse,
  lateLeadLost,
  mirrored,
  ordinaryGame,
  overtimeWin,
  tieAfterOvertime,
  winnerOf,
} from './game-course.ts'
import type { Random } from '@outlast/seasons/random'

/** What must happen on a Sunday, given the picks of the week. */
export interface SundayGoals {
  /** The team that loses its lead in the last minute. */
  readonly loser?: TeamAbbr | undefined
  /** The team that always wins. */
  readonly winner?: TeamAbbr | undefined
  /** How many entries picked each team. */
  readonly picks: ReadonlyMap<TeamAbbr, number>
  /** Whether every team that was picked loses, except for the winner, so that the season is decided. */
  readonly isFinal: boolean
}

export const NO_GOALS: SundayGoals = { picks: new Map(), isFinal: false }

/**
 * Assigns a course to each game: a tie, a lead lost in the last minute, a correction after the end, an overtime in the last round, and
 * generated ones. The goals are met first; the remaining courses go to the early games with the most picks.
 */
export function assignCourses(
  rounds: readonly (readonly FeedGame[])[],
  goals: SundayGoals,
  random: Random,
): ReadonlyMap<string, GameCourse> {
  const { picks, isFinal } = goals
  const games = rounds.flat()
  const courses = new Map<string, GameCourse>()
  const count = (team: TeamAbbr): number => picks.get(team) ?? 0
  const favorite = ({ home, away }: FeedGame): TeamAbbr => (count(away) > count(home) ? away : home)
  const free = (among: readonly FeedGame[]): FeedGame[] =>
    among.filter(({ espnId }) => !courses.has(espnId)).sort((a, b) => count(favorite(b)) - count(favorite(a)))
  /** Gives a game a course in which `team` is on the side that is the home team's in the course. */
  const give = (game: FeedGame | undefined, course: GameCourse, team?: TeamAbbr): void => {
    if (game !== undefined && !courses.has(game.espnId)) courses.set(game.espnId, team === game.away ? mirrored(course) : course)
  }
  const gameWith = (team: TeamAbbr | undefined) => games.find(({ home, away }) => home === team || away === team)

  const winning = gameWith(goals.winner)
  // A season is decided by a correction. In the overtime course the away team wins.
  if (winning !== undefined && isFinal) give(winning, correctedResult, goals.winner)
  else if (winning !== undefined) give(winning, overtimeWin, winning.home === goals.winner ? winning.away : winning.home)
  // A team that was picked loses with a tie too.
  if (isFinal) for (const game of games) if (count(game.home) > 0 && count(game.away) > 0) give(game, tieAfterOvertime)
  give(gameWith(goals.loser), lateLeadLost, goals.loser)

  const [early = []] = rounds
  const has = (course: GameCourse): boolean => [...courses.values()].some(({ moments }) => moments === course.moments)
  const giveToFavorite = (game: FeedGame | undefined, course: GameCourse): void =>
    give(game, course, game === undefined ? undefined : favorite(game))
  if (!has(correctedResult)) giveToFavorite(free(early)[0], correctedResult)
  if (!has(lateLeadLost)) giveToFavorite(free(early)[0], lateLeadLost)
  // A tie eliminates few entries, unless the season has to end.
  if (!has(tieAfterOvertime)) give(isFinal ? free(early)[0] : free(early).at(-1), tieAfterOvertime)
  for (const game of free(rounds.at(-1) ?? [])) giveToFavorite(game, overtimeWin)
  for (const game of free(games)) {
    const course = ordinaryGame(random)
    const mustLose = isFinal ? favorite(game) : undefined
    const winner = winnerOf(course) === 'home' ? game.home : game.away
    courses.set(game.espnId, mustLose === winner ? mirrored(course) : course)
  }
  return courses
}
