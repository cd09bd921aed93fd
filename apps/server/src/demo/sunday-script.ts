import type { FeedGame, TeamAbbr } from '@outlast/domain'
import { seededRandom } from './random.ts'
import { endsLevel, isCorrected, losesLateLead, ordinaryGame, winsInOvertime, type GameCourse } from './game-course.ts'

/**
 * A Sunday (with its night and Monday games) as a script: who scores when, in minutes of the game day. Minute 0 is
 * the week's lock; how fast the minutes pass is the player's business (see `demo-feed.ts`).
 */
export interface SundayScript {
  /** Games that were played before Sunday. */
  readonly before: readonly FeedGame[]
  readonly games: readonly ScriptedGame[]
  /** What is worth watching for, in order. */
  readonly moments: readonly Moment[]
  /** After this nothing changes any more. */
  readonly lengthMinutes: number
}

export interface ScriptedGame {
  readonly espnId: string
  readonly home: TeamAbbr
  readonly away: TeamAbbr
  readonly kickoffMinute: number
  readonly course: GameCourse
}

/** Something a visitor should not miss, as a sentence. */
export interface Moment {
  readonly minute: number
  readonly text: string
}

/** Time to see the reveal before the first kickoff. */
const FIRST_KICKOFF_MINUTE = 30
/** From one round of kickoffs to the next: a game with overtime and its late correction fit between. */
const BETWEEN_KICKOFFS = 240

/**
 * Writes the script of a week. The games that kick off together with most others are the early ones; what kicks off
 * before them has been played. Among the early ones are a tie, a lead lost in the last minute and a correction after
 * the end, and the last game of all needs overtime; the others are made up from the seed.
 * @param games a whole week with its final scores; at least three must kick off together
 */
export function sundayScript(seed: number, games: readonly FeedGame[]): SundayScript {
  const rounds = [...Map.groupBy(games, (game) => game.kickoff)].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, round]) => round)
  const early = rounds.reduce((most, round, index) => (round.length > (rounds[most]?.length ?? 0) ? index : most), 0)
  const [tie, lead, correction, ...ordinary] = rounds[early] ?? []
  if (tie === undefined || lead === undefined || correction === undefined) throw new RangeError('too few games kick off together')
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
    stage(tie, 0, endsLevel),
    stage(lead, 0, losesLateLead),
    stage(correction, 0, isCorrected),
    ...ordinary.map((game) => stage(game, 0, ordinaryGame(random))),
    ...later.flatMap((round, index) =>
      round.map((game) => stage(game, index + 1, index === later.length - 1 ? winsInOvertime : ordinaryGame(random))),
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
  const told = games.flatMap((game) =>
    game.course.moments.map(({ minute, text }) => ({
      minute: game.kickoffMinute + minute,
      text: text.replaceAll('{home}', game.home).replaceAll('{away}', game.away),
    })),
  )
  return [...kickoffs, ...told].sort((a, b) => a.minute - b.minute)
}

function namesOf(games: readonly ScriptedGame[]): string {
  return games.map(({ away, home }) => `${away} at ${home}`).join(', ')
}
