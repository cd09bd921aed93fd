import type { PoolRules } from '../../../src/index.ts'
import type { Facts, Game, Week } from './facts.ts'
import { isLocked, slatesOf } from './facts.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR

/** docs/rules.md §2.1, §2.5. */
export function siteTimeOf({ clock }: Facts, now: number): number {
  if (clock.mode === 'real') return now
  return clock.mode === 'frozen' ? clock.siteTime : clock.siteTime + (now - clock.since)
}

export function isClosed(facts: Facts, week: Week, now: number): boolean {
  return isLocked(week) || siteTimeOf(facts, now) >= week.lockTime
}

/**
 * docs/rules.md §2.3 without a time zone library: daylight saving time in New York ends at 06:00 UTC on the first Sunday of November. No
 * season of a history reaches March.
 */
export function automaticLock(
  season: number,
  number: number,
  games: readonly Pick<Game, 'kickoff' | 'kickoffKnown' | 'status'>[],
  rule: PoolRules['lock'] = 'sunday_noon',
): number {
  const summerEnds = firstOf(0, season, 10) + 6 * HOUR
  const kickoffs = games
    .filter((game) => game.kickoffKnown && game.status !== 'cancelled' && game.status !== 'postponed')
    .map((game) => game.kickoff)
  if (rule === 'first_kickoff' && kickoffs.length > 0) return Math.min(...kickoffs)
  let day = firstOf(1, season, 8) + (6 + 7 * (Math.floor(number) - 1)) * DAY
  if (kickoffs.length > 0) {
    const earliest = Math.min(...kickoffs)
    const inNewYork = earliest - (earliest < summerEnds ? 4 : 5) * HOUR
    day = inNewYork - (inNewYork % DAY)
    while (new Date(day).getUTCDay() !== 0) day += DAY
  }
  const before = { wednesday: 4, thursday: 3, friday: 2, saturday: 1, sunday: 0, monday: -1 }
  const at =
    rule === 'sunday_noon'
      ? ({ day: 'sunday', time: '12:00' } as const)
      : rule === 'first_kickoff'
        ? ({ day: 'thursday', time: '12:00' } as const)
        : rule
  const local = day - before[at.day] * DAY + Date.parse(`1970-01-01T${at.time}Z`)
  return local + (local + 4 * HOUR < summerEnds ? 4 : 5) * HOUR
}

/** docs/rules.md §20: the lock by the rule, if a slate that has begun by then is not being played yet, and else its first kickoff. */
export function slateLock(
  facts: Facts,
  { season, number, startsAt }: Pick<Week, 'season' | 'number' | 'startsAt'>,
  games: readonly Pick<Game, 'kickoff' | 'kickoffKnown' | 'status'>[],
  rule: PoolRules['lock'],
): number {
  const lock = automaticLock(season, number, games, rule)
  if (Number.isInteger(number)) return lock
  const slates = slatesOf(facts, { season, number })
  const isFirst = slates.every((other) => other.number >= number)
  const start = isFirst ? null : startsAt
  const next = slates.find((other) => other.number > number)?.startsAt ?? null
  const kickoffs = games
    .filter((game) => game.kickoffKnown && game.status !== 'cancelled' && game.status !== 'postponed')
    .map(({ kickoff }) => kickoff)
  const end = kickoffs.length > 0 ? Math.min(...kickoffs) : next
  const isInTime = (start === null || start <= lock) && (end === null || lock <= end)
  if (isInTime) return lock
  return kickoffs.length > 0 ? Math.min(...kickoffs) : (start ?? next ?? lock)
}

/** docs/rules.md §20: a week of games lasts from the Tuesday morning before its Sunday to the Wednesday after it. */
export function isInWeek(season: number, number: number, time: number): boolean {
  const noon = automaticLock(season, number, [])
  return time >= noon - 5 * DAY && time <= noon + 3 * DAY
}

/** Returns midnight UTC of the first such weekday of a month (0 is Sunday). */
function firstOf(weekday: number, year: number, month: number): number {
  let day = Date.UTC(year, month, 1)
  while (new Date(day).getUTCDay() !== weekday) day += DAY
  return day
}
