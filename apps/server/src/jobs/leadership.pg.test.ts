import { createTestDatabase, runStatement, type TestDatabase } from '@outlast/testing'
import { instantFromMs, weekId } from '@outlast/domain'
import { pino } from 'pino'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { systemClock } from '../lib/clock.ts'
import { openDatabase, type Database } from '../database/index.ts'
import { readFeedStatus, saveFeedStatus } from '../feed/feed-status.ts'
import { startLeadership, type Leadership } from './leadership.ts'
import { startAutoSync } from './start-auto-sync.ts'

const KEY = [0x0a, 1] as const
const log = pino({ level: 'silent' })

let made: TestDatabase
let database: Database<unknown>
let running: { stop(): Promise<void> }[]
beforeEach(async () => {
  made = await createTestDatabase()
  database = openDatabase({ connectionString: made.connectionString, max: 5, onError: () => undefined })
  running = []
})
afterEach(async () => {
  await Promise.all(running.map((one) => one.stop()))
  await database.close()
  await made.drop()
})

const killLeaders = () =>
  runStatement(
    made.connectionString,
    `SELECT pg_terminate_backend(pid) FROM pg_locks WHERE locktype = 'advisory' AND granted AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`,
  )

describe('leading', () => {
  let terms: { by: number; over: boolean }[]
  beforeEach(() => {
    terms = []
  })

  function compete(by: number): Leadership {
    const one = startLeadership({
      connection: { connectionString: made.connectionString },
      key: KEY,
      retryMs: 20,
      log,
      lead: async (signal) => {
        const term = { by, over: false }
        terms.push(term)
        await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }))
        term.over = true
      },
    })
    running.push(one)
    return one
  }

  it('is for one of many, and for another when that one stops', async () => {
    const all = [1, 2, 3].map(compete)
    const leaders = () => all.filter((one) => one.isLeader())
    await vi.waitFor(() => expect(leaders()).toHaveLength(1))
    for (let stopped = 1; stopped < 3; stopped += 1) {
      await leaders()[0]!.stop()
      await vi.waitFor(() => expect(leaders()).toHaveLength(1))
    }
    await leaders()[0]!.stop()
    expect(terms).toHaveLength(3)
    expect(new Set(terms.map((term) => term.by)).size).toBe(3)
    expect(terms.every((term) => term.over)).toBe(true)
  })

  it('ends with the connection, and is won again', async () => {
    for (const by of [1, 2]) compete(by)
    for (let term = 1; term <= 3; term += 1) {
      await vi.waitFor(() => expect(terms.filter(({ over }) => !over)).toHaveLength(1))
      expect(terms).toHaveLength(term)
      await killLeaders()
      await vi.waitFor(() => expect(terms[term - 1]).toMatchObject({ over: true }))
    }
  })

  it('is won again by the only one there is, and after work that failed', async () => {
    let tries = 0
    const lead = async () => {
      tries += 1
      throw new Error('no')
    }
    running.push(startLeadership({ connection: { connectionString: made.connectionString }, key: KEY, retryMs: 5, log, lead }))
    await vi.waitFor(() => expect(tries).toBeGreaterThan(2))
  })

  it('stops even while the database cannot be reached', async () => {
    const one = startLeadership({
      connection: { host: '127.0.0.1', port: 1 },
      key: KEY,
      retryMs: 3_600_000,
      log,
      lead: async () => undefined,
    })
    await one.stop()
    expect(one.isLeader()).toBe(false)
  })
})

describe('the automatic sync of several processes', () => {
  it('asks in one of them, in another when that one is cut off, and tells all how it stands', async () => {
    const asked: number[] = []
    const games = [{ status: 'in_progress' as const, kickoff: systemClock.now(), kickoffKnown: true }]
    for (const by of [1, 2]) {
      running.push(
        startAutoSync({
          connection: { connectionString: made.connectionString },
          retryMs: 20,
          pace: { liveMs: 20, nearMs: 20, idleMs: 20 },
          currentWeek: () => ({ weekId: weekId(1), seasonYear: 2026, weekNumber: 9, games }),
          siteTimeOverridden: () => false,
          sync: async () => void asked.push(by),
          db: database.db,
          clock: systemClock,
          log,
        }),
      )
    }
    await vi.waitFor(() => expect(asked.length).toBeGreaterThan(5))
    expect(new Set(asked).size).toBe(1)
    const before = asked.length
    await killLeaders()
    await vi.waitFor(() => expect(asked.length).toBeGreaterThan(before + 10))
    expect(await readFeedStatus(database.db)).toMatchObject({
      paused: null,
      failures: 0,
      lastError: null,
      lastAsked: expect.stringMatching(/Z$/),
    })
  })
})

describe('how it stands', () => {
  it('is kept for all processes', async () => {
    expect(await readFeedStatus(database.db)).toEqual({
      lastAsked: null,
      nextAsk: null,
      paused: null,
      failures: 0,
      lastError: null,
    })
    const at = instantFromMs(Date.UTC(2026, 10, 8, 18))
    const status = {
      lastAsked: at,
      nextAsk: at,
      paused: null,
      failures: 2,
      lastError: { at, message: 'no', url: 'https://x.example', details: '<html>' },
    }
    await saveFeedStatus(database.db, { ...status, failures: 1 })
    await saveFeedStatus(database.db, status)
    expect(await readFeedStatus(database.db)).toEqual(status)
  })
})
