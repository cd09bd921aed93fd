import { type Instant, instantFromMs, isCalendarDay } from './instant.ts'
import type { FeedGame } from './game.ts'
import type { CalendarDay } from './payment.ts'
import { isCalledOff } from './rules.ts'

/** The league's zone: locks, kickoffs and paid dates are days and hours there. */
export const POOL_TIME_ZONE = 'America/New_York'
const SUNDAY = 7

/**
 * The automatic lock: Sunday 12:00 in New York of the week, never by a fixed offset from UTC, since one November
 * week crosses the change of clocks (decisions.md §Rules 4).
 * @param games the week's games, if they were synced; placeholder kickoffs and games called off do not count
 */
export function automaticLock(
  seasonYear: number,
  weekNumber: number,
  games: readonly Pick<FeedGame, 'kickoff' | 'kickoffKnown' | 'status'>[],
): Instant {
  const kickoffs = games
    .filter((game) => game.kickoffKnown && !isCalledOff(game))
    .map((game) => game.kickoff)
    .sort()
  const earliest = kickoffs[0]
  const sunday = earliest === undefined ? scheduledSunday(seasonYear, weekNumber) : sundayFrom(dayOf(earliest))
  const noon = sunday.toZonedDateTime({ timeZone: POOL_TIME_ZONE, plainTime: { hour: 12 } })
  return instantFromMs(noon.epochMilliseconds)
}

/** The calendar day of an instant in New York, `YYYY-MM-DD`. */
export function calendarDayOf(instant: Instant): CalendarDay {
  return dayOf(instant).toString() as CalendarDay
}

/** Reads `YYYY-MM-DD`; `undefined` when there is no such day. */
export function parseCalendarDay(text: string): CalendarDay | undefined {
  const [, year, month, day] = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text) ?? []
  return isCalendarDay(Number(year), Number(month), Number(day)) ? (text as CalendarDay) : undefined
}

function dayOf(instant: Instant): Temporal.PlainDate {
  return Temporal.Instant.from(instant).toZonedDateTimeISO(POOL_TIME_ZONE).toPlainDate()
}

function sundayFrom(day: Temporal.PlainDate): Temporal.PlainDate {
  return day.add({ days: SUNDAY - day.dayOfWeek })
}

/** Labor Day (the first Monday of September) + 6 days + 7·(week − 1). */
function scheduledSunday(seasonYear: number, weekNumber: number): Temporal.PlainDate {
  const first = Temporal.PlainDate.from({ year: seasonYear, month: 9, day: 1 })
  const laborDay = first.add({ days: (8 - first.dayOfWeek) % 7 })
  return laborDay.add({ days: 6 + 7 * (weekNumber - 1) })
}
