import { describe, expect, it } from 'vitest'
import { HttpError } from '../lib/http-error.ts'
import { type PublicAnswer, PublicAnswers } from './public-answers.ts'

function start({ limits = true }: { readonly limits?: boolean } = {}) {
  const log = { position: 1, revealed: 1, heads: 1 }
  const clock = { ms: 0 }
  const answers = new PublicAnswers({
    logPosition: () => log.position,
    revealedVersion: () => log.revealed,
    headsVersion: () => log.heads,
    limits,
    rejectionDelayMs: 0,
    now: () => clock.ms,
  })
  const computed: string[] = []
  const ask = (key: string, more: Partial<PublicAnswer<{ readonly n: number }>> = {}) =>
    answers.answer({
      key,
      source: 'log',
      ip: '203.0.113.1',
      sizeOf: () => 1,
      compute: async () => ({ n: computed.push(key) }),
      ...more,
    })
  /** Computes answers that take some time until the address has to wait; returns how many. */
  const spend = async (ip: string, ms: number) => {
    for (let n = 0; n < 1_000; n += 1) {
      const compute = async () => {
        clock.ms += ms
        return { n }
      }
      const failed = await ask(`${ip} ${n} ${clock.ms}`, { ip, compute }).then(
        () => undefined,
        (error: unknown) => error,
      )
      if (failed === undefined) continue
      expect(failed).toBeInstanceOf(HttpError)
      expect(failed).toMatchObject({ code: 'rate_limited' })
      return n
    }
    return 1_000
  }
  return { log, clock, answers, computed, ask, spend }
}

