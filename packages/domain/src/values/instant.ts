/**
 * A point in time as ISO 8601 in UTC with milliseconds (`2025-09-07T16:00:00.000Z`). All instants have this format, so comparing
 * the strings compares the times.
 */
export type Instant = string & { readonly __brand: 'Instant' }

/** The first millisecond of the year 0. */
const FIRST_MS = -62_167_219_200_000
/** The first millisecond of the year 10,000. */
const END_MS = 253_402_300_800_000

/** Converts epoch milliseconds to an instant. Throws a RangeError outside of the years 0–9999. */
export function instantFromMs(ms: number): Instant {
  if (ms < FIRST_MS || ms >= END_MS) throw new RangeError(`outside of the calendar: ${ms}`)
  return new Date(ms).toISOString() as Instant
}

/** Converts an instant to epoch milliseconds. */
export function instantToMs(instant: Instant): number {
  return Date.parse(instant)
}

const INPUT = /^(\d{4})-(\d{2})-(\d{2})T(\d{2}):(\d{2})(?::(\d{2})(?:\.(\d{1,9}))?)?(?:Z|([+-])(\d{2}):?(\d{2}))$/i
const MINUTE_MS = 60_000

/**
 * Parses a time with an offset or `Z`. Fractions of a millisecond are truncated. Does not use Temporal, which some browsers lack.
 * @returns `undefined` if the text is not such a time or the day does not exist
 */
export function parseInstant(text: string): Instant | undefined {
  const parts = INPUT.exec(text)
  if (parts === null) return undefined
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = parts.slice(1, 7).map((part) => Number(part ?? 0))
  const ms = Number((parts[7] ?? '').slice(0, 3).padEnd(3, '0'))
  const offsetHours = Number(parts[9] ?? 0)
  const offsetMinutes = Number(parts[10] ?? 0)
  if (hour > 23 || minute > 59 || second > 59 || offsetHours > 23 || offsetMinutes > 59) return undefined
  if (!isCalendarDay(year, month, day)) return undefined
  const local = new Date(0).setUTCFullYear(year, month - 1, day) + ((hour * 60 + minute) * 60 + second) * 1000 + ms
  const offset = (parts[8] === '-' ? -1 : 1) * (offsetHours * 60 + offsetMinutes) * MINUTE_MS
  try {
    return instantFromMs(local - offset)
  } catch (error) {
    if (error instanceof RangeError) return undefined
    throw error
  }
}

/** Whether a calendar day exists. */
function isCalendarDay(year: number, month: number, day: number): boolean {
  const date = new Date(new Date(0).setUTCFullYear(year, month - 1, day))
  return date.getUTCFullYear() === year && date.getUTCMonth() === month - 1 && date.getUTCDate() === day
}

/** Adds milliseconds, which may be negative. */
export function addMs(instant: Instant, ms: number): Instant {
  return instantFromMs(instantToMs(instant) + ms)
}
