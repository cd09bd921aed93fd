import { scheduledNoon, instantFromMs, POOL_TIME_ZONE, type FeedGame, type Instant, type TeamAbbr } from '@outlast/domain'
import { generateSchedule, type Pairing } from './schedule.ts'
import { seededRandom, integerBetween, type Random } from './random.ts'

/** The games of a season by week number. */
export interface Season {
  readonly seasonYear: number
  readonly weeks: ReadonlyMap<number, readonly FeedGame[]>
}

/** The same options generate the same season. */
interface GenerateSeasonOptions {
  readonly seed: number
  readonly seasonYear: number
  /** The Sunday of week 1 as `YYYY-MM-DD`. Default: the one of the real calendar. See {@link openingSundayFor}. */
  readonly openingSunday?: string
  /** The week whose last game is a tie. Default: {@link USUAL_TIE_WEEK}. */
  readonly tieWeek?: number
}

/** The week with the tie, unless a caller chooses another. */
export const USUAL_TIE_WEEK = 4

/**
 * Generates a season without real results: 18 weeks, 32 teams with one bye each, and one tie. Every game is final; use
 * {@link asOfWeek} for a season in progress.
 */
export function generateSeason(options: GenerateSeasonOptions): Season {
  const random = seededRandom(options.seed)
  const { tieWeek = USUAL_TIE_WEEK } = options
  const opening =
    options.openingSunday === undefined
      ? dayOf(scheduledNoon(options.seasonYear, 1))
      : Temporal.PlainDate.from(options.openingSunday)
  const weeks = generateSchedule(random).map((pairings, index): [number, FeedGame[]] => {
    const sunday = opening.add({ weeks: index })
    const slots = slotsOf(pairings.length)
    return [
      index + 1,
      pairings.map((pairing, place) => gameOf(random, options.seasonYear, index + 1, pairing, sunday, slots[place] ?? EARLY)),
    ]
  })
  return {
    seasonYear: options.seasonYear,
    weeks: new Map(weeks.map(([week, games]) => [week, week === tieWeek ? withTie(sortByKickoff(games)) : sortByKickoff(games)])),
  }
}

/** Returns a season in progress: weeks before `week` are final, `week` and later ones are scheduled. */
export function asOfWeek(season: Season, week: number): Season {
  const weeks = [...season.weeks].map(([number, games]): [number, readonly FeedGame[]] => [
    number,
    number < week ? games : games.map(unplayed),
  ])
  return { seasonYear: season.seasonYear, weeks: new Map(weeks) }
}

/** Returns a game as it was before its kickoff. */
export function unplayed(game: FeedGame): FeedGame {
  return { ...game, status: 'scheduled', homeScore: null, awayScore: null, detail: null }
}

/**
 * Returns the opening Sunday of a season whose week `week` is played now. The Sunday of that week is the last one from Sunday
 * to Wednesday, and the next one from Thursday to Saturday, so that the week before is over and the week after has not begun.
 */
export function openingSundayFor(week: number, now: Instant): string {
  const today = dayOf(now)
  const WEDNESDAY = 3
  const sunday =
    today.dayOfWeek <= WEDNESDAY ? today.subtract({ days: today.dayOfWeek }) : today.add({ days: 7 - today.dayOfWeek })
  return sunday.subtract({ weeks: week - 1 }).toString()
}

/** Returns the teams that win their games. A tie has no winner, and neither has a game without a score. */
export const winnersOf = (games: readonly FeedGame[]): readonly TeamAbbr[] =>
  games.flatMap((game) => (marginOf(game) === 0 ? [] : [marginOf(game) > 0 ? game.home : game.away]))

/** Returns the teams that lose their games, except by a tie. */
export const losersOf = (games: readonly FeedGame[]): readonly TeamAbbr[] =>
  games.flatMap((game) => (marginOf(game) === 0 ? [] : [marginOf(game) > 0 ? game.away : game.home]))

const marginOf = ({ homeScore, awayScore }: FeedGame): number => (homeScore ?? 0) - (awayScore ?? 0)

interface Slot {
  /** Days after the week's Sunday. */
  readonly day: number
  readonly hour: number
  readonly minute: number
}

const THURSDAY: Slot = { day: -3, hour: 20, minute: 15 }
const EARLY: Slot = { day: 0, hour: 13, minute: 0 }
const LATE: Slot = { day: 0, hour: 16, minute: 25 }
const NIGHT: Slot = { day: 0, hour: 20, minute: 20 }
const MONDAY: Slot = { day: 1, hour: 20, minute: 15 }

const LATE_GAMES = 4

/** One game each on Thursday, Sunday night and Monday, four late on Sunday afternoon, and the others early. */
function slotsOf(games: number): Slot[] {
  const apart = [THURSDAY, NIGHT, MONDAY, ...Array.from({ length: LATE_GAMES }, () => LATE)]
  return [...apart, ...Array.from({ length: games - apart.length }, () => EARLY)]
}

function gameOf(
  random: Random,
  seasonYear: number,
  week: number,
  pairing: Pairing,
  sunday: Temporal.PlainDate,
  slot: Slot,
): FeedGame {
  const at = sunday
    .add({ days: slot.day })
    .toZonedDateTime({ timeZone: POOL_TIME_ZONE, plainTime: { hour: slot.hour, minute: slot.minute } })
  return {
    espnId: `madeup-${seasonYear}-${week}-${pairing.away}-${pairing.home}`,
    home: pairing.home,
    away: pairing.away,
    kickoff: instantFromMs(at.epochMilliseconds),
    kickoffKnown: true,
    status: 'final',
    ...generateScore(random),
    detail: 'Final',
  }
}

/** Generates a score from touchdowns and field goals, never a tie. The home team is slightly better. */
function generateScore(random: Random): { readonly homeScore: number; readonly awayScore: number } {
  const points = (strength: number) => 7 * integerBetween(random, 0, 3 + strength) + 3 * integerBetween(random, 0, 3)
  const homeScore = points(1)
  const awayScore = points(0)
  return homeScore === awayScore ? { homeScore: homeScore + 3, awayScore } : { homeScore, awayScore }
}

/** Makes the last game a tie, which is a loss for both teams by default (docs/rules.md §1.3). */
function withTie(games: readonly FeedGame[]): readonly FeedGame[] {
  return games.map((game, index) =>
    index === games.length - 1 ? { ...game, homeScore: 23, awayScore: 23, detail: 'Final/OT' } : game,
  )
}

function sortByKickoff(games: readonly FeedGame[]): readonly FeedGame[] {
  return games.toSorted((a, b) => (a.kickoff === b.kickoff ? a.espnId.localeCompare(b.espnId) : a.kickoff < b.kickoff ? -1 : 1))
}

function dayOf(instant: Instant): Temporal.PlainDate {
  return Temporal.Instant.from(instant).toZonedDateTimeISO(POOL_TIME_ZONE).toPlainDate()
}
