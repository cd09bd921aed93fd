import { type Command, emptyPool, type Instant, instantFromMs, type PoolState, runCommand } from '@outlast/domain'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { nodeHashing } from '../log/hashing.ts'
import { isLockDue, lockDueWeeks, LockTimer, untilNextLock } from './lock-timer.ts'

const ms = (time: string): number => Date.parse(time)
const at = (time: string): Instant => instantFromMs(ms(time))
/** The automatic lock times of weeks 1 and 2 of 2025: Sunday noon in New York. */
const LOCK_1 = '2025-09-07T16:00:00.000Z'
const LOCK_2 = '2025-09-14T16:00:00.000Z'
const LONG_BEFORE = '2025-09-01T12:00:00.000Z'
const SECOND = 1_000
const HOUR = 3_600 * SECOND

function send(pool: PoolState, type: Command['type'], data: object, when: Instant): void {
  const { outcome } = runCommand(pool, { command: { type, data } as Command, actor: { kind: 'system' } }, when, nodeHashing)
  if (!outcome.ok) throw outcome.violation
}

function poolOf(...weeks: readonly number[]): PoolState {
  const pool = emptyPool()
  for (const weekNumber of weeks) send(pool, 'AddWeek', { seasonYear: 2025, weekNumber }, at(LONG_BEFORE))
  return pool
}

describe('untilNextLock', () => {
  it('returns the time until the earliest open week locks, in any order of the weeks', () => {
    expect(untilNextLock(poolOf(2, 1), at('2025-09-07T15:59:59.999Z'))).toBe(1)
    expect(untilNextLock(poolOf(1, 2), at('2025-09-07T15:00:00.000Z'))).toBe(HOUR)
  })

  it('returns 0 from the exact lock time on', () => {
    const pool = poolOf(1)
    expect(isLockDue(pool, at('2025-09-07T15:59:59.999Z'))).toBe(false)
    expect(isLockDue(pool, at(LOCK_1))).toBe(true)
    expect(untilNextLock(pool, at(LOCK_1))).toBe(0)
    expect(untilNextLock(pool, at('2025-09-07T17:00:00.000Z'))).toBe(0)
  })

  it('ignores locked weeks', () => {
    const pool = poolOf(1, 2)
    send(pool, 'LockDueWeeks', {}, at(LOCK_1))
    expect(isLockDue(pool, at(LOCK_1))).toBe(false)
    expect(untilNextLock(pool, at('2025-09-14T15:00:00.000Z'))).toBe(HOUR)
  })

  it('returns the real time until a seal ends, even while the site time is frozen', () => {
    const pool = poolOf(2)
    send(pool, 'RegisterUser', { emailTaken: false, adminGrant: 'first_account' }, at(LONG_BEFORE))
    send(pool, 'ChangeProfile', { userId: 1, fields: ['email'], emailTaken: false }, at(LONG_BEFORE))
    send(pool, 'SetSiteTime', { siteTime: LONG_BEFORE, running: false }, at(LONG_BEFORE))
    expect(untilNextLock(pool, at('2025-09-08T11:00:00.000Z'))).toBe(HOUR)
    expect(isLockDue(pool, at('2025-09-08T11:59:59.999Z'))).toBe(false)
    expect(isLockDue(pool, at('2025-09-08T12:00:00.000Z'))).toBe(true)
    send(pool, 'LockDueWeeks', {}, at('2025-09-08T12:00:00.000Z'))
    expect(untilNextLock(pool, at('2025-09-08T12:00:00.000Z'))).toBe(Infinity)
  })

  it('returns infinity when no week is open', () => {
    expect(untilNextLock(emptyPool(), at(LOCK_1))).toBe(Infinity)
  })

  it('returns infinity while the site time is frozen, and follows a running override', () => {
    const pool = poolOf(1, 2)
    send(pool, 'SetSiteTime', { siteTime: '2025-09-14T15:00:00.000Z', running: false }, at(LONG_BEFORE))
    expect(untilNextLock(pool, at(LONG_BEFORE))).toBe(Infinity)
    send(pool, 'SetSiteTime', { siteTime: '2025-09-14T15:00:00.000Z', running: true }, at(LONG_BEFORE))
    expect(untilNextLock(pool, at(LONG_BEFORE))).toBe(HOUR)
    send(pool, 'SetLockTime', { weekId: 2, lockTime: '2025-09-14T15:30:00.000Z' }, at(LONG_BEFORE))
    expect(untilNextLock(pool, at(LONG_BEFORE))).toBe(HOUR / 2)
  })

  it('returns 0 when a lock is due at a frozen site time', () => {
    const pool = poolOf(1)
    pool.siteClock = { mode: 'frozen', at: at(LOCK_2) }
    expect(untilNextLock(pool, at(LONG_BEFORE))).toBe(0)
  })
})

