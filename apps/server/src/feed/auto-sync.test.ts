import { instantFromMs, weekId, type GameStatus } from '@outlast/domain'
import { pino } from 'pino'
import { describe, expect, it } from 'vitest'
import { runAutoSync, type AutoSyncOptions, type AutoSyncStatus, type AutoSyncWeek } from './auto-sync.ts'
import { FeedFailure } from './failure.ts'

const START = Date.UTC(2026, 10, 8, 18)
const SECOND = 1000
const HOUR = 3_600_000

function weekWith(status: GameStatus, id = 9): AutoSyncWeek {
  const games = [{ status, kickoff: instantFromMs(START - 60_000), kickoffKnown: true }]
  return { weekId: weekId(id), seasonYear: 2026, weekNumber: id, games, isAhead: false }
}

/** A week whose only game is days away. */
function weekAhead(id: number, games: AutoSyncWeek['games'] = []): AutoSyncWeek {
  return { weekId: weekId(id), seasonYear: 2026, weekNumber: id, games, isAhead: true }
}

/** Runs the automatic sync with a clock that only advances while it waits. `script` maps seconds from the start to actions. */
async function simulate(
  seconds: number,
  pool: {
    week?: AutoSyncWeek
    weeks?: readonly AutoSyncWeek[]
    override?: boolean
    failing?: Error
    askedBefore?: Record<number, number>
  },
  script: Record<number, () => void> = {},
) {
  let ms = START
  const requests: { at: number; week: number }[] = []
  const reports: AutoSyncStatus[] = []
  const outcomes: string[] = []
  const stop = new AbortController()
  const passed = () => Math.round((ms - START) / SECOND)
  const deps: AutoSyncOptions = {
    weeks: () => pool.weeks ?? (pool.week === undefined || pool.override === true ? [] : [pool.week]),
    siteTimeOverridden: () => pool.override === true,
    sync: async (week) => {
      requests.push({ at: passed(), week: week.weekNumber })
      if (pool.failing !== undefined) throw pool.failing
    },
    askedBefore: async () =>
      new Map(Object.entries(pool.askedBefore ?? {}).map(([id, hours]) => [weekId(Number(id)), START - hours * HOUR])),
    report: async (status) => {
      reports.push(status)
      if (reports.length === 1) throw new Error('the database is unreachable')
    },
    onRequest: (outcome) => outcomes.push(outcome),
    clock: { nowMs: () => ms, now: () => instantFromMs(ms) },
    log: pino({ level: 'silent' }),
    random: () => 0.5,
    waiter: {
      wake: () => undefined,
      wait: async (wait) => {
        const before = passed()
        ms += wait
        for (const [at, change] of Object.entries(script)) if (Number(at) > before && Number(at) <= passed()) change()
        if (passed() >= seconds) stop.abort()
      },
    },
  }
  await runAutoSync(deps, stop.signal)
  return { requests, reports, outcomes, last: reports.at(-1) }
}

