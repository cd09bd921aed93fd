import { pino } from 'pino'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { seedPool, useTestLog, VISITOR } from '../../tests/support/log.ts'
import { Follower } from '../pool/follower.ts'
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
      get position() {
        return follower.position
      },
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
})
