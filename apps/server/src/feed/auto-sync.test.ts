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

/** A pool whose clock only moves when the automatic sync waits. What happens when is told by `script`, in seconds from the start. */
async function play(
  seconds: number,
  pool: { week?: AutoSyncWeek; override?: boolean; failing?: Error },
  script: Record<number, () => void> = {},
) {
  let ms = START
  const asked: { at: number; week: number }[] = []
  const reports: AutoSyncStatus[] = []
  const outcomes: string[] = []
  const stop = new AbortController()
  const passed = () => Math.round((ms - START) / SECOND)
  const deps: AutoSyncOptions = {
    currentWeek: () => pool.week,
    siteTimeOverridden: () => pool.override === true,
    sync: async (week) => {
      asked.push({ at: passed(), week: week.weekNumber })
      if (pool.failing !== undefined) throw pool.failing
    },
    report: async (status) => {
      reports.push(status)
      if (reports.length === 1) throw new Error('the database is away')
    },
    onAsked: (outcome) => outcomes.push(outcome),
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
  return { asked, reports, outcomes, last: reports.at(-1) }
}

describe('the automatic sync', () => {
  it('asks every 30 s while a game is on, and hourly when none is', async () => {
    const live = await play(120, { week: weekWith('in_progress') })
    expect(live.asked.map(({ at }) => at)).toEqual([0, 30, 60, 90])
    expect(live.last).toEqual({
      lastAsked: instantFromMs(START + 90_000),
      nextAsk: instantFromMs(START + 120_000),
      paused: null,
      failures: 0,
      lastError: null,
    })
    const idle = await play(7300, { week: weekWith('cancelled') })
    expect(idle.asked.map(({ at }) => at)).toEqual([0, 3600, 7200])
  })

  it('follows the games as they become known to the pool', async () => {
    const pool = { week: weekWith('cancelled') }
    const { asked } = await play(200, pool, { 90: () => (pool.week = weekWith('in_progress')) })
    expect(asked.map(({ at }) => at)).toEqual([0, 90, 120, 150, 180])
  })

  it('asks for another week as soon as it is the current one', async () => {
    const pool = { week: weekWith('cancelled') }
    const { asked } = await play(300, pool, { 100: () => (pool.week = weekWith('cancelled', 10)) })
    expect(asked).toEqual([
      { at: 0, week: 9 },
      { at: 120, week: 10 },
    ])
  })

  it('has nothing to ask without a current week', async () => {
    const { asked, last } = await play(100, {})
    expect(asked).toEqual([])
    expect(last).toMatchObject({ paused: 'no_current_week', nextAsk: null, lastAsked: null })
  })

  it('is paused while a site-time override stands, and asks at once when it is cleared', async () => {
    const pool = { week: weekWith('cancelled'), override: false }
    const { asked, reports } = await play(HOUR / SECOND / 2, pool, {
      60: () => (pool.override = true),
      300: () => (pool.override = false),
    })
    expect(asked.map(({ at }) => at)).toEqual([0, 300])
    expect(reports).toContainEqual(
      expect.objectContaining({ paused: 'site_time_override', nextAsk: null, lastAsked: instantFromMs(START) }),
    )
  })

  it('bears failures: slower and slower, told with their words, and forgotten after a good answer', async () => {
    const pool: { week: AutoSyncWeek; failing?: Error } = {
      week: weekWith('in_progress'),
      failing: new FeedFailure('ESPN answered 500', 'https://x.example', 'sorry'),
    }
    const { asked, reports, outcomes, last } = await play(500, pool, { 400: () => delete pool.failing })
    expect(asked.map(({ at }) => at)).toEqual([0, 30, 90, 210, 450, 480])
    expect(outcomes).toEqual(['failed', 'failed', 'failed', 'failed', 'ok', 'ok'])
    const error = { at: instantFromMs(START + 210_000), message: 'ESPN answered 500', url: 'https://x.example', details: 'sorry' }
    expect(reports).toContainEqual(expect.objectContaining({ failures: 4, lastError: error }))
    expect(last).toMatchObject({ failures: 0, lastError: null })
  })

  it('shows nothing internal of our own failures', async () => {
    const { last } = await play(10, { week: weekWith('in_progress'), failing: new Error('relation "events" does not exist') })
    expect(last?.lastError).toMatchObject({ message: 'The answer could not be recorded', details: null })
  })
})
