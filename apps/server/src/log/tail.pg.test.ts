import { pino } from 'pino'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { loseLastEvents } from '@outlast/testing/rewritten-log'
import { pickInOtherProcess, seedPool, useTestLog, VISITOR } from '../../tests/support/log.ts'
import { Follower, LogDiverged } from '../pool/follower.ts'
import { DatabaseClock } from '../database/database-clock.ts'
import { Tail } from './tail.ts'

const own = useTestLog()
afterEach(() => void vi.useRealTimers())

/** Starts a tail that never polls, so that it depends on notifications. */
function follow(follower: ConstructorParameters<typeof Tail>[0]['follower']): Tail {
  const { connectionString } = own
  const clock = new DatabaseClock(() => 0)
  const tail = new Tail({ connectionString, db: own.log.db, follower, clock, log: pino({ level: 'silent' }) })
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  tail.start()
  return tail
}

/** Waits for a condition without advancing the fake timers, which `vi.waitFor` would do. */
async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await new Promise((resolve) => setImmediate(resolve))
}

describe('Tail', () => {
  it('reads events from before its start and those that other processes append', async () => {
    await seedPool(own.log)
    const follower = new Follower()
    const tail = follow(follower)
    await until(() => follower.position === own.log.follower.position)
    await own.log.submit(VISITOR, 'RegisterUser', { emailTaken: false, adminGrant: 'first_account' })
    await until(() => follower.position === own.log.follower.position)
    expect(follower.state).toEqual(own.log.follower.state)
    await tail.stop()
  })

  it('reads again after a notification during a read that started before the event', async () => {
    const follower = new Follower()
    const firstReads = Promise.withResolvers<void>()
    let reads = 0
    const tail = follow({
      get head() {
        return follower.head
      },
      assertHead: (found, folded) => follower.assertHead(found, folded),
      lacks: (position) => follower.lacks(position),
      catchUp: (db) => ((reads += 1) <= 2 ? firstReads.promise : follower.catchUp(db)),
    })
    await until(() => reads === 1)
    await own.log.submit(VISITOR, 'RegisterUser', { emailTaken: false, adminGrant: 'first_account' })
    await until(() => reads === 2)
    firstReads.resolve()
    await until(() => reads === 3 && follower.position === 1)
    expect(follower.state).toEqual(own.log.follower.state)
    await tail.stop()
  })

  it.each([
    ['has lost an event', async () => {}],
    ['has another event instead', () => pickInOtherProcess(own.connectionString, [1])],
  ])('finds at its next poll that the log %s', async (_how, afterwards) => {
    await seedPool(own.log)
    const { follower } = own.log
    const tail = follow(follower)
    await loseLastEvents(own.log.db, 1)
    await afterwards()
    expect(follower.hasDiverged).toBe(false)
    await vi.advanceTimersByTimeAsync(1_000)
    await until(() => follower.hasDiverged)
    expect(await follower.diverged).toBeInstanceOf(LogDiverged)
    await tail.stop()
  })

  it('compares the log with what was folded before a poll, not with what its process has appended meanwhile', async () => {
    await seedPool(own.log)
    const heads = [own.log.follower.head, { position: own.log.follower.position + 1, hash: 'f'.repeat(64) }]
    const compared: unknown[] = []
    const tail = follow({
      get head() {
        return heads.shift() ?? { position: 0, hash: '' }
      },
      assertHead: (found, folded) => void compared.push([found, folded]),
      lacks: () => false,
      catchUp: async () => {},
    })
    await vi.advanceTimersByTimeAsync(1_000)
    await until(() => compared.length > 0)
    const { position, hash } = own.log.follower.head
    expect(compared).toMatchObject([
      [
        { position, hash },
        { position, hash },
      ],
    ])
    await tail.stop()
  })
})
