import { automaticLock, instantFromMs, POOL_TIME_ZONE, type FeedGame, type Instant } from '@outlast/domain'
import type { Season } from '../feed/season-csv.ts'
import { madeUpSchedule, type Pairing } from './generated-schedule.ts'
import { seededRandom, wholeBetween, type Random } from './random.ts'

/** What a made-up season is made from. The same answers give the same season. */
export interface MadeUpSeasonPlan {
  readonly seed: number
  readonly seasonYear: number
  /** The Sunday of week 1, `YYYY-MM-DD`; the real calendar's unless told (see {@link openingSundayFor}). */
  readonly openingSunday?: string
}

/**
 * A whole season that never was: 18 weeks, 32 teams with one bye each, every game final. Built without any real
 * results; one game ends in a tie. Whoever uses it hides what has not happened yet ({@link asOfWeek}).
 */
export function madeUpSeason(plan: MadeUpSeasonPlan): Season {
  const random = seededRandom(plan.seed)
  const opening =
    plan.openingSunday === undefined ? dayOf(automaticLock(plan.seasonYear, 1, [])) : Temporal.PlainDate.from(plan.openingSunday)
  const weeks = madeUpSchedule(random).map((pairings, index): [number, FeedGame[]] => {
    const sunday = opening.add({ weeks: index })
    const slots = slotsOf(pairings.length)
    return [
      index + 1,
      pairings.map((pairing, place) => gameOf(random, plan.seasonYear, index + 1, pairing, sunday, slots[place] ?? EARLY)),
    ]
  })
  return { seasonYear: plan.seasonYear, weeks: new Map(weeks.map(([week, games]) => [week, inOrder(withTie(week, games))])) }
}

/** The same season in mid-season: weeks before `week` are final, it and later ones have not begun. */
export function asOfWeek(season: Season, week: number): Season {
  const weeks = [...season.weeks].map(([number, games]): [number, readonly FeedGame[]] => [
    number,
    number < week ? games : games.map(unplayed),
  ])
  return { seasonYear: season.seasonYear, weeks: new Map(weeks) }
}

/** A game before its kickoff. */
export function unplayed(game: FeedGame): FeedGame {
  return { ...game, status: 'scheduled', homeScore: null, awayScore: null, detail: null }
}

/**
 * The opening Sunday of a season whose week `week` is being played now: the Sunday before on Sundays to Wednesdays,
 * the next one on Thursdays to Saturdays, so that the week before is over and the week after has not begun.
 */
export function openingSundayFor(week: number, now: Instant): string {
  const today = dayOf(now)
  const WEDNESDAY = 3
  const sunday =
    today.dayOfWeek <= WEDNESDAY ? today.subtract({ days: today.dayOfWeek }) : today.add({ days: 7 - today.dayOfWeek })
  return sunday.subtract({ weeks: week - 1 }).toString()
}

interface Slot {
  /** Days from the week's Sunday. */
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

/** One game on Thursday, on Sunday night and on Monday, four on Sunday afternoon, the others early on Sunday. */
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
    ...madeUpScore(random),
    detail: 'Final',
  }
}

/** Touchdowns and field goals, the home team a little better; never level. */
export function madeUpScore(random: Random): { readonly homeScore: number; readonly awayScore: number } {
  const points = (strength: number) => 7 * wholeBetween(random, 0, 3 + strength) + 3 * wholeBetween(random, 0, 3)
  const homeScore = points(1)
  const awayScore = points(0)
  return homeScore === awayScore ? { homeScore: homeScore + 3, awayScore } : { homeScore, awayScore }
}

const TIE_WEEK = 4

/** Makes one game of a week a tie, so that each season covers ties (docs/rules.md §1.3). */
function withTie(week: number, games: readonly FeedGame[]): readonly FeedGame[] {
  if (week !== TIE_WEEK) return games
  return games.map((game, index) =>
    index === games.length - 1 ? { ...game, homeScore: 23, awayScore: 23, detail: 'Final/OT' } : game,
  )
}

function inOrder(games: readonly FeedGame[]): readonly FeedGame[] {
  return games.toSorted((a, b) => (a.kickoff === b.kickoff ? a.espnId.localeCompare(b.espnId) : a.kickoff < b.kickoff ? -1 : 1))
}

function dayOf(instant: Instant): Temporal.PlainDate {
  return Temporal.Instant.from(instant).toZonedDateTimeISO(POOL_TIME_ZONE).toPlainDate()
}
