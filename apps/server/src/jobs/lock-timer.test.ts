import { type Command, emptyPool, type Instant, instantFromMs, type PoolState, runCommand } from '@outlast/domain'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { nodeHashing } from '../log/hashing.ts'
import { isLockDue, LockTimer, untilNextLock } from './lock-timer.ts'

const ms = (time: string): number => Date.parse(time)
const at = (time: string): Instant => instantFromMs(ms(time))
/** Week 1 of 2025 locks by itself at Sunday noon in New York, week 2 a week later. */
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

describe('the time until the next lock', () => {
  it('is that of the earliest open week, whatever their order', () => {
    expect(untilNextLock(poolOf(2, 1), at('2025-09-07T15:59:59.999Z'))).toBe(1)
    expect(untilNextLock(poolOf(1, 2), at('2025-09-07T15:00:00.000Z'))).toBe(HOUR)
  })

  it('is over when a lock is due, on the instant', () => {
    const pool = poolOf(1)
    expect(isLockDue(pool, at('2025-09-07T15:59:59.999Z'))).toBe(false)
    expect(isLockDue(pool, at(LOCK_1))).toBe(true)
    expect(untilNextLock(pool, at(LOCK_1))).toBe(0)
    expect(untilNextLock(pool, at('2025-09-07T17:00:00.000Z'))).toBe(0)
  })

  it('leaves weeks out that are locked', () => {
    const pool = poolOf(1, 2)
    send(pool, 'LockDueWeeks', {}, at(LOCK_1))
    expect(isLockDue(pool, at(LOCK_1))).toBe(false)
    expect(untilNextLock(pool, at('2025-09-14T15:00:00.000Z'))).toBe(HOUR)
  })

  it('has no end when no week is open', () => {
    expect(untilNextLock(emptyPool(), at(LOCK_1))).toBe(Infinity)
  })

  it('stands still with the site’s time, and goes with it', () => {
    const pool = poolOf(1, 2)
    send(pool, 'SetSiteTime', { siteTime: '2025-09-14T15:00:00.000Z', running: false }, at(LONG_BEFORE))
    expect(untilNextLock(pool, at(LONG_BEFORE))).toBe(Infinity)
    send(pool, 'SetSiteTime', { siteTime: '2025-09-14T15:00:00.000Z', running: true }, at(LONG_BEFORE))
    expect(untilNextLock(pool, at(LONG_BEFORE))).toBe(HOUR)
    send(pool, 'SetLockTime', { weekId: 2, lockTime: '2025-09-14T15:30:00.000Z' }, at(LONG_BEFORE))
    expect(untilNextLock(pool, at(LONG_BEFORE))).toBe(HOUR / 2)
  })

  it('is over when a lock is due at a time that stands still', () => {
    const pool = poolOf(1)
    pool.siteClock = { mode: 'frozen', at: at(LOCK_2) }
    expect(untilNextLock(pool, at(LONG_BEFORE))).toBe(0)
  })
})

describe('the lock timer', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] }))
  afterEach(() => void vi.useRealTimers())

  /** A timer on a pool with weeks 1 and 2, and on a clock that the test moves. */
  function start(time: string, record?: () => Promise<void>) {
    vi.setSystemTime(ms(time))
    const pool = poolOf(1, 2)
    let advanced = (): void => {}
    const asked: string[] = []
    const now = () => instantFromMs(Date.now())
    const timer = new LockTimer({
      follower: { pool, onAdvanced: (listener) => (advanced = () => listener(pool.position)) },
      now,
      lockDueWeeks: async () => {
        asked.push(now())
        if (record === undefined) send(pool, 'LockDueWeeks', {}, now())
        else await record()
      },
    })
    timer.start()
    return { pool, timer, asked, advanced: () => advanced(), now }
  }

  it('records each lock on its instant, and only then', async () => {
    const { asked, pool } = start(LONG_BEFORE)
    await vi.advanceTimersByTimeAsync(ms(LOCK_1) - ms(LONG_BEFORE) - 1)
    expect(asked).toEqual([])
    await vi.advanceTimersByTimeAsync(1)
    expect(asked).toEqual([LOCK_1])
    await vi.advanceTimersByTimeAsync(14 * 24 * HOUR)
    expect(asked).toEqual([LOCK_1, LOCK_2])
    expect([...pool.weeks.values()].map((week) => week.locked?.at)).toEqual([LOCK_1, LOCK_2])
  })

  it('records a lock that was missed, at once', async () => {
    const { asked } = start('2025-09-10T00:00:00.000Z')
    await vi.advanceTimersByTimeAsync(0)
    expect(asked).toEqual(['2025-09-10T00:00:00.000Z'])
  })

  it('finds within half a minute that time has jumped', async () => {
    const { asked } = start(LONG_BEFORE)
    vi.setSystemTime(ms(LOCK_1) + HOUR)
    await vi.advanceTimersByTimeAsync(30 * SECOND)
    expect(asked).toHaveLength(1)
  })

  it('follows a lock that was moved nearer', async () => {
    const { pool, asked, advanced, now } = start('2025-09-07T15:00:00.000Z')
    send(pool, 'SetLockTime', { weekId: 1, lockTime: '2025-09-07T15:00:05.000Z' }, now())
    advanced()
    await vi.advanceTimersByTimeAsync(5 * SECOND)
    expect(asked).toEqual(['2025-09-07T15:00:05.000Z'])
  })

  it('has one alarm, however often it is set', async () => {
    const { asked, advanced } = start('2025-09-07T15:59:59.000Z', () => new Promise(() => {}))
    for (let n = 0; n < 5; n += 1) advanced()
    expect(vi.getTimerCount()).toBe(1)
    await vi.advanceTimersByTimeAsync(SECOND)
    expect(asked).toHaveLength(1)
  })

  it('tries again when recording fails, without haste', async () => {
    let isAway = true
    const tried = start(LOCK_1, () => (isAway ? Promise.reject(new Error('away')) : Promise.resolve()))
    await vi.advanceTimersByTimeAsync(SECOND)
    expect(tried.asked.length).toBeGreaterThan(1)
    expect(tried.asked.length).toBeLessThan(100)
    isAway = false
    const before = tried.asked.length
    await vi.advanceTimersByTimeAsync(SECOND)
    expect(tried.asked.length).toBeGreaterThan(before)
  })

  it.each([false, true])('rests once it is stopped, whatever happens (%s)', async (isAdvanced) => {
    const { timer, asked, advanced } = start('2025-09-07T15:59:59.000Z')
    timer.stop()
    if (isAdvanced) advanced()
    await vi.advanceTimersByTimeAsync(HOUR)
    expect(asked).toEqual([])
  })

  it('rests when it is stopped while it records', async () => {
    const recording = Promise.withResolvers<void>()
    const { timer, asked } = start(LOCK_1, () => recording.promise)
    await vi.advanceTimersByTimeAsync(0)
    timer.stop()
    recording.resolve()
    await vi.advanceTimersByTimeAsync(HOUR)
    expect(asked).toHaveLength(1)
  })
})
