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
  return { weekId: weekId(id), seasonYear: 2026, weekNumber: id, games }
}

/** Runs the automatic sync with a clock that only advances while it waits. `script` maps seconds from the start to actions. */
async function simulate(
  seconds: number,
  pool: { week?: AutoSyncWeek; weeks?: readonly AutoSyncWeek[]; override?: boolean; failing?: Error },
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
