import { type Actor, userId } from '@outlast/domain'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { OutcomeUnknown } from './appender.ts'
import { CommandQueue, DatabaseAway, Overloaded } from './queue.ts'
import type { QueuedWork } from './queued-command.ts'

/** An appender that accepts everything, when it is let. */
function heldAppender() {
  const batches: number[] = []
  const held: (() => void)[] = []
  const append = async (works: readonly QueuedWork[]) => {
    batches.push(works.length)
    await new Promise<void>((resolve) => held.push(resolve))
    return works.map(() => ({ settled: { ok: true as const, answer: null } }))
  }
  const letGo = async (): Promise<void> => {
    while (held.length === 0) await new Promise((resolve) => setImmediate(resolve))
    held.shift()?.()
  }
  return { append, batches, letGo }
}

const member: Actor = { kind: 'user', userId: userId(1), tokenVersion: 1 }
const work = { sent: { command: { type: 'EndLogins', data: {} } as const, actor: member }, answer: () => null }

/** An appender that fails with one error, again and again. */
function failingAppender(error: Error) {
  const seen = { tries: 0 }
  const append = async () => {
    seen.tries += 1
    throw error
  }
  return { append, seen }
}

afterEach(() => void vi.useRealTimers())

describe('the queue', () => {
  it('lets whoever was just answered share the next batch with those who waited', async () => {
    const appender = heldAppender()
    const queue = new CommandQueue(appender)
    const again = queue.submit(work).then(async () => {
      // As far as an answer's way out and a new request's way in may be within one turn.
      for (let i = 0; i < 100; i += 1) await Promise.resolve()
      await queue.submit(work)
    })
    await appender.letGo()
    const other = queue.submit(work)
    await appender.letGo()
    await Promise.all([again, other])
    expect(appender.batches).toEqual([1, 2])
  })

  it('takes at most 300 at a time, and goes on at once when many wait', async () => {
    const appender = heldAppender()
    const queue = new CommandQueue(appender)
    const all = Promise.all(Array.from({ length: 650 }, () => queue.submit(work)))
    for (let i = 0; i < 3; i += 1) await appender.letGo()
    await all
    expect(appender.batches).toEqual([300, 300, 50])
  })

  it('takes those along who come while the lock is waited for, up to 300, and answers each its own', async () => {
    const batches: number[] = []
    const append = async (works: readonly QueuedWork[], joining: () => readonly QueuedWork[] = () => []) => {
      await new Promise((resolve) => setTimeout(resolve, 5))
      const all = [...works, ...joining()]
      batches.push(all.length)
      return all.map((_, n) => ({ settled: { ok: true as const, answer: n } }))
    }
    const queue = new CommandQueue({ append })
    const first = queue.submit(work)
    await new Promise((resolve) => setImmediate(resolve))
    await new Promise((resolve) => setImmediate(resolve))
    const others = Array.from({ length: 350 }, () => queue.submit(work))
    expect(await first).toEqual({ ok: true, answer: 0 })
    const answers = (await Promise.all(others)).map((settled) => settled.ok && settled.answer)
    expect(batches).toEqual([300, 51])
    expect(answers).toEqual([...Array.from({ length: 299 }, (_, n) => n + 1), ...Array.from({ length: 51 }, (_, n) => n)])
  })

  it('keeps those who joined when the database has to be asked again', async () => {
    const asked: number[] = []
    const append = async (works: readonly QueuedWork[], joining: () => readonly QueuedWork[] = () => []) => {
      const all = [...works, ...joining()]
      asked.push(all.length)
      if (asked.length === 1) throw new Error('away')
      return all.map(() => ({ settled: { ok: true as const, answer: null } }))
    }
    const queue = new CommandQueue({
      append: async (works, joining) => {
        if (asked.length === 0) void queue.submit(work)
        return append(works, joining)
      },
    })
    expect(await queue.submit(work)).toEqual({ ok: true, answer: null })
    expect(asked).toEqual([2, 2])
  })

  it('tells those who wait behind a batch that does not end, and serves who comes later', async () => {
    const appender = heldAppender()
    const queue = new CommandQueue(appender, undefined, 20)
    const first = queue.submit(work)
    while (appender.batches.length === 0) await new Promise((resolve) => setImmediate(resolve))
    await expect(queue.submit(work)).rejects.toThrow(DatabaseAway)
    await appender.letGo()
    expect(await first).toEqual({ ok: true, answer: null })
    const later = queue.submit(work)
    await appender.letGo()
    expect(await later).toEqual({ ok: true, answer: null })
  })

  it('gives the appender what was asked for, in the order it came, and each sender what became of it', async () => {
    const asked: unknown[] = []
    const poison = new Error('poison')
    const sizes: number[] = []
    const keyed = (keyHash: string) => ({ ...work, idempotency: { keyHash, requestHash: '' } })
    const append = async (works: readonly QueuedWork[], joining: () => readonly QueuedWork[] = () => []) => {
      sent.push(queue.submit(keyed('d')))
      asked.push(...[...works, ...joining()].map(({ idempotency }) => idempotency?.keyHash))
      return [{ settled: { ok: true as const, answer: 'first' } }, { error: poison }]
    }
    const queue = new CommandQueue({ append }, (size) => sizes.push(size))
    const sent = ['a', 'b', 'c'].map((key) => queue.submit(keyed(key)))
    expect(queue.length).toBe(3)
    await Promise.allSettled(sent)
    const [first, second, ...others] = await Promise.allSettled(sent)
    expect(asked).toEqual(['a', 'b', 'c', 'd'])
    expect(first).toMatchObject({ value: { ok: true, answer: 'first' } })
    expect(second).toMatchObject({ reason: poison })
    expect(others).toMatchObject(['c', 'd'].map(() => ({ reason: { message: 'the batch lost this work' } })))
    expect(sizes).toEqual([4])
    expect(queue.length).toBe(0)
  })

  it('tries again while the database is away, and says so when its patience ends', async () => {
    const cause = new Error('away')
    const { append, seen } = failingAppender(cause)
    const queue = new CommandQueue({ append }, undefined, 250)
    const sent = queue.submit(work)
    await expect(sent).rejects.toThrow(DatabaseAway)
    await expect(sent).rejects.toMatchObject({ cause })
    expect(seen.tries).toBeGreaterThan(1)
  })

  it('never tries again what may have been recorded', async () => {
    const { append, seen } = failingAppender(new OutcomeUnknown('no answer'))
    const queue = new CommandQueue({ append })
    await expect(queue.submit(work)).rejects.toThrow(OutcomeUnknown)
    expect(seen.tries).toBe(1)
  })

  it('has no patience with a database that is away once it is closed', async () => {
    const { append, seen } = failingAppender(new Error('away'))
    const queue = new CommandQueue({ append }, undefined, 2 ** 31 - 1)
    const refused = queue.submit(work).catch((error: unknown) => error)
    while (seen.tries === 0) await new Promise((resolve) => setImmediate(resolve))
    await queue.close()
    expect(await refused).toBeInstanceOf(DatabaseAway)
  })

  it('turns away who comes when 20,000 wait', async () => {
    const queue = new CommandQueue({ append: async (works) => works.map(() => ({ settled: { ok: true, answer: null } })) })
    const accepted = Array.from({ length: 20_000 }, () => queue.submit(work))
    await expect(queue.submit(work)).rejects.toThrow(Overloaded)
    expect(await Promise.all(accepted)).toHaveLength(20_000)
  })

  it('watches a batch no longer than it lasts', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    const appender = heldAppender()
    const queue = new CommandQueue(appender)
    const sent = queue.submit(work)
    await appender.letGo()
    await sent
    await queue.close()
    expect(vi.getTimerCount()).toBe(0)
  })

  it('finishes what it accepted when it is closed, and takes nothing new', async () => {
    const appender = heldAppender()
    const queue = new CommandQueue(appender)
    const accepted = queue.submit(work)
    const closing = queue.close()
    await expect(queue.submit(work)).rejects.toThrow(Overloaded)
    await appender.letGo()
    await closing
    expect(await accepted).toEqual({ ok: true, answer: null })
  })
})
