import { integerBetween, type Random } from '@outlast/seasons/random'

/** The course of one game, in minutes since its kickoff, including halftime and stoppages. */
export interface GameCourse {
  /** The score from each minute on, in order. */
  readonly scores: readonly ScoreAt[]
  /** When the game is over: {@link REGULATION_MINUTES}, or later with overtime. */
  readonly endMinute: number
  /** A correction of the score after the end. */
  readonly correction?: ScoreAt
  /** `{home}` and `{away}` are replaced by the teams, `{game}` by both. With {@link mirrored} sides, home means away. */
  readonly moments: readonly { readonly minute: number; readonly text: string }[]
  /** Whether the sides are swapped. */
  readonly isMirrored?: true
}

interface ScoreAt {
  readonly minute: number
  readonly home: number
  readonly away: number
}

/** What a scoreboard shows at a minute of a game. */
interface CourseState {
  readonly status: 'scheduled' | 'in_progress' | 'final'
  readonly home: number | null
  readonly away: number | null
  readonly detail: string | null
}

/** Returns a course in which the away team does what the home team did. */
export function mirrored(course: GameCourse): GameCourse {
  const swap = ({ minute, home, away }: ScoreAt): ScoreAt => ({ minute, home: away, away: home })
  const correction = course.correction === undefined ? {} : { correction: swap(course.correction) }
  return { ...course, ...correction, scores: course.scores.map(swap), isMirrored: true }
}

/** Returns the side that wins; null after a tie. */
export function winnerOf({ scores, correction }: GameCourse): 'home' | 'away' | null {
  const { home, away } = correction ?? scores.at(-1) ?? { home: 0, away: 0 }
  if (home === away) return null
  return home > away ? 'home' : 'away'
}

const QUARTER = 42
const HALF_TIME = 12
/** Four quarters of 42 minutes, and halftime. */
export const REGULATION_MINUTES = 4 * QUARTER + HALF_TIME
const OVERTIME_MINUTES = 15
const WITH_OVERTIME = REGULATION_MINUTES + OVERTIME_MINUTES

/** Returns the state of a game at a minute after its kickoff. */
export function stateAt(course: GameCourse, minute: number): CourseState {
  if (minute < 0) return { status: 'scheduled', home: null, away: null, detail: null }
  const isOver = minute >= course.endMinute
  const corrected = course.correction !== undefined && minute >= course.correction.minute ? course.correction : undefined
  const score = corrected ?? course.scores.findLast((at) => at.minute <= minute)
  const finalDetail = course.endMinute > REGULATION_MINUTES ? 'Final/OT' : 'Final'
  return {
    status: isOver ? 'final' : 'in_progress',
    home: score?.home ?? 0,
    away: score?.away ?? 0,
    detail: isOver ? finalDetail : clockAt(minute),
  }
}

const QUARTER_NAMES = ['1st', '2nd', '3rd', '4th'] as const
const SECONDS_OF_PLAY = 15 * 60
const OVERTIME_SECONDS = 10 * 60

/** Returns the game clock in ESPN's format: `7:45 - 2nd`, `Halftime`, `3:20 - OT`. */
function clockAt(minute: number): string {
  const half = 2 * QUARTER
  if (minute >= half && minute < half + HALF_TIME) return 'Halftime'
  const played = minute < half ? minute : minute - HALF_TIME
  const quarter = QUARTER_NAMES[Math.floor(played / QUARTER)]
  if (quarter !== undefined) return `${remaining(SECONDS_OF_PLAY, (played % QUARTER) / QUARTER)} - ${quarter}`
  return `${remaining(OVERTIME_SECONDS, (minute - REGULATION_MINUTES) / OVERTIME_MINUTES)} - OT`
}

function remaining(seconds: number, share: number): string {
  const left = Math.max(0, Math.ceil(seconds * (1 - share)))
  return `${Math.floor(left / 60)}:${String(left % 60).padStart(2, '0')}`
}

