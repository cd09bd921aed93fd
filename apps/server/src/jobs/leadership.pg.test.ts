import { sql } from 'kysely'
import { eventually } from '@outlast/testing'
import { createTestDatabase, runStatement, type TestDatabase } from '@outlast/testing/postgres/database'
import { DatabaseProxy } from '@outlast/testing/postgres/database-proxy'
import { instantFromMs, weekId } from '@outlast/domain'
import { pino } from 'pino'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { systemClock } from '../lib/clock.ts'
import { openDatabase, type Database } from '../database/index.ts'
import type { Tables } from '../database/tables.ts'
import { readFeedStatus, saveFeedStatus } from '../feed/feed-status.ts'
import { syncJob } from './auto-sync.ts'
import { type Job, startJobs } from './job.ts'
import { startLeadership, type Leadership } from './leadership.ts'

const KEY = [0x0a, 1] as const
const log = pino({ level: 'silent' })

let testDatabase: TestDatabase
let database: Database<Tables>
let running: { stop(): Promise<void> }[]
beforeEach(async () => {
  testDatabase = await createTestDatabase()
  database = openDatabase({ connectionString: testDatabase.connectionString, max: 5, onError: () => undefined })
  running = []
})
afterEach(async () => {
  await Promise.all(running.map((candidate) => candidate.stop()))
  await database.close()
  await testDatabase.drop()
})

const killLeaders = () =>
  runStatement(
    testDatabase.connectionString,
    `SELECT pg_terminate_backend(pid) FROM pg_locks WHERE locktype = 'advisory' AND granted AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`,
  )

describe('startLeadership', () => {
  let terms: { candidate: number; isOver: boolean }[]
  beforeEach(() => {
    terms = []
  })

  function compete(candidate: number, connectionString = testDatabase.connectionString): Leadership {
    const leadership = startLeadership({
      connection: { connectionString },
      key: KEY,
      job: 'the job',
      retryMs: 20,
      log,
      lead: async (signal) => {
        const term = { candidate, isOver: false }
        terms.push(term)
        await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }))
        term.isOver = true
      },
    })
    running.push(leadership)
    return leadership
  }

  it('makes one process the leader, and another one when it stops', async () => {
    const candidates = [1, 2, 3].map((candidate) => compete(candidate))
    const leaders = () => candidates.filter((candidate) => candidate.isLeader())
    await eventually(() => expect(leaders()).toHaveLength(1))
    for (let stopped = 1; stopped < 3; stopped += 1) {
      await leaders()[0]!.stop()
      await eventually(() => expect(leaders()).toHaveLength(1))
    }
    await leaders()[0]!.stop()
    expect(terms).toHaveLength(3)
    expect(new Set(terms.map((term) => term.candidate)).size).toBe(3)
    expect(terms.every((term) => term.isOver)).toBe(true)
  })

  it('ends the leadership when the connection breaks, and elects a leader again', async () => {
    for (const candidate of [1, 2]) compete(candidate)
    for (let term = 1; term <= 3; term += 1) {
      await eventually(() => expect(terms.filter(({ isOver }) => !isOver)).toHaveLength(1))
      expect(terms).toHaveLength(term)
      await killLeaders()
      await eventually(() => expect(terms[term - 1]).toMatchObject({ isOver: true }))
    }
  })

  it('elects the only candidate again after its job failed', async () => {
    let attempts = 0
    const lead = async () => {
      attempts += 1
      throw new Error('no')
    }
    const connection = { connectionString: testDatabase.connectionString }
    running.push(startLeadership({ connection, key: KEY, job: 'the job', retryMs: 5, log, lead }))
    await eventually(() => expect(attempts).toBeGreaterThan(2))
  })

  it('does not lead when it gets the lock after it was stopped', async () => {
    const proxy = new DatabaseProxy(testDatabase.connectionString)
    const stopped = Promise.withResolvers<void>()
    proxy.cutBefore = (message) => {
      if (message.includes('pg_try_advisory_lock')) void leadership.stop().then(stopped.resolve)
      return false
    }
    const lead = vi.fn<() => Promise<void>>(async () => {})
    const connection = { connectionString: await proxy.start() }
    const leadership = startLeadership({ connection, key: KEY, job: 'the job', retryMs: 20, log, lead })
    await stopped.promise
    expect(lead).not.toHaveBeenCalled()
    await proxy.stop()
  })

  it('stops while the database is unreachable', async () => {
    const leadership = startLeadership({
      connection: { host: '127.0.0.1', port: 1 },
      key: KEY,
      job: 'the job',
      retryMs: 3_600_000,
      log,
      lead: async () => undefined,
    })
    await leadership.stop()
    expect(leadership.isLeader()).toBe(false)
  })
})

