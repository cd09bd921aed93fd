import { automaticLock, type FeedGame, type Instant, instantFromMs, instantToMs, addMs, POOL_TIME_ZONE } from '@outlast/domain'
import { generateSeason, unplayed } from '@outlast/server/demo/generated-season'

/**
 * How the current week stands. `open`: nothing has been played; `locked`: Thursday's game is over, Sunday's are to come;
 * `in-progress`: Sunday afternoon; `final`: all is played.
 */
export type WeekState = 'open' | 'locked' | 'in-progress' | 'final'

/** Made-up games, and when what happens. */
export interface SeasonGames {
  readonly seasonYear: number
  /** Of each week up to the current one, as they end. */
  readonly final: readonly (readonly FeedGame[])[]
  /** Of the current week, as they stand. */
  readonly current: readonly FeedGame[]
  /** Of each week. */
  readonly locks: readonly Instant[]
  /** Early enough for every week to be added while it is open. */
  readonly before: Instant
  /** The moment at which the current week stands as it does. */
  readonly now: Instant
}

export interface SeasonGamesPlan {
  readonly weeks: number
  readonly state: WeekState
  /** Around this moment; else in the year's real calendar. */
  readonly around: Instant | undefined
  readonly seasonYear: number | undefined
  readonly seed: number
}

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
const TIE_WEEK = 4
const USUAL_YEAR = 2026
/** From the lock on Sunday noon. The early games are in their fourth quarter after three hours and a half. */
const SINCE_LOCK: Readonly<Record<WeekState, number>> = {
  open: -4 * DAY_MS,
  locked: HOUR_MS / 12,
  'in-progress': 3.5 * HOUR_MS,
  final: 40 * HOUR_MS,
}

/** Makes up the games of a season's weeks up to the current one. One of the weeks before has a tie. */
export function seasonGames({ weeks, state, around, seasonYear, seed }: SeasonGamesPlan): SeasonGames {
  const opening = around === undefined ? undefined : sundayAround(around, state).subtract({ weeks: weeks - 1 })
  const year = seasonYear ?? opening?.year ?? USUAL_YEAR
  const season = generateSeason({
    seed,
    seasonYear: year,
    ...(opening === undefined ? {} : { openingSunday: opening.toString() }),
  })
  const lockOf = (games: readonly FeedGame[], index: number) => automaticLock(year, index + 1, games)
  const final = Array.from({ length: weeks }, (_, index) => {
    const games = withTie(season.weeks.get(index + 1) ?? [], index + 1, weeks)
    return around !== undefined && state === 'open' && index === weeks - 1 ? notSoon(games, lockOf(games, index), around) : games
  })
  const locks = final.map(lockOf)
  const lock = lockOf(final.at(-1) ?? [], weeks - 1)
  const now = around ?? addMs(lock, SINCE_LOCK[state])
  // A week is added with the calendar's lock and gets its games' afterwards: neither may have passed.
  const first = Math.min(...[locks[0] ?? now, automaticLock(year, 1, [])].map(instantToMs))
  const before = instantFromMs(first - 30 * DAY_MS)
  const current = (final.at(-1) ?? []).map((game, index) => asItStands(game, index, state, lock, now))
  return { seasonYear: year, final, current, locks, before, now }
}

/** The last Sunday on or before the day that was so many hours before a moment, in the pool's zone. */
function sundayBefore(moment: Instant, hours: number): Temporal.PlainDate {
  const day = Temporal.Instant.from(moment).toZonedDateTimeISO(POOL_TIME_ZONE).subtract({ hours }).toPlainDate()
  return day.subtract({ days: day.dayOfWeek % 7 })
}

/** Around a moment: the Sunday of the current week. Before an open one every other week is over, Monday's game included. */
function sundayAround(moment: Instant, state: WeekState): Temporal.PlainDate {
  return state === 'open' ? sundayBefore(moment, 48).add({ days: 7 }) : sundayBefore(moment, 24)
}

/** Moves an open week that would lock while a test runs: a week later, as if there had been a week off. */
function notSoon(games: readonly FeedGame[], lock: Instant, moment: Instant): readonly FeedGame[] {
  if (instantToMs(lock) - instantToMs(moment) > 36 * HOUR_MS) return games
  return games.map((game) => ({ ...game, kickoff: addMs(game.kickoff, 7 * DAY_MS) }))
}

function withTie(games: readonly FeedGame[], week: number, weeks: number): readonly FeedGame[] {
  if (week !== Math.min(TIE_WEEK, weeks - 1)) return games
  const tied = { homeScore: 23, awayScore: 23, detail: 'Final/OT' }
  return games.map((game, index) => (index === games.length - 1 ? { ...game, ...tied } : game))
}

const CLOCKS = ['2:00 - 4th', '11:38 - 4th', '0:47 - 3rd', 'Halftime', '6:15 - 4th'] as const

function asItStands(game: FeedGame, index: number, state: WeekState, lock: Instant, now: Instant): FeedGame {
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
