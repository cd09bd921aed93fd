import type { FeedGame, TeamAbbr } from '@outlast/domain'
import { seededRandom } from '@outlast/seasons/random'
import { assignCourses, NO_GOALS, type SundayGoals } from './assign-courses.ts'
import { type GameCourse, overtimeWin } from './game-course.ts'

/**
 * The script of a Sunday, including the night and Monday games: who scores when, in minutes of the game day. Minute 0 is the
 * week's lock. The feed decides how fast it plays (demo-feed.ts).
 */
export interface SundayScript {
  /** Games that were played before Sunday. */
  readonly before: readonly FeedGame[]
  readonly games: readonly ScriptedGame[]
  /** Moments to announce, in order. */
  readonly moments: readonly Moment[]
  /** After this minute nothing changes. */
  readonly lengthMinutes: number
}

interface ScriptedGame {
  readonly espnId: string
  readonly home: TeamAbbr
  readonly away: TeamAbbr
  readonly kickoffMinute: number
  readonly course: GameCourse
}

export interface Moment {
  readonly minute: number
  readonly text: string
}

/** Leaves time to see the reveal before the first kickoff. */
const FIRST_KICKOFF_MINUTE = 60
/** The time between two rounds of kickoffs: longer than a game with overtime and a correction. */
const BETWEEN_KICKOFFS = 240

/**
 * Creates the script of a week. The largest group of games with the same kickoff is the early one; games before it have been
 * played. One game ends in a tie, one team loses its lead in the last minute, one score is corrected after the end, and one game goes
 * to overtime; `goals` decides which ones. All other games are generated from the seed.
 *
 * @param games a whole week with final scores; at least three games must kick off together
 */
export function sundayScript(seed: number, games: readonly FeedGame[], goals: SundayGoals = NO_GOALS): SundayScript {
  const { before, rounds } = roundsOf(games)
  if ((rounds[0]?.length ?? 0) < 3) throw new RangeError('fewer than three games kick off together')
  const courses = assignCourses(rounds, goals, seededRandom(seed))
  const scripted = rounds.flatMap((round, index) =>
    round.map(({ espnId, home, away }): ScriptedGame => ({
      espnId,
      home,
      away,
      kickoffMinute: FIRST_KICKOFF_MINUTE + index * BETWEEN_KICKOFFS,
      course: courses.get(espnId) ?? overtimeWin,
    })),
  )
  return { before, games: scripted, moments: momentsOf(scripted), lengthMinutes: Math.max(...scripted.map(lastMinuteOf)) }
}

/** Groups games by kickoff. Returns the groups from the largest one on, and the games before it. */
export function roundsOf(games: readonly FeedGame[]) {
  const rounds = [...Map.groupBy(games, (game) => game.kickoff)].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, round]) => round)
  const early = rounds.reduce((most, round, index) => (round.length > (rounds[most]?.length ?? 0) ? index : most), 0)
  return { before: rounds.slice(0, early).flat(), rounds: rounds.slice(early) }
}

function lastMinuteOf({ kickoffMinute, course }: ScriptedGame): number {
  return kickoffMinute + Math.max(course.endMinute, course.correction?.minute ?? 0)
}

function momentsOf(games: readonly ScriptedGame[]): Moment[] {
  const kickoffs = [...Map.groupBy(games, (game) => game.kickoffMinute)].map(([minute, round]) => ({
    minute,
    text: round.length === 1 ? `${namesOf(round)} kicks off` : `${round.length} games kick off`,
  }))
  const gameMoments = games.flatMap((game) =>
    game.course.moments.map(({ minute, text }) => ({
      minute: game.kickoffMinute + minute,
      text: textOf(game, text),
    })),
  )
  return [...kickoffs, ...gameMoments].sort((a, b) => a.minute - b.minute)
}

function textOf({ home, away, course }: ScriptedGame, text: string): string {
  const [first, second] = course.isMirrored === true ? [away, home] : [home, away]
  return text.replaceAll('{home}', first).replaceAll('{away}', second).replaceAll('{game}', `${away} at ${home}`)
}

function namesOf(games: readonly ScriptedGame[]): string {
  return games.map(({ away, home }) => `${away} at ${home}`).join(', ')
}
