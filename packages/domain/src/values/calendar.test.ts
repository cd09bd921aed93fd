import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import {
  LAST_WEEK,
  automaticLock,
  calendarDayOf,
  type FeedGame,
  type Instant,
  instantFromMs,
  type LockRule,
  suggestFirstWeek,
  parseInstant,
} from '../index.ts'
import { time } from '../../tests/specification.ts'

type Kickoff = Pick<FeedGame, 'kickoff' | 'kickoffKnown' | 'status'>
const at = (kickoff: string, more: Partial<Kickoff> = {}): Kickoff => ({
  kickoff: time(kickoff),
  kickoffKnown: true,
  status: 'scheduled',
  ...more,
})

const lockOf = (seasonYear: number, weekNumber: number, games: readonly Kickoff[], rule: LockRule = 'sunday_noon') =>
  automaticLock({ seasonYear, weekNumber }, games, rule)

describe('automaticLock (docs/rules.md §2.3)', () => {
  it.each([
    [2021, 1, '2021-09-12T16:00:00.000Z'],
    [2022, 1, '2022-09-11T16:00:00.000Z'],
    [2025, 1, '2025-09-07T16:00:00.000Z'],
    [2025, 8, '2025-10-26T16:00:00.000Z'],
    [2025, 9, '2025-11-02T17:00:00.000Z'],
    [2025, 18, '2026-01-04T17:00:00.000Z'],
    [2020, 1, '2020-09-13T16:00:00.000Z'],
    [2026, 1, '2026-09-13T16:00:00.000Z'],
  ])('returns the scheduled Sunday of a week without games: %i week %i is %s', (season, week, expected) => {
    expect(lockOf(season, week, [])).toBe(expected)
  })

  it('returns noon in New York on Labor Day + 6 + 7 × (week − 1) days in every week of every season, before and after the clock change', () => {
    const inNewYork = new Intl.DateTimeFormat('en-US', {
      timeZone: 'America/New_York',
      weekday: 'short',
      hour: 'numeric',
      minute: '2-digit',
      hourCycle: 'h23',
      month: 'numeric',
      day: 'numeric',
      year: 'numeric',
    })
    for (let season = 2000; season <= 2100; season += 1) {
      for (let week = 1; week <= LAST_WEEK; week += 1) {
        const lock = lockOf(season, week, [])
        const parts = Object.fromEntries(inNewYork.formatToParts(Date.parse(lock)).map(({ type, value }) => [type, value]))
        const day = Date.UTC(season, 8, laborDayOf(season) + 6 + 7 * (week - 1))
        expect(parts).toMatchObject({ weekday: 'Sun', hour: '12', minute: '00' })
        expect(Date.UTC(Number(parts['year']), Number(parts['month']) - 1, Number(parts['day']))).toBe(day)
      }
    }
  })

  it('returns the Sunday on or after the earliest kickoff in New York', () => {
    expect(lockOf(2025, 1, [at('2025-09-05T00:20:00Z'), at('2025-09-08T00:20:00Z')])).toBe('2025-09-07T16:00:00.000Z')
    // Late on Saturday in New York is Sunday in UTC.
    expect(lockOf(2025, 16, [at('2025-12-21T01:20:00Z')])).toBe('2025-12-21T17:00:00.000Z')
    // Late on Sunday in New York is Monday in UTC.
    expect(lockOf(2025, 5, [at('2025-10-06T00:20:00Z')])).toBe('2025-10-05T16:00:00.000Z')
    // Christmas on a Wednesday.
    expect(lockOf(2024, 17, [at('2024-12-25T18:00:00Z')])).toBe('2024-12-29T17:00:00.000Z')
  })

  it('returns noon of the Sunday in a week in which daylight saving time ends', () => {
    expect(lockOf(2025, 9, [at('2025-10-31T00:15:00Z')])).toBe('2025-11-02T17:00:00.000Z')
  })

  it('ignores placeholder kickoffs and cancelled or postponed games', () => {
    const later = at('2025-09-12T00:20:00Z')
    expect(lockOf(2025, 1, [at('2025-09-04T05:00:00Z', { kickoffKnown: false }), later])).toBe('2025-09-14T16:00:00.000Z')
    expect(lockOf(2025, 1, [at('2025-09-04T05:00:00Z', { status: 'postponed' }), later])).toBe('2025-09-14T16:00:00.000Z')
    expect(lockOf(2025, 1, [at('2025-09-30T05:00:00Z', { kickoffKnown: false })])).toBe('2025-09-07T16:00:00.000Z')
  })
})

describe('automaticLock by other rules (docs/rules.md §2.3)', () => {
  const thursday = at('2026-11-27T01:20:00Z')
  const thanksgiving = at('2026-11-26T18:00:00Z')
  const sunday = at('2026-11-29T18:00:00Z')
  it('is the kickoff of the first game that counts', () => {
    expect(lockOf(2026, 12, [sunday, thursday, thanksgiving], 'first_kickoff')).toBe(thanksgiving.kickoff)
    const called = { ...thanksgiving, status: 'postponed' as const }
    expect(lockOf(2026, 12, [sunday, thursday, called], 'first_kickoff')).toBe(thursday.kickoff)
  })
  it('is Thursday at 12:00 in New York while no kickoff is known, before any game can begin', () => {
    expect(lockOf(2026, 12, [], 'first_kickoff')).toBe('2026-11-26T17:00:00.000Z')
  })
  it.each([
    ['wednesday', '20:00', '2026-11-26T01:00:00.000Z'],
    ['thursday', '12:30', '2026-11-26T17:30:00.000Z'],
    ['saturday', '00:00', '2026-11-28T05:00:00.000Z'],
    ['sunday', '13:00', '2026-11-29T18:00:00.000Z'],
    ['monday', '20:15', '2026-12-01T01:15:00.000Z'],
  ] as const)('is %s at %s in New York, in the week that ends with its Monday game', (day, hour, expected) => {
    expect(lockOf(2026, 12, [sunday, thursday], { day, time: hour })).toBe(expected)
    expect(lockOf(2026, 12, [], { day, time: hour })).toBe(expected)
  })
  it('follows the clock change within a week', () => {
    expect(lockOf(2026, 8, [], { day: 'saturday', time: '12:00' })).toBe('2026-10-31T16:00:00.000Z')
    expect(lockOf(2026, 8, [], { day: 'sunday', time: '12:00' })).toBe('2026-11-01T17:00:00.000Z')
  })
})

