/**
 * Reads and writes `datetime-local` inputs as time in New York, where locks and kickoffs are set.
 * The UTC offset is looked up for each instant, because one November week crosses the end of daylight saving time.
 */
const EASTERN = 'America/New_York'
const MINUTE_MS = 60_000
const DAY_MS = 86_400_000
const INPUT = /^(\d{4})-(\d{2})-(\d{2})T(\d{2}):(\d{2})(?::\d{2}(?:\.\d+)?)?$/

const wallClock = new Intl.DateTimeFormat('en-US', {
  timeZone: EASTERN,
  hourCycle: 'h23',
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
})

/** The value of an input. `isAmbiguous`: the clocks are set back that night, and the first of the two instants is used. */
export type EasternInput =
  | { readonly status: 'empty' }
  | { readonly status: 'invalid'; readonly message: string }
  | { readonly status: 'time'; readonly iso: string; readonly isAmbiguous: boolean }

/** Formats an instant as the value of a `datetime-local` input in Eastern time, to the minute. */
export function toEasternInput(iso: string): string {
  const ms = Date.parse(iso)
  return Number.isNaN(ms) ? '' : new Date(wallTime(ms)).toISOString().slice(0, 16)
}

/** Parses the value of a `datetime-local` input as Eastern time. */
export function parseEasternInput(text: string): EasternInput {
  if (text.trim() === '') return { status: 'empty' }
  const [, ...digits] = INPUT.exec(text) ?? []
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0] = digits.map(Number)
  const wall = Date.UTC(year, month - 1, day, hour, minute)
  if (digits.length === 0 || new Date(wall).toISOString().slice(0, 16) !== text.slice(0, 16)) {
    return { status: 'invalid', message: 'Enter a date and a time' }
  }
  const [first, second] = instantsAt(wall)
  if (first === undefined) {
    return { status: 'invalid', message: 'That time does not exist in ET: the clocks are set forward that night' }
  }
  return { status: 'time', iso: new Date(first).toISOString(), isAmbiguous: second !== undefined }
}

/** Returns every instant, oldest first, at which clocks in New York show `wall`: none in the skipped hour, two in the repeated one. */
function instantsAt(wall: number): readonly number[] {
  const offsets = new Set([-DAY_MS, DAY_MS].map((shift) => wallTime(wall + shift) - (wall + shift)))
  return [...offsets]
    .map((offset) => wall - offset)
    .filter((ms) => wallTime(ms) === wall)
    .sort((a, b) => a - b)
}

/** Returns what clocks in New York show at an instant, to the minute, encoded as if it were UTC. */
function wallTime(ms: number): number {
  const minute = Math.floor(ms / MINUTE_MS) * MINUTE_MS
  const shown = Object.fromEntries(wallClock.formatToParts(minute).map(({ type, value }) => [type, Number(value)]))
  const { year = 0, month = 1, day = 1, hour = 0, minute: minutes = 0 } = shown
  return Date.UTC(year, month - 1, day, hour, minutes)
}
