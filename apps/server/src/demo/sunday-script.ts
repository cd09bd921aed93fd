import type { FeedGame, TeamAbbr } from '@outlast/domain'
import { seededRandom } from './random.ts'
import { tieAfterOvertime, correctedResult, lateLeadLost, ordinaryGame, overtimeWin, type GameCourse } from './game-course.ts'

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
const FIRST_KICKOFF_MINUTE = 30
/** The time between two rounds of kickoffs: longer than a game with overtime and a correction. */
const BETWEEN_KICKOFFS = 240

/**
 * Creates the script of a week. The largest group of games with the same kickoff is the early one; games before it have been
 * played. The early games include a tie, a lead lost in the last minute, and a correction after the end. The last game needs
 * overtime. All other games are generated from the seed.
 *
 * @param games a whole week with final scores; at least three games must kick off together
 */
export function sundayScript(seed: number, games: readonly FeedGame[]): SundayScript {
  const rounds = [...Map.groupBy(games, (game) => game.kickoff)].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, round]) => round)
  const early = rounds.reduce((most, round, index) => (round.length > (rounds[most]?.length ?? 0) ? index : most), 0)
  const [tie, lead, correction, ...ordinary] = rounds[early] ?? []
  if (tie === undefined || lead === undefined || correction === undefined)
    throw new RangeError('fewer than three games kick off together')
  const later = rounds.slice(early + 1)
  const random = seededRandom(seed)
  const at = (round: number) => FIRST_KICKOFF_MINUTE + round * BETWEEN_KICKOFFS
  const stage = (game: FeedGame, round: number, course: GameCourse): ScriptedGame => ({
    espnId: game.espnId,
    home: game.home,
    away: game.away,
    kickoffMinute: at(round),
    course,
  })
  const scripted = [
    stage(tie, 0, tieAfterOvertime),
    stage(lead, 0, lateLeadLost),
    stage(correction, 0, correctedResult),
    ...ordinary.map((game) => stage(game, 0, ordinaryGame(random))),
    ...later.flatMap((round, index) =>
      round.map((game) => stage(game, index + 1, index === later.length - 1 ? overtimeWin : ordinaryGame(random))),
    ),
  ]
  return {
    before: rounds.slice(0, early).flat(),
    games: scripted,
    moments: momentsOf(scripted),
    lengthMinutes: Math.max(...scripted.map(lastMinuteOf)),
  }
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
      text: text.replaceAll('{home}', game.home).replaceAll('{away}', game.away),
    })),
  )
  return [...kickoffs, ...gameMoments].sort((a, b) => a.minute - b.minute)
}

function namesOf(games: readonly ScriptedGame[]): string {
  return games.map(({ away, home }) => `${away} at ${home}`).join(', ')
}
