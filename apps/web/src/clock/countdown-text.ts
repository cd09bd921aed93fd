const SECOND = 1_000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** What is left until an instant, in the parts that are shown. */
export interface TimeLeft {
  readonly days: number
  readonly hours: number
  readonly minutes: number
  readonly seconds: number
}

/** Splits milliseconds, rounded up to a second: it says 0 when the time has come, not a second before. */
export function timeLeft(ms: number): TimeLeft {
  const left = Math.max(0, Math.ceil(ms / SECOND) * SECOND)
  return {
    days: Math.floor(left / DAY),
    hours: Math.floor((left % DAY) / HOUR),
    minutes: Math.floor((left % HOUR) / MINUTE),
    seconds: Math.floor((left % MINUTE) / SECOND),
  }
}

/** How pressing it is: the last hour, the last minute. */
export function urgencyLevel(ms: number): 'calm' | 'hour' | 'minute' {
  if (ms > HOUR) return 'calm'
  return ms > MINUTE ? 'hour' : 'minute'
}

/** What is left in words, to the minute until the last one. */
export function spokenTimeLeft(ms: number): string {
  const { days, hours, minutes, seconds } = timeLeft(ms)
  const parts = [count(days, 'day'), count(hours, 'hour'), count(minutes, 'minute')].filter((part) => part !== '')
  return parts.length === 0 ? `${count(seconds, 'second') || '0 seconds'}` : parts.join(', ')
}

const counted = (number: number, unit: string): string => `${number} ${unit}${number === 1 ? '' : 's'}`
const count = (number: number, unit: string): string => (number === 0 ? '' : counted(number, unit))

/** All that is left, from the greatest unit that counts: `2 days 3 hours 4 minutes 5 seconds`. Undefined when it is now, or has been. */
export function countdownText(ms: number): string | undefined {
  if (ms <= 0) return undefined
  const { days, hours, minutes, seconds } = timeLeft(ms)
  const parts = [
    [days, 'day'],
    [hours, 'hour'],
    [minutes, 'minute'],
    [seconds, 'second'],
  ] as const
  const shown = parts.slice(parts.findIndex(([number]) => number > 0))
  return shown.map(([number, unit]) => counted(number, unit)).join(' ')
}

/** When the last minute is announced, in seconds before the lock. Each second would drown everything else out. */
const ANNOUNCED = [60, 30, 10]

/** What a screen reader says now; it changes at {@link ANNOUNCED} and when the time has come, and is empty before. */
export function lockAnnouncement(ms: number): string {
  if (ms <= 0) return 'The time to pick is over'
  const seconds = Math.ceil(ms / SECOND)
  const point = ANNOUNCED.findLast((one) => seconds <= one)
  return point === undefined ? '' : `Picks lock in ${point} seconds`
}
