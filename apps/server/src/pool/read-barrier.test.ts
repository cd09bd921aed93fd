import { describe, expect, it } from 'vitest'
import { ReadBarrier } from './read-barrier.ts'

/** A process that has applied some events of a log, and whose look at the log's head can be held back. */
function start({ head = 1, applied = 1 } = {}) {
  const log = { head, applied, looks: 0, isOwnCommit: false, catchesUp: true }
  let gate: PromiseWithResolvers<void> | undefined
  const applying: (() => void)[] = []
  const barrier = new ReadBarrier({
    follower: {
      get position() {
        return log.applied
      },
      lacks: (position) => !log.isOwnCommit && position > log.applied,
      caughtUpTo: (position) => (log.applied >= position ? Promise.resolve() : new Promise((resolve) => applying.push(resolve))),
    },
    readHead: async () => {
      log.looks += 1
      const seen = log.head
      await gate?.promise
      return seen
    },
    catchUp: async () => {
      if (log.catchesUp) log.applied = log.head
    },
  })
  return {
    log,
    barrier,
    /** Holds replies of the database back until the returned function is called. */
    hold: () => {
      const held = (gate = Promise.withResolvers<void>())
      return () => {
        gate = undefined
        held.resolve()
      }
    },
    applyOwn: () => {
      log.applied = log.head
      for (const resolve of applying) resolve()
    },
  }
}

describe('ReadBarrier', () => {
  it('applies what other processes have committed before it lets a read pass', async () => {
    const { log, barrier } = start({ head: 4 })
    await barrier.pass()
    expect(log.applied).toBe(4)
  })

  it('shares one look among all who wait, but never one that began before they asked', async () => {
    const { log, barrier, hold } = start()
    const release = hold()
    const first = barrier.pass()
    await Promise.resolve()
    await Promise.resolve()
    expect(log.looks).toBe(1)
    log.head = 2
    const late = Array.from({ length: 100 }, () => barrier.pass())
    release()
    await first
    expect(log.applied).toBe(1)
    await Promise.all(late)
    expect([log.looks, log.applied]).toEqual([2, 2])
  })

  it('waits for the appender to apply a commit of this process instead of reading it', async () => {
    const { log, barrier, applyOwn } = start({ head: 2 })
    Object.assign(log, { isOwnCommit: true, catchesUp: false })
    const passing = barrier.pass()
    setImmediate(applyOwn)
    await passing
    expect(log.applied).toBe(2)
  })

  it('reads a commit of this process whose reply is lost', async () => {
    const { log, barrier } = start({ head: 2 })
    log.isOwnCommit = true
    await barrier.pass()
    expect(log.applied).toBe(2)
  })

  it('does not wait for ever for a head whose events the log does not have', async () => {
    const { log, barrier } = start({ head: 9 })
    log.catchesUp = false
    await barrier.pass()
    expect(log.applied).toBe(1)
  })

  it('looks again after a look that failed', async () => {
    let isAway = true
    const barrier = new ReadBarrier({
      follower: { position: 1, lacks: () => false, caughtUpTo: () => Promise.resolve() },
      readHead: () => (isAway ? Promise.reject(new Error('away')) : Promise.resolve(1)),
      catchUp: () => Promise.resolve(),
    })
    const waiting = [barrier.pass(), barrier.pass()]
    for (const one of waiting) await expect(one).rejects.toThrow('away')
    isAway = false
    await barrier.pass()
  })
})
