import { type Instant, instantFromMs } from './instant.ts'
import type { FeedGame } from './game.ts'
import type { CalendarDay } from './payment.ts'
import { isCalledOff } from './game-life.ts'
import { LOCK_DAYS, type LockRule, type WeeklyLock } from './lock-rule.ts'
import { leagueWeekOf } from './week-number.ts'

/** The time zone of locks, kickoffs and paid dates. */
export const POOL_TIME_ZONE = 'America/New_York'
const SUNDAY = 7
export const LAST_REGULAR_WEEK = 18
/** The last week of a season, with the postseason (docs/rules.md §9.2). */
export const LAST_WEEK = 22

const SUNDAY_NOON: WeeklyLock = { day: 'sunday', time: '12:00' }
/** While no kickoff of a week is known, it locks before any of its games can begin. */
const BEFORE_KICKOFFS: WeeklyLock = { day: 'thursday', time: '12:00' }

/**
 * Returns the automatic lock time of a week (docs/rules.md §2.3). It is computed in the time zone and not with an offset from UTC,
 * because daylight saving time ends during a November week.
 * @param games the week's games; placeholder kickoffs and cancelled or postponed games are ignored
 * @param slate the part of the league's week that it takes; null for all of it
 */
export function automaticLock(
  week: SeasonWeek,
  games: readonly Pick<FeedGame, 'kickoff' | 'kickoffKnown' | 'status'>[],
  rule: LockRule,
  slate: SlateWindow | null = null,
): Instant {
  const kickoffs = games
    .filter((game) => game.kickoffKnown && !isCalledOff(game))
    .map((game) => game.kickoff)
    .sort()
  const earliest = kickoffs[0]
  if (rule === 'first_kickoff' && earliest !== undefined) return earliest
  const lock = lockByRule(week, earliest, rule)
  return slate === null ? lock : slateLock(lock, earliest, slate)
}

/** The time window of a slate. Null: from the beginning of the league's week, or to its end. */
export interface SlateWindow {
  readonly startsAt: Instant | null
  readonly endsAt: Instant | null
}

/** A slate locks at the rule's time if that is within the slate and not after its first kickoff, and otherwise at that kickoff. */
function slateLock(lock: Instant, earliest: Instant | undefined, { startsAt, endsAt }: SlateWindow): Instant {
  const latest = earliest ?? endsAt
  if ((startsAt === null || lock >= startsAt) && (latest === null || lock <= latest)) return lock
  return earliest ?? startsAt ?? endsAt ?? lock
}

function lockByRule({ seasonYear, weekNumber }: SeasonWeek, earliest: Instant | undefined, rule: LockRule): Instant {
  const { day, time } = rule === 'sunday_noon' ? SUNDAY_NOON : rule === 'first_kickoff' ? BEFORE_KICKOFFS : rule
  const sunday = earliest === undefined ? scheduledSunday(seasonYear, weekNumber) : sundayFrom(dayOf(earliest))
  return inNewYork(sunday.add({ days: LOCK_DAYS.indexOf(day) - LOCK_DAYS.indexOf('sunday') }), time)
}

/** A week of a season's calendar. */
interface SeasonWeek {
  readonly seasonYear: number
  readonly weekNumber: number
}

/** Returns the noon in New York of the Sunday on which a week is played by the calendar, whatever the pool's rules are. */
export function scheduledNoon(seasonYear: number, weekNumber: number): Instant {
  return inNewYork(scheduledSunday(seasonYear, weekNumber), '12:00')
}

/** Returns the instant of a time of day, `HH:MM`, in New York. */
function inNewYork(day: Temporal.PlainDate, time: string): Instant {
  const plainTime = Temporal.PlainTime.from(time)
  return instantFromMs(day.toZonedDateTime({ timeZone: POOL_TIME_ZONE, plainTime }).epochMilliseconds)
}

/** Whether a week comes after the regular season. */
export function isPostseason(weekNumber: number): boolean {
  return leagueWeekOf(weekNumber) > LAST_REGULAR_WEEK
}

/** A week that a new pool can start with. */
export interface FirstWeek {
  readonly seasonYear: number
  readonly weekNumber: number
  readonly lockTime: Instant
}

/**
 * Returns the first week that is still open by the calendar: of the given season, or else of the season that is running or comes
 * next. A season that is over starts with its week 1.
 */
export function suggestFirstWeek(siteNow: Instant, seasonYear: number | null, rule: LockRule): FirstWeek {
  const year = Number(calendarDayOf(siteNow).slice(0, 4))
  const years = seasonYear === null ? [year - 1, year, year + 1] : [seasonYear]
  for (const candidate of years) {
    for (let weekNumber = 1; weekNumber <= LAST_REGULAR_WEEK; weekNumber += 1) {
      const lockTime = automaticLock({ seasonYear: candidate, weekNumber }, [], rule)
      if (lockTime > siteNow) return { seasonYear: candidate, weekNumber, lockTime }
    }
  }
  const past = seasonYear ?? year
  return { seasonYear: past, weekNumber: 1, lockTime: automaticLock({ seasonYear: past, weekNumber: 1 }, [], rule) }
}

/** Returns the week that comes after these weeks of the pool, with its automatic lock time; without weeks, a first one. */
export function suggestNextWeek(
  weeks: Iterable<{ readonly seasonYear: number; readonly weekNumber: number }>,
  startedSeason: number | null,
  siteNow: Instant,
  rule: LockRule,
): FirstWeek {
  const all = [...weeks]
  if (all.length === 0) return suggestFirstWeek(siteNow, startedSeason, rule)
  const lastYear = Math.max(...all.map(({ seasonYear }) => seasonYear))
  const lastWeek = Math.max(...all.filter(({ seasonYear }) => seasonYear === lastYear).map(({ weekNumber }) => weekNumber))
  const isNewSeason = leagueWeekOf(lastWeek) >= LAST_WEEK || (startedSeason ?? 0) > lastYear
  const seasonYear = isNewSeason ? Math.max(lastYear + 1, startedSeason ?? 0) : lastYear
  const weekNumber = isNewSeason ? 1 : leagueWeekOf(lastWeek) + 1
  return { seasonYear, weekNumber, lockTime: automaticLock({ seasonYear, weekNumber }, [], rule) }
}

/** Returns the calendar day of an instant in New York, `YYYY-MM-DD`. */
export function calendarDayOf(instant: Instant): CalendarDay {
  return dayOf(instant).toString() as CalendarDay
}

/** Returns the midnight in New York at which a day begins. */
export function startOfDay(day: CalendarDay): Instant {
  return inNewYork(Temporal.PlainDate.from(day), '00:00')
}

function dayOf(instant: Instant): Temporal.PlainDate {
  return Temporal.Instant.from(instant).toZonedDateTimeISO(POOL_TIME_ZONE).toPlainDate()
}

function sundayFrom(day: Temporal.PlainDate): Temporal.PlainDate {
  return day.add({ days: SUNDAY - day.dayOfWeek })
}

/** Returns the Sunday of a week by the calendar: Labor Day (the first Monday of September) + 6 days + 7 × (week − 1). */
function scheduledSunday(seasonYear: number, weekNumber: number): Temporal.PlainDate {
  const first = Temporal.PlainDate.from({ year: seasonYear, month: 9, day: 1 })
  const laborDay = first.add({ days: (8 - first.dayOfWeek) % 7 })
  return laborDay.add({ days: 6 + 7 * (leagueWeekOf(weekNumber) - 1) })
}