/** A tie after overtime. */
export const tieAfterOvertime: GameCourse = {
  scores: [
    { minute: 18, home: 7, away: 0 },
    { minute: 51, home: 7, away: 7 },
    { minute: 80, home: 10, away: 7 },
    { minute: 112, home: 10, away: 14 },
    { minute: 150, home: 10, away: 17 },
    { minute: 178, home: 17, away: 17 },
    { minute: 184, home: 20, away: 17 },
    { minute: 192, home: 20, away: 20 },
  ],
  endMinute: WITH_OVERTIME,
  moments: [{ minute: WITH_OVERTIME, text: '{game} ends 20-20: a tie is a loss for both' }],
}

/** The home team leads all afternoon and loses in the last minute. */
export const lateLeadLost: GameCourse = {
  scores: [
    { minute: 9, home: 7, away: 0 },
    { minute: 44, home: 14, away: 0 },
    { minute: 74, home: 14, away: 7 },
    { minute: 101, home: 21, away: 7 },
    { minute: 131, home: 21, away: 14 },
    { minute: 155, home: 24, away: 14 },
    { minute: 168, home: 24, away: 21 },
    { minute: 178, home: 24, away: 28 },
  ],
  endMinute: REGULATION_MINUTES,
  moments: [{ minute: 178, text: '{home} led all day; {away} scores in the last minute, 28-24' }],
}

const CORRECTED_AT = REGULATION_MINUTES + 25

/** Ends 23–24 and is then corrected to 26–24: entries that were eliminated are alive again, and vice versa. */
export const correctedResult: GameCourse = {
  scores: [
    { minute: 25, home: 0, away: 7 },
    { minute: 63, home: 7, away: 7 },
    { minute: 83, home: 10, away: 7 },
    { minute: 108, home: 10, away: 14 },
    { minute: 127, home: 17, away: 14 },
    { minute: 149, home: 20, away: 14 },
    { minute: 161, home: 20, away: 21 },
    { minute: 170, home: 23, away: 21 },
    { minute: 177, home: 23, away: 24 },
  ],
  endMinute: REGULATION_MINUTES,
  correction: { minute: CORRECTED_AT, home: 26, away: 24 },
  moments: [
    { minute: REGULATION_MINUTES, text: '{away} beats {home} 24-23, or so it seems' },
    { minute: CORRECTED_AT, text: 'the score of {game} is corrected: {home} wins 26-24' },
  ],
}

/** Tied at the end of regulation, and decided by a field goal in overtime. */
export const overtimeWin: GameCourse = {
  scores: [
    { minute: 33, home: 3, away: 0 },
    { minute: 70, home: 3, away: 7 },
    { minute: 115, home: 10, away: 7 },
    { minute: 166, home: 10, away: 10 },
    { minute: 191, home: 10, away: 13 },
  ],
  endMinute: REGULATION_MINUTES + 11,
  moments: [{ minute: REGULATION_MINUTES + 11, text: '{away} beats {home} in overtime, 13-10' }],
}

/** Generates a game from touchdowns and field goals that does not end in a tie. */
export function ordinaryGame(random: Random): GameCourse {
  const plays = [
    ...Array.from({ length: integerBetween(random, 2, 6) }, () => ({
      side: 'home' as const,
      points: pointsOf(random),
      minute: minuteOfPlay(random),
    })),
    ...Array.from({ length: integerBetween(random, 1, 5) }, () => ({
      side: 'away' as const,
      points: pointsOf(random),
      minute: minuteOfPlay(random),
    })),
  ].sort((a, b) => a.minute - b.minute)
  const scores: ScoreAt[] = []
  let score = { home: 0, away: 0 }
  for (const { side, points, minute } of plays) {
    score = { ...score, [side]: score[side] + points }
    scores.push({ minute, ...score })
  }
  if (score.home === score.away) scores.push({ minute: REGULATION_MINUTES - 1, home: score.home + 3, away: score.away })
  return { scores, endMinute: REGULATION_MINUTES, moments: [] }
}

function pointsOf(random: Random): number {
  return random() < 0.6 ? 7 : 3
}

/** Returns a random minute of play, excluding halftime. */
function minuteOfPlay(random: Random): number {
  const played = integerBetween(random, 3, 4 * QUARTER - 3)
  return played < 2 * QUARTER ? played : played + HALF_TIME
}
