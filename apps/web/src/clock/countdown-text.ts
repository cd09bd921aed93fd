import { formatCount } from '../lib/numbers.ts'

const SECOND = 1_000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** A duration split into the units of a countdown. */
export interface TimeLeft {
  readonly days: number
  readonly hours: number
  readonly minutes: number
  readonly seconds: number
}

/** Splits a duration into units. Rounds up to a second, so that a countdown shows 0 when the time has come and not before. */
export function timeLeft(ms: number): TimeLeft {
  const left = Math.max(0, Math.ceil(ms / SECOND) * SECOND)
  return {
    days: Math.floor(left / DAY),
    hours: Math.floor((left % DAY) / HOUR),
    minutes: Math.floor((left % HOUR) / MINUTE),
    seconds: Math.floor((left % MINUTE) / SECOND),
  }
}

/** A unit of a countdown, by its name in the singular. */
interface ShownUnit {
  readonly unit: 'day' | 'hour' | 'minute' | 'second'
  readonly count: number
}

/** Returns what a countdown shows: its largest unit that is not 0, at least the seconds, and the next one unless that is 0. */
export function largestUnits(ms: number): readonly ShownUnit[] {
  const { days, hours, minutes, seconds } = timeLeft(ms)
  const units: readonly ShownUnit[] = [
    { unit: 'day', count: days },
    { unit: 'hour', count: hours },
    { unit: 'minute', count: minutes },
    { unit: 'second', count: seconds },
  ]
  const first = units.findIndex(({ count }) => count > 0)
  return first < 0 ? units.slice(-1) : units.slice(first, first + 2).filter(({ count }) => count > 0)
}

/** Returns how urgent a countdown is: its last minute, its last hour, or neither. */
export function urgencyLevel(ms: number): 'calm' | 'hour' | 'minute' {
  if (ms > HOUR) return 'calm'
  return ms > MINUTE ? 'hour' : 'minute'
}

/** Formats a countdown for screen readers. Seconds appear in the last minute only. */
export function spokenTimeLeft(ms: number): string {
  const { days, hours, minutes, seconds } = timeLeft(ms)
  const units = [[days, 'day'] as const, [hours, 'hour'] as const, [minutes, 'minute'] as const]
  const text = units.flatMap(([count, unit]) => (count === 0 ? [] : [formatCount(count, unit)])).join(', ')
  return text === '' ? formatCount(seconds, 'second') : text
}

/** Formats what a countdown shows: `2 days 3 hours`. Returns undefined when the time has come. */
export function countdownText(ms: number): string | undefined {
  if (ms <= 0) return undefined
  return largestUnits(ms)
    .map(({ unit, count }) => formatCount(count, unit))
    .join(' ')
}

/** Formats a countdown briefly: `2 d 3 h`, `3 h 12 min`, and from the last hour on `9:05`. */
export function briefTimeLeft(ms: number): string {
  const { days, hours, minutes, seconds } = timeLeft(ms)
  if (days > 0) return hours > 0 ? `${days} d ${hours} h` : `${days} d`
  if (hours > 0) return minutes > 0 ? `${hours} h ${minutes} min` : `${hours} h`
  return `${minutes}:${String(seconds).padStart(2, '0')}`
}

/** When screen readers announce the lock, in seconds before it. An announcement each second would drown out everything else. */
const ANNOUNCED_SECONDS = [60, 30, 10]

/** Returns what screen readers announce now. It changes at {@link ANNOUNCED_SECONDS} and at the lock, and is empty before. */
export function lockAnnouncement(ms: number): string {
  if (ms <= 0) return 'Picks are closed'
  const seconds = Math.ceil(ms / SECOND)
  const announced = ANNOUNCED_SECONDS.findLast((limit) => seconds <= limit)
  return announced === undefined ? '' : `Picks lock in ${announced} seconds`
}
