import { type Actor, userId } from '@outlast/domain'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { Overloaded, DatabaseUnavailable, OutcomeUnknown } from '../lib/errors.ts'
import type { Appender } from './appender.ts'
import type { DecidedBatch } from './decided-batch.ts'
import type { SendOutcome } from './pipeline.ts'
import { CommandQueue } from './queue.ts'
import type { QueuedCommand } from './queued-command.ts'

/** An appender that accepts every command, once the test releases the batch. */
function heldAppender() {
  const batches: number[] = []
  const held: (() => void)[] = []
  const append = async (commands: readonly QueuedCommand[]) => {
    batches.push(commands.length)
    await new Promise<void>((resolve) => held.push(resolve))
    return commands.map(() => ({ result: { ok: true as const, response: null } }))
  }
  const release = async (): Promise<void> => {
    while (held.length === 0) await new Promise((resolve) => setImmediate(resolve))
    held.shift()?.()
  }
  return { append, batches, release }
}

const member: Actor = { kind: 'user', userId: userId(1), tokenVersion: 1 }
const submission = { envelope: { command: { type: 'EndLogins', data: {} } as const, actor: member }, toResponse: () => null }

/** An appender whose every call fails with the same error. */
function failingAppender(error: Error) {
  const calls = { count: 0 }
  const append = async () => {
    calls.count += 1
    throw error
  }
  return { append, calls }
}

afterEach(() => void vi.useRealTimers())