describe('syncJob', () => {
  it('requests the feed in one process, and in another one when its connection breaks', async () => {
    const requests: number[] = []
    const games = [{ status: 'in_progress' as const, kickoff: systemClock.now(), kickoffKnown: true }]
    for (const candidate of [1, 2]) {
      const sync = syncJob({
        pace: { liveMs: 20, nearMs: 20, idleMs: 20, aheadMs: 20, spacingMs: 20 },
        weeks: () => [{ weekId: weekId(1), seasonYear: 2026, weekNumber: 9, games, isAhead: false }],
        siteTimeOverridden: () => false,
        sync: async () => void requests.push(candidate),
        db: database.db,
        clock: systemClock,
        log,
      })
      running.push(startJobs({ jobs: [sync], connectionString: testDatabase.connectionString, retryMs: 20, log }))
    }
    await eventually(() => expect(requests.length).toBeGreaterThan(5))
    expect(new Set(requests).size).toBe(1)
    const before = requests.length
    await killLeaders()
    await eventually(() => expect(requests.length).toBeGreaterThan(before + 10))
    expect(await readFeedStatus(database.db)).toMatchObject({
      paused: null,
      failures: 0,
      lastError: null,
      lastAsked: expect.stringMatching(/Z$/),
    })
  })
})

describe('startJobs', () => {
  it('does every leader’s job in one process over one connection, other jobs in each, and all in another process when that one dies', async () => {
    const done: string[] = []
    const jobsOf = (candidate: number): Job[] => [
      ...['first', 'second'].map((name) => ({
        name,
        leader: true,
        every: 10,
        run: async () => void done.push(`${candidate} ${name}`),
      })),
      { name: 'own', every: 10, run: async () => void done.push(`${candidate} own`) },
    ]
    const { connectionString } = testDatabase
    const candidates = [1, 2].map((n) => startJobs({ jobs: jobsOf(n), connectionString, retryMs: 20, log }))
    running.push(...candidates)
    await eventually(() => expect(candidates.filter((one) => one.isLeader())).toHaveLength(1))
    const leader = candidates.findIndex((one) => one.isLeader()) + 1
    const other = 3 - leader
    await eventually(() =>
      expect(new Set(done)).toEqual(new Set([`${leader} first`, `${leader} second`, `${leader} own`, `${other} own`])),
    )
    const { rows } = await sql`
      SELECT 1 FROM pg_stat_activity WHERE application_name LIKE 'outlast-leader %' AND datname = current_database()`.execute(
      database.db,
    )
    expect(rows).toHaveLength(2)
    await candidates[leader - 1]?.stop()
    await eventually(() => expect(done).toEqual(expect.arrayContaining([`${other} first`, `${other} second`])))
  })

  it('repeats a job that fails, and wakes one on the events that it waits for', async () => {
    const listeners: ((event: { type: string }) => void)[] = []
    let runs = 0
    const run = async () => {
      runs += 1
      if (runs === 1) throw new Error('no')
    }
    running.push(
      startJobs({
        jobs: [{ name: 'the job', every: 3_600_000, wakesOn: 'wakes_sync', run }],
        connectionString: testDatabase.connectionString,
        follower: { onEvent: (listener) => void listeners.push(listener as (event: { type: string }) => void) },
        log,
      }),
    )
    await eventually(() => expect(runs).toBe(1))
    const tell = (type: string) => listeners.forEach((listener) => listener({ type }))
    tell('WeekAdded')
    expect(runs).toBe(1)
    tell('SiteTimeSet')
    await eventually(() => expect(runs).toBe(2))
  })
})

describe('feed status', () => {
  it('is empty at first, and then the one that was saved last', async () => {
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
