import { instantFromMs, weekId } from '@outlast/domain'
import pg from 'pg'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import {
  findingsIn,
  member,
  openLog,
  pickOf,
  seedPool,
  type TestLog,
  useTestLog,
  withPicksOfSf,
} from '../../tests/support/log.ts'
import { readEvents } from '../log/read.ts'
import { LogDiverged } from '../pool/follower.ts'
import { openDatabase } from '../database/index.ts'
import { APPEND_LOCK } from '../database/locks.ts'
import type { Tables } from '../database/tables.ts'
import { Pipeline, type SendOutcome } from './pipeline.ts'
import { toQueuedCommand } from './queued-command.ts'
import { idempotencyKey } from './receipts.ts'

const own = useTestLog()

let holder: pg.Client
/** The process whose picks are in flight. It does not read what the other process appends until it needs to. */
let log: TestLog
let seeded: number

beforeEach(async () => {
  await seedPool(own.log, 20)
  seeded = own.log.follower.position
  holder = new pg.Client(own.connectionString)
  await holder.connect()
  log = await openLog(own.connectionString)
})
afterEach(async () => {
  await holder.end()
  await log.close()
})

/** Holds the append lock while a function runs, so that everything that is sent meanwhile stays in flight. */
async function whileLocked<T>(run: () => Promise<T>): Promise<T> {
  await holder.query(`SELECT pg_advisory_lock(${APPEND_LOCK})`)
  try {
    return await run()
  } finally {
    await holder.query(`SELECT pg_advisory_unlock(${APPEND_LOCK})`)
  }
}

/** Resolves once the process waits for the append lock. */
async function waitsForLock(): Promise<void> {
  const waiting = `SELECT 1 FROM pg_locks WHERE locktype = 'advisory' AND objid = ${APPEND_LOCK} AND NOT granted`
  await expect.poll(async () => (await holder.query(waiting)).rowCount).toBe(1)
}

/** Sends a pick, and waits until its batch is in flight. */
async function send(entry: number, team: string, more: object = {}): Promise<ReturnType<TestLog['submit']>[]> {
  const sent = log.submit(member(1), 'SubmitPick', { ...pickOf(entry, team), ...more })
  sent.catch(() => {})
  // Inside an array, because awaiting this function would await the pick, too.
  await expect.poll(() => log.queue.length).toBe(0)
  return [sent]
}

/** Returns the types of the events after those of the seeded pool. */
const types = async () => (await readEvents(own.log.db, seeded)).map(({ type }) => type)

test('Pipeline: decides a batch on the state after the one in flight, and folds and acknowledges each only after its commit', async () => {
  const before = log.follower.position
  const order: string[] = []
  const [first, second] = await whileLocked(async () => {
    const [a] = await send(1, 'KC')
    await waitsForLock()
    const [b] = await send(1, 'SF', { ifVersion: before + 1 })
    void a?.then(() => order.push('first'))
    void b?.then(() => order.push('second'))
    expect(log.follower.lacks(before + 2)).toBe(false)
    expect(log.follower.position).toBe(before)
    expect(order).toEqual([])
    return [a, b]
  })
  expect(await first).toMatchObject({ response: { positions: [before + 1] } })
  expect(await second).toMatchObject({ response: { positions: [before + 2] } })
  expect(order).toEqual(['first', 'second'])
  expect(log.follower.position).toBe(before + 2)
  expect(await findingsIn(own.log)).toEqual([])
})

test('Pipeline: decides again what was decided before another process changed the pool', async () => {
  const other = await own.log.submit(member(1), 'SubmitPick', pickOf(1, 'BUF'))
  const [first, second] = await whileLocked(async () => {
    const [a] = await send(1, 'KC', { ifVersion: 0 })
    await waitsForLock()
    const [b] = await send(1, 'SF', { ifVersion: log.follower.position + 1 })
    return [a, b]
  })
  expect(other.ok).toBe(true)
  expect(await first).toMatchObject({ violation: { code: 'version_conflict' } })
  // The position that the second one expects is the other process's pick.
  expect(await second).toMatchObject({ ok: true })
  expect(await types()).toEqual(['PickSubmitted', 'PickSubmitted'])
  expect(await findingsIn(own.log)).toEqual([])
})

test('Pipeline: discards a batch that builds on one that failed, and records its commands without a gap', async () => {
  await withPicksOfSf(own.log.db, 'PERFORM 1 / 0')
  const before = log.follower.position
  const [first, second] = await whileLocked(async () => {
    const [a] = await send(1, 'SF')
    await waitsForLock()
    const [b] = await send(2, 'KC')
    return [a, b]
  })
  await expect(first).rejects.toThrow('division by zero')
  expect(await second).toMatchObject({ response: { positions: [before + 1] } })
  expect(await findingsIn(own.log)).toEqual([])
})

