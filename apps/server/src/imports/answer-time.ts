import { type Instant, instantFromMs, parseInstant, POOL_TIME_ZONE } from '@outlast/domain'

const ZONES: Readonly<Record<string, string>> = {
  E: POOL_TIME_ZONE,
  C: 'America/Chicago',
  M: 'America/Denver',
  P: 'America/Los_Angeles',
}
const DAY = String.raw`(?:(?<year>\d{4})[-/.](?<month>\d{1,2})[-/.](?<day>\d{1,2})|(?<first>\d{1,2})(?<sign>[-/.])(?<second>\d{1,2})[-/.](?<short>\d{4}|\d{2}))`
const TIME = String.raw`(?<hour>\d{1,2}):(?<minute>\d{2})(?::(?<seconds>\d{2})(?:\.\d+)?)?(?: ?(?<half>[ap])\.?m\.?)?`
const ZONE = String.raw`(?: ?(?:(?<name>[ecmp])[sd]?t|(?<zulu>gmt|utc|z)(?<offset>[+-]\d{1,2}(?::?\d{2})?)?))?`
const WRITTEN = new RegExp(`^${DAY},?[ t]+${TIME}${ZONE}$`, 'iu')

/**
 * Reads when an answer came in, as forms and spreadsheets write it: `9/7/2025 12:31:05`, `07.09.2025 12:31`, `2025/09/07 9:12:01 PM EST`.
 * Without a zone it is US Eastern time. The month comes first between slashes, unless that is impossible.
 */
export function readAnswerTime(text: string): Instant | undefined {
  const exact = parseInstant(text)
  if (exact !== undefined) return exact
  const found = WRITTEN.exec(text.replaceAll(/\s+/gu, ' ').trim())?.groups
  if (found === undefined) return undefined
  const [first, second] = [Number(found['first']), Number(found['second'])]
  const isMonthFirst = found['sign'] !== '.' && first <= 12
  const short = found['short'] ?? ''
  const date =
    found['year'] === undefined
      ? {
          year: Number(short) + (short.length === 2 ? 2000 : 0),
          month: isMonthFirst ? first : second,
          day: isMonthFirst ? second : first,
        }
      : { year: Number(found['year']), month: Number(found['month']), day: Number(found['day']) }
  const half = found['half']?.toLowerCase()
  const hour = Number(found['hour'])
  if (half !== undefined && (hour < 1 || hour > 12)) return undefined
  const time = {
    hour: half === undefined ? hour : (hour % 12) + (half === 'p' ? 12 : 0),
    minute: Number(found['minute']),
    second: Number(found['seconds'] ?? 0),
  }
  try {
    const local = Temporal.PlainDateTime.from({ ...date, ...time }, { overflow: 'reject' })
    return instantFromMs(local.toZonedDateTime(zoneOf(found)).epochMilliseconds)
  } catch (error) {
    if (error instanceof RangeError) return undefined
    throw error
  }
}

function zoneOf({ name, offset, zulu }: Readonly<Record<string, string | undefined>>): string {
  if (offset !== undefined) {
    const [, sign = '+', hours = '0', minutes = '00'] = /^([+-])(\d{1,2}):?(\d{2})?$/u.exec(offset) ?? []
    return `${sign}${hours.padStart(2, '0')}:${minutes}`
  }
  if (zulu !== undefined) return 'UTC'
  return ZONES[(name ?? 'E').toUpperCase()] ?? POOL_TIME_ZONE
}