it('lockDueWeeks records the due locks as the pool itself, without a response', async () => {
  const submissions: unknown[] = []
  await lockDueWeeks({
    submit: ({ envelope, toResponse }) => {
      submissions.push(envelope)
      return Promise.resolve({ ok: true, response: toResponse({} as never) as never })
    },
  })
  expect(submissions).toEqual([{ command: { type: 'LockDueWeeks', data: {} }, actor: { kind: 'system' } }])
})

describe('LockTimer', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] }))
  afterEach(() => void vi.useRealTimers())

  /** Starts a timer for a pool with weeks 1 and 2, with a fake clock. */
  function start(time: string, record?: () => Promise<void>) {
    vi.setSystemTime(ms(time))
    const pool = poolOf(1, 2)
    let advanced = (): void => {}
    const recordedAt: string[] = []
    const now = () => instantFromMs(Date.now())
    const timer = new LockTimer({
      follower: { pool, onAdvanced: (listener) => (advanced = () => listener(pool.position)) },
      now,
      lockDueWeeks: async () => {
        recordedAt.push(now())
        if (record === undefined) send(pool, 'LockDueWeeks', {}, now())
        else await record()
      },
    })
    timer.start()
    return { pool, timer, recordedAt, advanced: () => advanced(), now }
  }

  it('records each lock at its exact time', async () => {
    const { recordedAt, pool } = start(LONG_BEFORE)
    await vi.advanceTimersByTimeAsync(ms(LOCK_1) - ms(LONG_BEFORE) - 1)
    expect(recordedAt).toEqual([])
    await vi.advanceTimersByTimeAsync(1)
    expect(recordedAt).toEqual([LOCK_1])
    await vi.advanceTimersByTimeAsync(14 * 24 * HOUR)
    expect(recordedAt).toEqual([LOCK_1, LOCK_2])
    expect([...pool.rounds.values()].map((week) => week.locked?.at)).toEqual([LOCK_1, LOCK_2])
  })

  it('records a missed lock at once', async () => {
    const { recordedAt } = start('2025-09-10T00:00:00.000Z')
    await vi.advanceTimersByTimeAsync(0)
    expect(recordedAt).toEqual(['2025-09-10T00:00:00.000Z'])
  })

  it('notices a jump of the clock within half a minute', async () => {
    const { recordedAt } = start(LONG_BEFORE)
    vi.setSystemTime(ms(LOCK_1) + HOUR)
    await vi.advanceTimersByTimeAsync(30 * SECOND)
    expect(recordedAt).toHaveLength(1)
  })

  it('follows an earlier lock time', async () => {
    const { pool, recordedAt, advanced, now } = start('2025-09-07T15:00:00.000Z')
    send(pool, 'SetLockTime', { weekId: 1, lockTime: '2025-09-07T15:00:05.000Z' }, now())
    advanced()
    await vi.advanceTimersByTimeAsync(5 * SECOND)
    expect(recordedAt).toEqual(['2025-09-07T15:00:05.000Z'])
  })

  it('keeps a single timer however often it is scheduled', async () => {
    const { recordedAt, advanced } = start('2025-09-07T15:59:59.000Z', () => new Promise(() => {}))
    for (let n = 0; n < 5; n += 1) advanced()
    expect(vi.getTimerCount()).toBe(1)
    await vi.advanceTimersByTimeAsync(SECOND)
    expect(recordedAt).toHaveLength(1)
  })

  it('retries with a delay when recording fails', async () => {
    let isUnavailable = true
    const started = start(LOCK_1, () => (isUnavailable ? Promise.reject(new Error('unavailable')) : Promise.resolve()))
    await vi.advanceTimersByTimeAsync(SECOND)
    expect(started.recordedAt.length).toBeGreaterThan(1)
    expect(started.recordedAt.length).toBeLessThan(100)
    isUnavailable = false
    const before = started.recordedAt.length
    await vi.advanceTimersByTimeAsync(SECOND)
    expect(started.recordedAt.length).toBeGreaterThan(before)
  })

  it.each([false, true])('does nothing after it was stopped (advanced: %s)', async (isAdvanced) => {
    const { timer, recordedAt, advanced } = start('2025-09-07T15:59:59.000Z')
    timer.stop()
    if (isAdvanced) advanced()
    await vi.advanceTimersByTimeAsync(HOUR)
    expect(recordedAt).toEqual([])
  })

  it('does not schedule again when it is stopped while it records', async () => {
    const recording = Promise.withResolvers<void>()
    const { timer, recordedAt } = start(LOCK_1, () => recording.promise)
    await vi.advanceTimersByTimeAsync(0)
    timer.stop()
    recording.resolve()
    await vi.advanceTimersByTimeAsync(HOUR)
    expect(recordedAt).toHaveLength(1)
  })
})
