/**
 * Text of `datetime-local` inputs, read and written as time in New York: the zone that locks and kickoffs go by (pool.md §2).
 * Offsets are looked up for each instant, never assumed: one November week crosses the change of clocks.
 */
const EASTERN = 'America/New_York'
const MINUTE_MS = 60_000
const DAY_MS = 86_400_000
const INPUT = /^(\d{4})-(\d{2})-(\d{2})T(\d{2}):(\d{2})(?::\d{2}(?:\.\d+)?)?$/

const parts = new Intl.DateTimeFormat('en-US', {
  timeZone: EASTERN,
  hourCycle: 'h23',
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
})

/** What a text of an input says. `twice`: the clocks are set back that night, and the first of the two is meant. */
export type EasternInput =
  | { readonly status: 'empty' }
  | { readonly status: 'invalid'; readonly sentence: string }
  | { readonly status: 'time'; readonly iso: string; readonly twice: boolean }

/** An instant as the value of a `datetime-local` input in Eastern time, to the minute. */
export function easternInputOf(iso: string): string {
  const ms = Date.parse(iso)
  return Number.isNaN(ms) ? '' : new Date(wallOf(ms)).toISOString().slice(0, 16)
}

/** Reads the value of a `datetime-local` input as Eastern time. */
export function readEasternInput(text: string): EasternInput {
  if (text.trim() === '') return { status: 'empty' }
  const [, ...digits] = INPUT.exec(text) ?? []
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0] = digits.map(Number)
  const wall = Date.UTC(year, month - 1, day, hour, minute)
  if (digits.length === 0 || new Date(wall).toISOString().slice(0, 16) !== text.slice(0, 16)) {
    return { status: 'invalid', sentence: 'Enter a date and a time' }
  }
  const [first, second] = instantsAt(wall)
  if (first === undefined) {
    return { status: 'invalid', sentence: 'That time does not exist in New York: the clocks are set forward that night' }
  }
  return { status: 'time', iso: new Date(first).toISOString(), twice: second !== undefined }
}

/** Every instant, oldest first, at which clocks in New York show `wall`: none in the hour they skip, two in the one they repeat. */
function instantsAt(wall: number): readonly number[] {
  const offsets = new Set([-DAY_MS, DAY_MS].map((away) => wallOf(wall + away) - (wall + away)))
  return [...offsets]
    .map((offset) => wall - offset)
    .filter((ms) => wallOf(ms) === wall)
    .sort((a, b) => a - b)
}

/** What clocks in New York show at an instant, to the minute, as if it were UTC. */
function wallOf(ms: number): number {
  const minute = Math.floor(ms / MINUTE_MS) * MINUTE_MS
  const shown = Object.fromEntries(parts.formatToParts(minute).map(({ type, value }) => [type, Number(value)]))
  const { year = 0, month = 1, day = 1, hour = 0, minute: minutes = 0 } = shown
  return Date.UTC(year, month - 1, day, hour, minutes)
}