describe('runAutoSync', () => {
  it('sends a request every 30 s during a game, and hourly otherwise', async () => {
    const live = await simulate(120, { week: weekWith('in_progress') })
    expect(live.requests.map(({ at }) => at)).toEqual([0, 30, 60, 90])
    expect(live.last).toEqual({
      lastAsked: instantFromMs(START + 90_000),
      nextAsk: instantFromMs(START + 120_000),
      paused: null,
      failures: 0,
      lastError: null,
      weeks: [{ weekId: 9, nextAsk: instantFromMs(START + 120_000) }],
    })
    const idle = await simulate(7300, { week: weekWith('cancelled') })
    expect(idle.requests.map(({ at }) => at)).toEqual([0, 3600, 7200])
  })

  it('adjusts the interval when the games change', async () => {
    const pool = { week: weekWith('cancelled') }
    const { requests } = await simulate(200, pool, { 90: () => (pool.week = weekWith('in_progress')) })
    expect(requests.map(({ at }) => at)).toEqual([0, 90, 120, 150, 180])
  })

  it('requests another week as soon as it is the current one', async () => {
    const pool = { week: weekWith('cancelled') }
    const { requests } = await simulate(300, pool, { 100: () => (pool.week = weekWith('cancelled', 10)) })
    expect(requests).toEqual([
      { at: 0, week: 9 },
      { at: 120, week: 10 },
    ])
  })

  it('asks for each week at its own interval, one request at a time', async () => {
    const { requests, last } = await simulate(3700, { weeks: [weekWith('in_progress', 10), weekWith('postponed', 9)] })
    expect(requests.filter(({ week }) => week === 9).map(({ at }) => at)).toEqual([0, 3600])
    expect(requests.filter(({ week }) => week === 10).length).toBeGreaterThan(100)
    expect(last?.weeks?.map(({ weekId: id }) => id)).toEqual([10, 9])
  })

  it('asks for weeks that are still to come one after the other, and then daily', async () => {
    const { requests } = await simulate(48 * 3600, { weeks: [weekAhead(10), weekAhead(11), weekAhead(12)] })
    const of = (number: number) => requests.filter(({ week }) => week === number).map(({ at }) => at)
    expect([10, 11, 12].map((number) => of(number)[0])).toEqual([0, 5, 10])
    for (const number of [10, 11, 12]) {
      expect(of(number).length).toBeGreaterThanOrEqual(3)
      expect(of(number).length).toBeLessThanOrEqual(4)
    }
  })

  it('asks for a week that is still to come in time for its first kickoff', async () => {
    const kickoff = instantFromMs(START + 10 * HOUR)
    const { requests } = await simulate(10 * 3600, {
      weeks: [weekAhead(10, [{ status: 'scheduled', kickoff, kickoffKnown: true }])],
    })
    expect(requests[1]?.at).toBe(9 * 3600)
    expect(requests.at(-1)?.at).toBeGreaterThan(10 * 3600 - 121)
  })

  it('asks soon for many weeks that are added at once, and never delays a game for them', async () => {
    const season = Array.from({ length: 18 }, (_, index) => weekAhead(index + 11))
    const pool = { weeks: [weekWith('in_progress', 10)] }
    const { requests } = await simulate(600, pool, { 60: () => (pool.weeks = [...season, weekWith('in_progress', 10)]) })
    const live = requests.filter(({ week }) => week === 10).map(({ at }) => at)
    expect(live.every((at, index) => index === 0 || at - (live[index - 1] ?? 0) <= 30)).toBe(true)
    expect(new Set(requests.map(({ week }) => week)).size).toBe(19)
    expect(
      Math.max(...season.map(({ weekNumber }) => requests.find(({ week }) => week === weekNumber)?.at ?? Infinity)),
    ).toBeLessThan(300)
  })

  it('asks for no more than one week that is still to come at a time while the feed fails, and ever more rarely', async () => {
    const weeks = Array.from({ length: 18 }, (_, index) => weekAhead(index + 1))
    const { requests } = await simulate(24 * 3600, {
      weeks,
      failing: new FeedFailure('ESPN answered 500', 'https://x.example', ''),
    })
    expect(requests.length).toBeLessThan(12)
    expect(requests.slice(0, 4).map(({ at }) => at)).toEqual([0, 300, 900, 2100])
  })

  it('asks for weeks that are still to come only when they are due again after a restart, and for others at once', async () => {
    const weeks = [weekAhead(10), weekAhead(11), weekWith('in_progress', 9)]
    const { requests } = await simulate(20, { weeks, askedBefore: { 9: 1, 10: 1, 11: 30 } })
    expect(requests.map(({ week }) => week)).toEqual([9, 11])
  })

  it('sends no request without a current week', async () => {
    const { requests, last } = await simulate(100, {})
    expect(requests).toEqual([])
    expect(last).toMatchObject({ paused: 'no_current_week', nextAsk: null, lastAsked: null })
  })

  it('pauses during a site-time override, and sends a request at once when it is cleared', async () => {
    const pool = { week: weekWith('cancelled'), override: false }
    const { requests, reports } = await simulate(HOUR / SECOND / 2, pool, {
      60: () => (pool.override = true),
      300: () => (pool.override = false),
    })
    expect(requests.map(({ at }) => at)).toEqual([0, 300])
    expect(reports).toContainEqual(
      expect.objectContaining({ paused: 'site_time_override', nextAsk: null, lastAsked: instantFromMs(START) }),
    )
  })

  it('retries failures with growing delays, reports them, and clears them after a success', async () => {
    const pool: { week: AutoSyncWeek; failing?: Error } = {
      week: weekWith('in_progress'),
      failing: new FeedFailure('ESPN answered 500', 'https://x.example', 'sorry'),
    }
    const { requests, reports, outcomes, last } = await simulate(500, pool, { 400: () => delete pool.failing })
    expect(requests.map(({ at }) => at)).toEqual([0, 30, 90, 210, 450, 480])
    expect(outcomes).toEqual(['failed', 'failed', 'failed', 'failed', 'ok', 'ok'])
    const error = { at: instantFromMs(START + 210_000), message: 'ESPN answered 500', url: 'https://x.example', details: 'sorry' }
    expect(reports).toContainEqual(expect.objectContaining({ failures: 4, lastError: error }))
    expect(last).toMatchObject({ failures: 0, lastError: null })
  })

  it('hides the details of internal errors', async () => {
    const { last } = await simulate(10, { week: weekWith('in_progress'), failing: new Error('relation "events" does not exist') })
    expect(last?.lastError).toMatchObject({ message: 'The answer could not be recorded', details: null })
  })
})