test('Pipeline: records nothing after a head with the expected position but another hash, and neither does the appender', async () => {
  await withPicksOfSf(own.log.db, `UPDATE log_head SET hash = decode(repeat('ab', 32), 'hex')`)
  const [first, second] = await whileLocked(async () => {
    const [a] = await send(1, 'SF')
    await waitsForLock()
    const [b] = await send(2, 'KC')
    return [a, b]
  })
  expect(await first).toMatchObject({ ok: true })
  await expect(second).rejects.toMatchObject({ cause: expect.any(LogDiverged) as Error })
  expect(await types()).toEqual(['PickSubmitted'])
})

test('Pipeline: rejects a pick in flight when its week locks before it has the append lock', async () => {
  const lockMs = Date.parse(own.log.follower.pool.rounds.get(weekId(1))?.lockTime ?? '')
  await own.log.submit(member(1), 'SetSiteTime', { siteTime: instantFromMs(lockMs - 1_500), running: true })
  await log.follower.catchUp(log.db)
  const [pick] = await whileLocked(async () => {
    const sent = await send(1, 'KC')
    await waitsForLock()
    await new Promise((resolve) => setTimeout(resolve, 1_600))
    return sent
  })
  expect(await pick).toMatchObject({ violation: { code: 'week_locked' } })
  expect(await types()).toEqual(['SiteTimeSet', 'WeekLocked'])
})

test('Pipeline: returns the response that another process stored for the same key', async () => {
  const key = idempotencyKey('1', 'submitPick', 'k1', {})
  const first = await own.log.submit(member(1), 'SubmitPick', pickOf(1, 'nobody'), key)
  expect(first).toMatchObject({ violation: { code: 'unknown_team' } })
  expect(await log.submit(member(1), 'SubmitPick', pickOf(1, 'KC'), key)).toMatchObject({ violation: { code: 'unknown_team' } })
  expect(await types()).toEqual([])
})

test('Pipeline: records other commands in order with the picks around them', async () => {
  const before = log.follower.position
  const [a, c, d] = await whileLocked(async () => {
    const [inFlight] = await send(1, 'KC')
    await waitsForLock()
    const other = log.submit(member(1), 'SetIneligibleTeams', { weekId: 1, teams: ['SF'] } as never)
    const behind = log.submit(member(1), 'SubmitPick', pickOf(2, 'SF'))
    return [inFlight, other, behind]
  })
  expect(await a).toMatchObject({ response: { positions: [before + 1] } })
  expect(await c).toMatchObject({ response: { positions: [before + 2] } })
  expect(await d).toMatchObject({ violation: { code: 'team_ineligible' } })
  expect(await findingsIn(own.log)).toEqual([])
})

test('Pipeline: a command other than a pick is decided once, under the append lock', async () => {
  let decisions = 0
  const command = { type: 'SetLockTime', data: { weekId: weekId(1), lockTime: instantFromMs(0) } } as const
  await log.queue.submit({
    envelope: { command, actor: member(1) },
    toResponse: () => {
      decisions += 1
      return null
    },
  })
  expect(await types()).toEqual(['LockTimeChanged', 'WeekLocked'])
  expect(decisions).toBe(1)
})

test('Pipeline: records each pick once while two processes pick at the same time', async () => {
  const picks = (from: TestLog, teams: readonly string[]) =>
    Promise.all(
      Array.from({ length: 60 }, async (_, n) => {
        await new Promise((resolve) => setTimeout(resolve, n * 3))
        return from.submit(member(1), 'SubmitPick', pickOf((n % 10) + 1, teams[n % teams.length] ?? ''))
      }),
    )
  const results = await Promise.all([picks(log, ['KC', 'BUF', 'SF']), picks(own.log, ['LAR', 'NYG', 'DAL', 'PHI'])])
  const positions = results.flat().flatMap((result) => (result.ok ? result.response.positions : []))
  expect(results.flat().every(({ ok }) => ok)).toBe(true)
  expect(new Set(positions).size).toBe(positions.length)
  expect((await types()).length).toBe(positions.length)
  expect(await findingsIn(own.log)).toEqual([])
})

test('Pipeline: a pick that is sent together with another command is decided once, under the append lock', async () => {
  let decisions = 0
  const toResponse = () => {
    decisions += 1
    return null
  }
  const commands = [
    { type: 'SubmitPick', data: pickOf(1, 'KC') },
    { type: 'SetIneligibleTeams', data: { weekId: weekId(1), teams: ['SF' as never] } },
  ] as const
  await Promise.all(commands.map((command) => log.queue.submit({ envelope: { command, actor: member(1) }, toResponse })))
  expect(await types()).toEqual(['PickSubmitted', 'IneligibleTeamsSet'])
  expect(decisions).toBe(2)
})

test('Pipeline: picks are sent at once while site time is frozen just before a lock', async () => {
  const lockMs = Date.parse(own.log.follower.pool.rounds.get(weekId(1))?.lockTime ?? '')
  await own.log.submit(member(1), 'SetSiteTime', { siteTime: instantFromMs(lockMs - 1), running: false })
  await log.follower.catchUp(log.db)
  let decisions = 0
  const toResponse = () => {
    decisions += 1
    return null
  }
  const command = { type: 'SubmitPick', data: pickOf(1, 'KC') } as const
  await log.queue.submit({ envelope: { command, actor: member(1) }, toResponse })
  expect(decisions).toBe(1)
  expect(await types()).toEqual(['SiteTimeSet', 'PickSubmitted'])
})