describe('PublicAnswers', () => {
  it('computes an answer once per version, however many ask at the same time', async () => {
    const { ask, log, computed } = start()
    expect(await Promise.all([ask('a'), ask('a'), ask('a')])).toEqual([{ n: 1 }, { n: 1 }, { n: 1 }])
    expect(await ask('a')).toEqual({ n: 1 })
    log.position = 2
    expect(await ask('a')).toEqual({ n: 2 })
    expect(computed).toEqual(['a', 'a'])
  })

  it('keeps what is revealed while hidden picks change', async () => {
    const { ask, log } = start()
    await ask('a', { source: 'revealed' })
    log.position = 9
    expect(await ask('a', { source: 'revealed' })).toEqual({ n: 1 })
    log.revealed = 9
    expect(await ask('a', { source: 'revealed' })).toEqual({ n: 2 })
  })

  it('computes again at once after an event, and a second later without one, what somebody may have changed directly', async () => {
    const { ask, log, clock } = start()
    const read = () => ask('a', { source: 'database' })
    expect([await read(), await read()]).toEqual([{ n: 1 }, { n: 1 }])
    log.position = 2
    expect(await read()).toEqual({ n: 2 })
    clock.ms = 999
    expect(await read()).toEqual({ n: 2 })
    clock.ms = 1_000
    expect([await read(), await read()]).toEqual([{ n: 3 }, { n: 3 }])
    clock.ms = 60_000
    expect(await ask('b')).toEqual({ n: 4 })
    clock.ms = 120_000
    expect(await ask('b')).toEqual({ n: 4 })
  })

  it('computes the signed heads again as soon as there is another one, and not for other events', async () => {
    const { ask, log } = start()
    const read = () => ask('a', { source: 'heads' })
    await read()
    log.position = 9
    expect(await read()).toEqual({ n: 1 })
    log.heads = 2
    expect(await read()).toEqual({ n: 2 })
  })

  it('never gives an answer from before an event to somebody who asks after it', async () => {
    const { ask, log } = start()
    const slow = Promise.withResolvers<{ n: number }>()
    const before = ask('a', { compute: () => slow.promise })
    log.position = 2
    const after = ask('a', { compute: async () => ({ n: 2 }) })
    slow.resolve({ n: 1 })
    expect([await before, await after, await ask('a')]).toEqual([{ n: 1 }, { n: 2 }, { n: 2 }])
  })

  it('does not keep failures and what must not be kept', async () => {
    const { ask } = start()
    await expect(ask('a', { compute: () => Promise.reject(new Error('away')) })).rejects.toThrow('away')
    expect(await ask('a', { isKept: () => false })).toEqual({ n: 1 })
    expect(await ask('a')).toEqual({ n: 2 })
  })

  it('computes at most two answers at once, and those of another address before the rest of a busy one', async () => {
    const { ask } = start()
    const order: string[] = []
    const release = Promise.withResolvers<void>()
    const slow = (name: string) => async () => {
      order.push(name)
      await release.promise
      return { n: 0 }
    }
    const all = ['a', 'b', 'c', 'd'].map((key) => ask(key, { compute: slow(key) }))
    all.push(ask('other', { ip: '198.51.100.7', compute: slow('other') }))
    expect(order).toEqual(['a', 'b'])
    release.resolve()
    await Promise.all(all)
    expect(order.indexOf('other')).toBeLessThan(order.indexOf('d'))
  })

  it('limits the computing time of an address, and allows more as time passes', async () => {
    const { spend, clock } = start()
    const first = await spend('203.0.113.1', 100)
    expect(first).toBeGreaterThan(30)
    expect(first).toBeLessThan(50)
    expect(await spend('203.0.113.1', 100)).toBe(0)
    // However long the database takes, an address gets some answers.
    expect(await spend('198.51.100.7', 10_000)).toBeGreaterThan(10)
    clock.ms += 60_000
    expect(await spend('203.0.113.1', 100)).toBeGreaterThan(30)
  })

  it('gives kept answers to an address that has used up its time', async () => {
    const { ask, spend } = start()
    await ask('kept', { ip: '198.51.100.7' })
    await spend('203.0.113.1', 1_000)
    expect(await ask('kept', { ip: '203.0.113.1' })).toEqual({ n: 1 })
  })

  it.each(['log', 'database'] as const)('never passes the rejection of an address on to another: source %s', async (source) => {
    const { ask, spend, log, computed } = start()
    await spend('203.0.113.1', 1_000)
    log.position += 1
    const flood = [ask('a', { source }), ask('a', { source })]
    expect(await ask('a', { source, ip: '198.51.100.7' })).toEqual({ n: 1 })
    for (const rejected of flood) await expect(rejected).rejects.toMatchObject({ code: 'rate_limited' })
    expect(await ask('a', { source, ip: '192.0.2.9' })).toEqual({ n: 1 })
    expect(computed).toEqual(['a'])
  })

  it('does not let an address wait in the queue of another, and computes once for both', async () => {
    const { ask, computed } = start()
    const release = Promise.withResolvers<void>()
    const busy = Array.from({ length: 50 }, (_, n) => ask(`busy ${n}`, { compute: () => release.promise.then(() => ({ n })) }))
    const last = Promise.all([ask('a'), ask('a')])
    const finished: string[] = []
    const other = ask('a', { ip: '198.51.100.7' }).finally(() => finished.push('other'))
    for (const one of busy) void one.finally(() => finished.push('busy'))
    release.resolve()
    expect([await other, ...(await last)]).toEqual([{ n: 1 }, { n: 1 }, { n: 1 }])
    await Promise.all(busy)
    expect(finished.indexOf('other')).toBeLessThan(5)
    expect(computed).toEqual(['a'])
  })

  it('computes what waited for its turn as of that turn', async () => {
    const { ask, log } = start()
    const release = Promise.withResolvers<void>()
    const busy = ['x', 'y'].map((key) => ask(key, { compute: () => release.promise.then(() => ({ n: 0 })) }))
    const early = ask('a')
    log.position = 2
    const late = ask('a')
    release.resolve()
    expect(await Promise.all([early, late, ask('a'), ...busy])).toMatchObject([{ n: 1 }, { n: 1 }, { n: 1 }, {}, {}])
  })

  it('has no limits where they are switched off', async () => {
    expect(await start({ limits: false }).spend('203.0.113.1', 1_000)).toBe(1_000)
  })
})