describe('CommandQueue', () => {
  it('adds the next command of a client that just got a response to the batch of the commands that waited', async () => {
    const appender = heldAppender()
    const queue = new CommandQueue(appender)
    const again = queue.submit(submission).then(async () => {
      // Imitates the time between a reply and the client's next request within one turn of the event loop.
      for (let i = 0; i < 100; i += 1) await Promise.resolve()
      await queue.submit(submission)
    })
    await appender.release()
    const other = queue.submit(submission)
    await appender.release()
    await Promise.all([again, other])
    expect(appender.batches).toEqual([1, 2])
  })

  it('appends at most 300 commands per batch, and does not pause while many wait', async () => {
    const appender = heldAppender()
    const queue = new CommandQueue(appender)
    const all = Promise.all(Array.from({ length: 650 }, () => queue.submit(submission)))
    for (let i = 0; i < 3; i += 1) await appender.release()
    await all
    expect(appender.batches).toEqual([300, 300, 50])
  })

  it('adds commands that arrive during the wait for the lock to the batch, up to 300, and gives each its own result', async () => {
    const batches: number[] = []
    const started = Promise.withResolvers<void>()
    const lock = Promise.withResolvers<void>()
    const append = async (commands: readonly QueuedCommand[], takeLateArrivals: () => readonly QueuedCommand[] = () => []) => {
      started.resolve()
      await lock.promise
      const all = [...commands, ...takeLateArrivals()]
      batches.push(all.length)
      return all.map((_, n) => ({ result: { ok: true as const, response: n } }))
    }
    const queue = new CommandQueue({ append })
    const first = queue.submit(submission)
    await started.promise
    const others = Array.from({ length: 350 }, () => queue.submit(submission))
    lock.resolve()
    expect(await first).toEqual({ ok: true, response: 0 })
    const responses = (await Promise.all(others)).map((result) => result.ok && result.response)
    expect(batches).toEqual([300, 51])
    expect(responses).toEqual([...Array.from({ length: 299 }, (_, n) => n + 1), ...Array.from({ length: 51 }, (_, n) => n)])
  })

  it('keeps late arrivals in the batch when it retries', async () => {
    const batchSizes: number[] = []
    const append = async (commands: readonly QueuedCommand[], takeLateArrivals: () => readonly QueuedCommand[] = () => []) => {
      const all = [...commands, ...takeLateArrivals()]
      batchSizes.push(all.length)
      if (batchSizes.length === 1) throw new Error('unreachable')
      return all.map(() => ({ result: { ok: true as const, response: null } }))
    }
    const queue = new CommandQueue({
      append: async (commands, takeLateArrivals) => {
        if (batchSizes.length === 0) void queue.submit(submission)
        return append(commands, takeLateArrivals)
      },
    })
    expect(await queue.submit(submission)).toEqual({ ok: true, response: null })
    expect(batchSizes).toEqual([2, 2])
  })

  it('rejects commands behind a stalled batch, and accepts later ones', async () => {
    const appender = heldAppender()
    const queue = new CommandQueue(appender, { retryForMs: 20 })
    const first = queue.submit(submission)
    while (appender.batches.length === 0) await new Promise((resolve) => setImmediate(resolve))
    await expect(queue.submit(submission)).rejects.toThrow(DatabaseUnavailable)
    await appender.release()
    expect(await first).toEqual({ ok: true, response: null })
    const later = queue.submit(submission)
    await appender.release()
    expect(await later).toEqual({ ok: true, response: null })
  })

  it('passes commands to the appender in order, and gives each sender its own result', async () => {
    const submittedKeys: unknown[] = []
    const poison = new Error('poison')
    const sizes: number[] = []
    const keyed = (keyHash: string) => ({ ...submission, idempotency: { keyHash, requestHash: '' } })
    const append = async (commands: readonly QueuedCommand[], takeLateArrivals: () => readonly QueuedCommand[] = () => []) => {
      sent.push(queue.submit(keyed('d')))
      submittedKeys.push(...[...commands, ...takeLateArrivals()].map(({ idempotency }) => idempotency?.keyHash))
      return [{ result: { ok: true as const, response: 'first' } }, { error: poison }]
    }
    const queue = new CommandQueue({ append }, { onBatch: (size) => void sizes.push(size) })
    const sent = ['a', 'b', 'c'].map((key) => queue.submit(keyed(key)))
    expect(queue.length).toBe(3)
    await Promise.allSettled(sent)
    const [first, second, ...others] = await Promise.allSettled(sent)
    expect(submittedKeys).toEqual(['a', 'b', 'c', 'd'])
    expect(first).toMatchObject({ value: { ok: true, response: 'first' } })
    expect(second).toMatchObject({ reason: poison })
    expect(others).toMatchObject(['c', 'd'].map(() => ({ reason: { message: 'the batch returned no result for this command' } })))
    expect(sizes).toEqual([4])
    expect(queue.length).toBe(0)
  })

  it('retries while the database is unreachable, and rejects with DatabaseUnavailable after the retry period', async () => {
    const cause = new Error('unreachable')
    const { append, calls } = failingAppender(cause)
    const failures: unknown[] = []
    const queue = new CommandQueue({ append }, { retryForMs: 250, onFailure: (error) => failures.push(error) })
    const sent = queue.submit(submission)
    await expect(sent).rejects.toThrow(DatabaseUnavailable)
    await expect(sent).rejects.toMatchObject({ cause })
    expect(calls.count).toBeGreaterThan(1)
    expect(failures).toEqual(Array.from({ length: calls.count }, () => cause))
  })

  it('never retries a batch that may have been recorded', async () => {
    const { append, calls } = failingAppender(new OutcomeUnknown('no reply'))
    const queue = new CommandQueue({ append })
    await expect(queue.submit(submission)).rejects.toThrow(OutcomeUnknown)
    expect(calls.count).toBe(1)
  })

  it('stops retrying once it is closed', async () => {
    const { append, calls } = failingAppender(new Error('unreachable'))
    const queue = new CommandQueue({ append }, { retryForMs: 2 ** 31 - 1 })
    const refused = queue.submit(submission).catch((error: unknown) => error)
    while (calls.count === 0) await new Promise((resolve) => setImmediate(resolve))
    await queue.close()
    expect(await refused).toBeInstanceOf(DatabaseUnavailable)
  })

  it('rejects a command when 20,000 wait', async () => {
    const queue = new CommandQueue({ append: async (commands) => commands.map(() => ({ result: { ok: true, response: null } })) })
    const accepted = Array.from({ length: 20_000 }, () => queue.submit(submission))
    await expect(queue.submit(submission)).rejects.toThrow(Overloaded)
    expect(await Promise.all(accepted)).toHaveLength(20_000)
  })

  it('clears the stall timer when the batch ends', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    const appender = heldAppender()
    const queue = new CommandQueue(appender)
    const sent = queue.submit(submission)
    await appender.release()
    await sent
    await queue.close()
    expect(vi.getTimerCount()).toBe(0)
  })

  it('finishes accepted commands and rejects new ones when it is closed', async () => {
    const appender = heldAppender()
    const queue = new CommandQueue(appender)
    const accepted = queue.submit(submission)
    const closing = queue.close()
    await expect(queue.submit(submission)).rejects.toThrow(Overloaded)
    await appender.release()
    await closing
    expect(await accepted).toEqual({ ok: true, response: null })
  })

  describe('with a pipeline', () => {
    /** Creates a pipeline whose batches end when the test releases them, and an appender that records what it receives. */
    function heldPipeline({ overlapFrom = 1, retryForMs = 60_000 } = {}) {
      const sent: { readonly keys: readonly string[]; readonly end: (sent: SendOutcome) => void }[] = []
      const appended: { readonly keys: readonly string[]; readonly lost: unknown }[] = []
      const keysOf = (commands: readonly QueuedCommand[]) => commands.map(({ idempotency }) => idempotency?.keyHash ?? '')
      const state = { accepts: true, error: undefined as Error | undefined }
      const send = async (commands: readonly QueuedCommand[]) => {
        if (!state.accepts) return undefined
        const { promise: outcome, resolve: end } = Promise.withResolvers<SendOutcome>()
        sent.push({ keys: keysOf(commands), end })
        return { outcome }
      }
      const append = async (commands: readonly QueuedCommand[], takeLate: () => readonly QueuedCommand[], lost: unknown) => {
        const keys = keysOf([...commands, ...takeLate()])
        appended.push({ keys, lost })
        if (state.error !== undefined) throw state.error
        return keys.map((key) => ({ result: { ok: true as const, response: key } }))
      }
      const sizes: number[] = []
      const onBatch = (size: number) => void sizes.push(size)
      const options = { pipeline: { send }, overlapFrom, retryForMs, onBatch }
      const queue = new CommandQueue({ append: append as Appender['append'] }, options)
      const submit = (keyHash: string) => {
        const result = queue.submit({ ...submission, idempotency: { keyHash, requestHash: '' } })
        result.catch(() => {})
        return result
      }
      /** Resolves once the given number of batches has been sent. */
      const untilSent = async (count: number) => {
        while (sent.length < count) await new Promise((resolve) => setImmediate(resolve))
      }
      const committed = (...keys: string[]): SendOutcome => ({
        committed: true,
        results: keys.map((key) => ({ result: { ok: true, response: key } })),
      })
      return { queue, submit, sent, appended, state, untilSent, committed, sizes }
    }
    const failed = (lost?: DecidedBatch): SendOutcome => ({ committed: false, lost })
    const LOST = {} as DecidedBatch

    /** Sends the batches `a` and `b`, while `c` waits. */
    async function twoInFlight(options?: Parameters<typeof heldPipeline>[0]) {
      const held = heldPipeline(options)
      const a = held.submit('a')
      await held.untilSent(1)
      const b = held.submit('b')
      await held.untilSent(2)
      return { ...held, a, b, c: held.submit('c') }
    }

    it('sends a second batch while the first one is in flight, but not a third one', async () => {
      const { queue, sent, a, b, c, untilSent, committed } = await twoInFlight()
      for (let turn = 0; turn < 20; turn += 1) await new Promise((resolve) => setImmediate(resolve))
      expect(sent.map(({ keys }) => keys)).toEqual([['a'], ['b']])
      sent[0]?.end(committed('a'))
      expect(await a).toEqual({ ok: true, response: 'a' })
      await untilSent(3)
      sent[1]?.end(committed('b'))
      sent[2]?.end(committed('c'))
      expect([await b, await c]).toEqual(['b', 'c'].map((response) => ({ ok: true, response })))
      await queue.close()
    })

    it('sends no second batch while too few commands wait, and sends them when the batch in flight has ended', async () => {
      const { queue, submit, sent, untilSent, committed } = heldPipeline({ overlapFrom: 3 })
      const results = [submit('a')]
      await untilSent(1)
      results.push(submit('b'), submit('c'))
      for (let turn = 0; turn < 20; turn += 1) await new Promise((resolve) => setImmediate(resolve))
      expect(sent).toHaveLength(1)
      sent[0]?.end(committed('a'))
      await untilSent(2)
      expect(sent[1]?.keys).toEqual(['b', 'c'])
      results.push(submit('d'), submit('e'), submit('f'))
      await untilSent(3)
      expect(sent[2]?.keys).toEqual(['d', 'e', 'f'])
      sent[1]?.end(committed('b', 'c'))
      sent[2]?.end(committed('d', 'e', 'f'))
      await Promise.all(results)
      await queue.close()
    })

    it('appends batches that failed in flight in their order, before later commands, and says which may have committed', async () => {
      const { sent, appended, a, b, c } = await twoInFlight()
      sent[0]?.end(failed(LOST))
      sent[1]?.end(failed())
      expect([await a, await b, await c]).toEqual(['a', 'b', 'c'].map((response) => ({ ok: true, response })))
      expect(appended).toEqual([
        { keys: ['a'], lost: LOST },
        { keys: ['b', 'c'], lost: undefined },
      ])
    })

    it('appends a batch that cannot be sent after those in flight, of which some may fail', async () => {
      const held = heldPipeline()
      const a = held.submit('a')
      await held.untilSent(1)
      held.state.accepts = false
      const b = held.submit('b')
      for (let turn = 0; turn < 20; turn += 1) await new Promise((resolve) => setImmediate(resolve))
      expect(held.appended).toEqual([])
      held.sent[0]?.end(failed())
      await Promise.all([a, b])
      expect(held.appended.map(({ keys }) => keys)).toEqual([['a'], ['b']])
    })

    it('rejects the batches behind one whose outcome stays unknown: as unknown only those that may have committed', async () => {
      const { sent, state, a, b, c, appended } = await twoInFlight()
      state.error = new OutcomeUnknown('no reply')
      sent[0]?.end(failed(LOST))
      sent[1]?.end(failed(LOST))
      await expect(a).rejects.toThrow(OutcomeUnknown)
      await expect(b).rejects.toThrow(OutcomeUnknown)
      await expect(c).rejects.toThrow(DatabaseUnavailable)
      expect(appended).toHaveLength(1)
    })

    it('rejects a batch behind such a one as not recorded if its transaction never began to commit', async () => {
      const { sent, state, a, b } = await twoInFlight()
      state.error = new OutcomeUnknown('no reply')
      sent[0]?.end(failed(LOST))
      sent[1]?.end(failed())
      await expect(a).rejects.toThrow(OutcomeUnknown)
      await expect(b).rejects.toThrow(DatabaseUnavailable)
    })

    it('names the cause to the commands whose outcome is unknown', async () => {
      const { sent, state, a, b } = await twoInFlight()
      state.error = new OutcomeUnknown('no reply')
      for (const batch of sent) batch.end(failed(LOST))
      await expect(a).rejects.toBe(state.error)
      await expect(b).rejects.toMatchObject({ cause: state.error })
    })

    it('reports the size of each batch that is committed in flight', async () => {
      const { sent, a, b, c, committed, sizes, untilSent } = await twoInFlight()
      sent[0]?.end(committed('a'))
      await untilSent(3)
      expect(sizes).toEqual([1])
      sent[1]?.end(committed('b'))
      sent[2]?.end(committed('c'))
      await Promise.all([a, b, c])
      expect(sizes).toEqual([1, 1, 1])
    })

    it('rejects waiting commands while the batches in flight are stalled', async () => {
      const { sent, a, b, c, committed } = await twoInFlight({ retryForMs: 20 })
      await expect(c).rejects.toThrow(DatabaseUnavailable)
      sent[0]?.end(committed('a'))
      sent[1]?.end(committed('b'))
      expect([await a, await b]).toEqual(['a', 'b'].map((response) => ({ ok: true, response })))
    })
  })
})
