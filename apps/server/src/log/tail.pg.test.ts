import { pino } from 'pino'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { seedPool, useTestLog, VISITOR } from '../../tests/support/log.ts'
import { Follower } from '../state/follower.ts'
import { DatabaseClock } from '../database/database-clock.ts'
import { Tail } from './tail.ts'

const own = useTestLog()
afterEach(() => void vi.useRealTimers())

/** A tail that never polls: what comes comes by notice. */
function follow(follower: ConstructorParameters<typeof Tail>[0]['follower']): Tail {
  const { connectionString } = own
  const clock = new DatabaseClock(() => 0)
  const tail = new Tail({ connectionString, db: own.log.db, follower, clock, log: pino({ level: 'silent' }) })
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  tail.start()
  return tail
}

/** Vitest's own waiting would let the held clock go on. */
async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await new Promise((resolve) => setImmediate(resolve))
}

describe('the tail', () => {
  it('reads what was recorded before it came, and what others record', async () => {
    await seedPool(own.log)
    const follower = new Follower()
    const tail = follow(follower)
    await until(() => follower.position === own.log.follower.position)
    await own.log.submit(VISITOR, 'RegisterUser', { emailTaken: false, isConfiguredAdmin: null })
    await until(() => follower.position === own.log.follower.position)
    expect(follower.state).toEqual(own.log.follower.state)
    await tail.stop()
  })

  it('reads once more when a notice came during a reading that had begun before its event', async () => {
    const follower = new Follower()
    const early = Promise.withResolvers<void>()
    let asked = 0
    const tail = follow({
      get position() {
        return follower.position
      },
      lacks: (position) => follower.lacks(position),
      catchUp: (db) => ((asked += 1) <= 2 ? early.promise : follower.catchUp(db)),
    })
    await until(() => asked === 1)
    await own.log.submit(VISITOR, 'RegisterUser', { emailTaken: false, isConfiguredAdmin: null })
    await until(() => asked === 2)
    early.resolve()
    await until(() => asked === 3 && follower.position === 1)
    expect(follower.state).toEqual(own.log.follower.state)
    await tail.stop()
  })
})