describe('Pipeline: a batch', () => {
  let database: ReturnType<typeof openDatabase<Tables>>
  let pipeline: Pipeline
  let nowMs: number
  let clockMs: number
  let failures: number

  beforeEach(async () => {
    await log.follower.catchUp(log.db)
    database = openDatabase<Tables>({
      connectionString: own.connectionString,
      max: 1,
      onError: () => {},
      prepare: true,
      pipeline: true,
    })
    nowMs = Date.parse(log.follower.state.head.recordedAt)
    pipeline = new Pipeline({
      connections: database.pool,
      follower: log.follower,
      now: () => instantFromMs(nowMs),
    })
    clockMs = performance.now()
    failures = 0
    vi.spyOn(performance, 'now').mockImplementation(() => clockMs)
  })
  afterEach(async () => {
    vi.restoreAllMocks()
    await database.close()
  })

  /** Sends one pick in a batch of its own. The outcome is in an object, because awaiting this function would await it, too. */
  const sendPick = (entry: number, team: string): Promise<{ readonly outcome: Promise<SendOutcome> } | undefined> =>
    pipeline.send([
      toQueuedCommand({
        envelope: { command: { type: 'SubmitPick', data: pickOf(entry, team) }, actor: member(1) },
        toResponse: () => null,
      }),
    ])

  /** Sends a batch as soon as the pipeline takes one. Returns after how many milliseconds that is, in steps of 50, and its outcome. */
  async function sendAfterPause(): Promise<[pauseMs: number, SendOutcome]> {
    for (let pauseMs = 0; ; pauseMs += 50) {
      const sent = await sendPick(2, 'SF')
      if (sent !== undefined) return [pauseMs, await sent.outcome]
      clockMs += 50
    }
  }

  /** Sends a batch that fails, because another process has added an event. Returns how long the pause before it was. */
  async function failAfterPause(): Promise<number> {
    const { position } = log.follower
    await own.log.submit(member(1), 'SubmitPick', pickOf((failures += 1), 'KC'))
    const [pauseMs, outcome] = await sendAfterPause()
    expect(outcome).toEqual({ committed: false, lost: undefined })
    await log.follower.catchUp(log.db)
    expect(log.follower.position).toBe(position + 1)
    return pauseMs
  }

  test('is not sent at a time that reaches a lock, nor when the database cannot be reached', async () => {
    nowMs = Date.parse(log.follower.pool.rounds.get(weekId(1))?.lockTime ?? '')
    expect(await sendPick(1, 'KC')).toBeUndefined()
    nowMs -= 1
    await database.pool.end()
    expect(await sendPick(1, 'KC')).toBeUndefined()
    expect(await types()).toEqual([])
  })

  test('gets the latest of the time of the process, of the last event, and of the batch before', async () => {
    const startMs = nowMs
    const outcomes = await whileLocked(async () => {
      const sent: ({ readonly outcome: Promise<SendOutcome> } | undefined)[] = []
      for (const [entry, at] of [
        [1, startMs - 5_000],
        [2, startMs + 2],
        [3, startMs + 1],
      ] as const) {
        nowMs = at
        sent.push(await sendPick(entry, 'KC'))
      }
      return sent
    })
    for (const sent of outcomes) expect(await sent?.outcome).toMatchObject({ committed: true })
    const picks = await readEvents(own.log.db, seeded)
    expect(picks.map(({ recordedAt }) => Date.parse(recordedAt) - startMs)).toEqual([0, 2, 2])
  })

  test('is sent after a pause that doubles with each failure, up to five seconds, and halves with each success', async () => {
    const pauses: number[] = []
    for (let n = 0; n < 9; n += 1) pauses.push(await failAfterPause())
    expect(pauses).toEqual([0, 100, 200, 400, 800, 1_600, 3_200, 5_000, 5_000])
    expect(await sendAfterPause()).toEqual([5_000, { committed: true, results: [{ result: { ok: true, response: null } }] }])
    expect([await failAfterPause(), await failAfterPause()]).toEqual([0, 2_500])
  })

  test('takes over the fork of at most 100 others', async () => {
    const outcomes = await whileLocked(async () => {
      const sent: ({ readonly outcome: Promise<SendOutcome> } | undefined)[] = []
      for (let n = 0; n <= 101; n += 1) sent.push(await sendPick(1, n % 2 === 0 ? 'KC' : 'BUF'))
      return sent
    })
    expect(outcomes.map((sent) => sent !== undefined)).toEqual([...Array.from({ length: 101 }, () => true), false])
    for (const sent of outcomes) await sent?.outcome
    expect(await types()).toHaveLength(101)
  })
})