/** Returns the first Monday of September without the code under test. */
function laborDayOf(season: number): number {
  let day = 1
  while (new Date(Date.UTC(season, 8, day)).getUTCDay() !== 1) day += 1
  return day
}

const data = new URL('../../../../../shared/data/', import.meta.url)
describe.skipIf(!existsSync(data))('real seasons (skipped without ../shared/data)', () => {
  it.each([2021, 2022, 2025])(
    'returns noon of the Sunday on which most games are played, in each week of the real season %i',
    (season) => {
      const weeks = weeksOf(season)
      expect(weeks.size).toBe(18)
      for (const [week, rows] of weeks) {
        const sundays = rows.filter((row) => row.weekday === 'Sun').map((row) => row.day)
        expect(new Set(sundays).size).toBe(1)
        const locks = [
          lockOf(
            season,
            week,
            rows.map((row) => at(row.kickoff)),
          ),
          lockOf(season, week, []),
        ]
        for (const lock of locks) expect([week, calendarDayOf(lock), hourInNewYork(lock)]).toEqual([week, sundays[0], 12])
      }
    },
  )
})

function hourInNewYork(instant: Instant): number {
  return Temporal.Instant.from(instant).toZonedDateTimeISO('America/New_York').hour
}

interface Row {
  readonly day: string
  readonly weekday: string
  readonly kickoff: string
}

function weeksOf(season: number): ReadonlyMap<number, readonly Row[]> {
  const weeks = new Map<number, Row[]>()
  const lines = readFileSync(new URL(`games-${season}.csv`, data), 'utf8')
    .trim()
    .split('\n')
    .slice(1)
  for (const line of lines) {
    const [, week, day = '', weekday = '', clock = ''] = line.split(',')
    const kickoff = Temporal.PlainDateTime.from(`${day}T${clock}`).toZonedDateTime('America/New_York').toInstant().toString()
    weeks.set(Number(week), [...(weeks.get(Number(week)) ?? []), { day, weekday, kickoff }])
  }
  return weeks
}

describe('calendar days', () => {
  it.each([
    ['2025-09-08T03:59:59.999Z', '2025-09-07'],
    ['2025-09-08T04:00:00Z', '2025-09-08'],
    ['2025-12-25T04:59:59Z', '2025-12-24'],
  ])('calendarDayOf returns the day in New York: %s is on %s', (instant, day) => {
    expect(calendarDayOf(time(instant))).toBe(day)
  })
})

describe('instants', () => {
  it.each([
    ['2025-09-07T12:00:00-04:00', '2025-09-07T16:00:00.000Z'],
    ['2025-09-07T16:00Z', '2025-09-07T16:00:00.000Z'],
    ['2025-09-07T16:00:00.1239Z', '2025-09-07T16:00:00.123Z'],
  ])('parseInstant reads %s as %s', (text, expected) => {
    expect(parseInstant(text)).toBe(expected)
  })
  it.each([
    '',
    'now',
    '2025-09-07',
    '2025-09-07T16:00:00',
    '2025-02-30T00:00:00Z',
    '2025-09-07T25:00:00Z',
    '+275000-01-01T00:00:00Z',
    '-000001-01-01T00:00:00Z',
  ])('parseInstant rejects %j', (text) => {
    expect(parseInstant(text)).toBeUndefined()
  })
  it('instantFromMs rejects times after the year 9999', () => {
    expect(instantFromMs(253402300799999)).toBe('9999-12-31T23:59:59.999Z')
    for (const ms of [253402300800000, -62167219200001, Number.NaN, Infinity]) expect(() => instantFromMs(ms)).toThrow(RangeError)
  })
})

describe('suggestFirstWeek', () => {
  const suggest = (now: string, season: number | null = null) => {
    const { seasonYear, weekNumber } = suggestFirstWeek(now as Instant, season, 'sunday_noon')
    return `${seasonYear} week ${weekNumber}`
  }
  it.each([
    ['2026-08-01T12:00:00.000Z', '2026 week 1'],
    ['2026-09-13T15:59:59.999Z', '2026 week 1'],
    ['2026-09-13T16:00:00.000Z', '2026 week 2'],
    ['2027-01-05T12:00:00.000Z', '2026 week 18'],
    ['2027-02-20T12:00:00.000Z', '2027 week 1'],
  ])('at %s suggests %s', (now, expected) => expect(suggest(now)).toBe(expected))
  it('stays in the season that the admin chose', () => {
    expect(suggest('2026-10-01T12:00:00.000Z', 2027)).toBe('2027 week 1')
    expect(suggest('2026-10-01T12:00:00.000Z', 2026)).toBe('2026 week 4')
    expect(suggest('2026-10-01T12:00:00.000Z', 2024)).toBe('2024 week 1')
  })
  it('gives the automatic lock of the week', () => {
    expect(suggestFirstWeek('2026-08-01T12:00:00.000Z' as Instant, null, 'sunday_noon').lockTime).toBe('2026-09-13T16:00:00.000Z')
  })
})
