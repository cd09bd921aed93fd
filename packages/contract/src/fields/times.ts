import { type CalendarDay, type Instant, parseInstant } from '@outlast/domain'
import * as z from 'zod'

const FIRST = '2000-01-01T00:00:00.000Z'
const LAST = '2101-12-31T23:59:59.999Z'
const DAY = /^\d{4}-\d{2}-\d{2}$/

type Context = z.core.$RefinementCtx

/** Parses a time with an offset or `Z`. Anything else becomes an issue. */
function parseTime(label: string, value: string, context: Context): Instant {
  const instant = value.length > 64 ? undefined : parseInstant(value.trim())
  if (instant !== undefined && instant >= FIRST && instant <= LAST) return instant
  const message =
    instant === undefined
      ? `${label} must be a time with an offset or Z, like 2025-09-07T16:00:00Z`
      : `${label} must lie between the years 2000 and 2101`
  context.addIssue({ code: 'custom', message })
  return z.NEVER
}

/** Creates a schema for a time or a keyword such as `auto`. */
export function timeOrWord<Word extends string>(label: string, word: Word) {
  return z
    .string({ error: `${label} must be a time or the word ${word}` })
    .transform((value, context) => (value.trim() === word ? word : parseTime(label, value, context)))
    .meta({ description: `A time with an offset or Z, or the word ${word}` })
}

/** Creates a schema for a time. */
export function timeField(label: string) {
  return z
    .string({ error: `${label} must be a time` })
    .transform((value, context) => parseTime(label, value, context))
    .meta({ description: 'A time with an offset or Z' })
}

/** Creates a schema for an optional time. A blank text becomes null. */
export function timeOrNull(label: string) {
  return z
    .string({ error: `${label} must be text` })
    .nullable()
    .transform((value, context) => (isBlank(value) ? null : parseTime(label, value, context)))
    .meta({ description: 'A time with an offset or Z. Null or blank: no time' })
}

/** Creates a schema for an optional calendar day, `YYYY-MM-DD`. A blank text becomes null. */
export function dayOrNull(label: string) {
  return z
    .string({ error: `${label} must be text` })
    .nullable()
    .transform((value, context): CalendarDay | null => {
      if (isBlank(value)) return null
      const day = value.trim()
      if (isDay(day)) return day as CalendarDay
      context.addIssue({ code: 'custom', message: `${label} must be a day like 2025-09-07` })
      return z.NEVER
    })
    .meta({ description: 'A day like 2025-09-07. Null or blank: no day' })
}

/** Whether a text is a day of the calendar. Parsing 30 February as a time gives another day. */
function isDay(value: string): boolean {
  if (!DAY.test(value) || value < FIRST.slice(0, 10) || value > LAST.slice(0, 10)) return false
  return parseInstant(`${value}T00:00:00Z`)?.startsWith(value) === true
}

function isBlank(value: string | null): value is null {
  return value === null || value.trim() === ''
}
