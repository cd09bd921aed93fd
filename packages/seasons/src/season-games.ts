import {
  automaticLock,
  scheduledNoon,
  type FeedGame,
  type Instant,
  instantFromMs,
  instantToMs,
  addMs,
  POOL_TIME_ZONE,
} from '@outlast/domain'
import { generateSeason, unplayed, USUAL_TIE_WEEK } from './season.ts'

/**
 * The state of the current week. `open`: no game has been played; `locked`: Thursday's game is over and Sunday's have not begun;
 * `in-progress`: Sunday afternoon; `final`: all games are over.
 */
export type WeekState = 'open' | 'locked' | 'in-progress' | 'final'

/** Generated games of a season, and the times at which things happen. */
export interface SeasonGames {
  readonly seasonYear: number
  /** The games of each week up to the current one, with their final scores. */
  readonly final: readonly (readonly FeedGame[])[]
  /** The games of the current week in its present state. */
  readonly current: readonly FeedGame[]
  /** The lock time of each week. */
  readonly locks: readonly Instant[]
  /** A time early enough for every week to be added while it is open. */
  readonly before: Instant
  /** The time at which the current week is in its state. */
  readonly now: Instant
}

export interface SeasonGamesPlan {
  readonly weeks: number
  readonly state: WeekState
  /** Places the season around this time; if undefined, by the real calendar of the year. */
  readonly around: Instant | undefined
  readonly seasonYear: number | undefined
  readonly seed: number
}

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
const USUAL_YEAR = 2026
/** Time since the lock on Sunday noon. After three and a half hours the early games are in their fourth quarter. */
const SINCE_LOCK: Readonly<Record<WeekState, number>> = {
  open: -4 * DAY_MS,
  locked: HOUR_MS / 12,
  'in-progress': 3.5 * HOUR_MS,
  final: 40 * HOUR_MS,
}

/** Generates the games of a season up to the current week. One of the earlier weeks has a tie. */
export function seasonGames({ weeks, state, around, seasonYear, seed }: SeasonGamesPlan): SeasonGames {
  const opening = around === undefined ? undefined : sundayAround(around, state).subtract({ weeks: weeks - 1 })
  const year = seasonYear ?? opening?.year ?? USUAL_YEAR
  const season = generateSeason({
    seed,
    seasonYear: year,
    tieWeek: Math.min(USUAL_TIE_WEEK, weeks - 1),
    ...(opening === undefined ? {} : { openingSunday: opening.toString() }),
  })
  const lockOf = (games: readonly FeedGame[], index: number) =>
    automaticLock({ seasonYear: year, weekNumber: index + 1 }, games, 'sunday_noon')
  const final = Array.from({ length: weeks }, (_, index) => {
    const games = season.weeks.get(index + 1) ?? []
    return around !== undefined && state === 'open' && index === weeks - 1
      ? withLaterLock(games, lockOf(games, index), around)
      : games
  })
  const locks = final.map(lockOf)
  const lock = lockOf(final.at(-1) ?? [], weeks - 1)
  const now = around ?? addMs(lock, SINCE_LOCK[state])
  // A new week locks by the calendar and later by its games; neither time may have passed when it is added.
  const first = Math.min(...[locks[0] ?? now, scheduledNoon(year, 1)].map(instantToMs))
  const before = instantFromMs(first - 30 * DAY_MS)
  const current = (final.at(-1) ?? []).map((game, index) => inState(game, index, state, lock, now))
  return { seasonYear: year, final, current, locks, before, now }
}

/** Returns the last Sunday on or before the day that was a number of hours before a time, in the pool's time zone. */
function sundayBefore(moment: Instant, hours: number): Temporal.PlainDate {
  const day = Temporal.Instant.from(moment).toZonedDateTimeISO(POOL_TIME_ZONE).subtract({ hours }).toPlainDate()
  return day.subtract({ days: day.dayOfWeek % 7 })
}

/** Returns the Sunday of the current week around a time. All weeks before an open one are over, including Monday's game. */
function sundayAround(moment: Instant, state: WeekState): Temporal.PlainDate {
  return state === 'open' ? sundayBefore(moment, 48).add({ days: 7 }) : sundayBefore(moment, 24)
}

/** Postpones an open week by seven days when it would lock while a test runs. */
function withLaterLock(games: readonly FeedGame[], lock: Instant, moment: Instant): readonly FeedGame[] {
  if (instantToMs(lock) - instantToMs(moment) > 36 * HOUR_MS) return games
  return games.map((game) => ({ ...game, kickoff: addMs(game.kickoff, 7 * DAY_MS) }))
}

const CLOCKS = ['2:00 - 4th', '11:38 - 4th', '0:47 - 3rd', 'Halftime', '6:15 - 4th'] as const

function inState(game: FeedGame, index: number, state: WeekState, lock: Instant, now: Instant): FeedGame {
  if (state === 'final') return game
  if (state === 'open') return game.kickoff < now ? game : unplayed(game)
  if (game.kickoff < lock) return game
  const isEarly = instantToMs(game.kickoff) - instantToMs(lock) < 2 * HOUR_MS
  if (state === 'locked' || !isEarly) return unplayed(game)
  const share = (score: number | null) => Math.floor(((score ?? 0) * 3) / 4)
  return {
    ...game,
    status: 'in_progress',
    homeScore: share(game.homeScore),
    awayScore: share(game.awayScore),
    detail: CLOCKS[index % CLOCKS.length] ?? null,
  }
}
