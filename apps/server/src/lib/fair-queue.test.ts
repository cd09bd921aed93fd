import { describe, expect, it } from 'vitest'
import { Overloaded } from './errors.ts'
import { FairQueue } from './fair-queue.ts'

/** Creates a queue whose tasks end when the test releases them. */
function start(
  options: { readonly concurrency?: number; readonly maxWaitingPerKey?: number; readonly maxWaiting?: number } = {},
) {
  const queue = new FairQueue({ concurrency: 1, maxWaitingPerKey: 10, maxWaiting: 100, ...options })
  const started: string[] = []
  const rejected: string[] = []
  const ends: (() => void)[] = []
  const add = (key: string, name: string): void => {
    const task = (): Promise<void> => {
      started.push(name)
      return new Promise((resolve) => ends.push(resolve))
    }
    queue.run(key, task).catch((error: unknown) => rejected.push(error instanceof Overloaded ? name : String(error)))
  }
  const endOne = async (): Promise<void> => {
    ends.shift()?.()
    await new Promise((resolve) => setImmediate(resolve))
  }
  return { queue, started, rejected, add, endOne }
}

describe('FairQueue', () => {
  it('takes one task of each key in turn', async () => {
    const { queue, started, add, endOne } = start()
    for (const name of ['a1', 'a2', 'a3', 'b1', 'c1', 'b2']) add(name[0] ?? '', name)
    for (let n = 0; n < 6; n += 1) await endOne()
    expect(started).toEqual(['a1', 'a2', 'b1', 'c1', 'a3', 'b2'])
    expect(queue.size).toBe(0)
  })

  it('runs at most the configured number of tasks at the same time', async () => {
    const { queue, started, add, endOne } = start({ concurrency: 2 })
    for (const name of ['a1', 'a2', 'a3']) add('a', name)
    expect([started, queue.size]).toEqual([['a1', 'a2'], 1])
    await endOne()
    expect(started).toEqual(['a1', 'a2', 'a3'])
  })

  it('rejects the tasks of a key beyond its share, but no others', async () => {
    const { started, rejected, add, endOne } = start({ maxWaitingPerKey: 2 })
    for (const name of ['a1', 'a2', 'a3', 'a4', 'b1']) add(name[0] ?? '', name)
    for (let n = 0; n < 4; n += 1) await endOne()
    expect(rejected).toEqual(['a4'])
    expect(started).toEqual(['a1', 'a2', 'b1', 'a3'])
  })

  it('drops the newest task of the longest key when it is full', async () => {
    const { started, rejected, add, endOne } = start({ maxWaiting: 3 })
    for (const name of ['a1', 'a2', 'a3', 'b1', 'c1']) add(name[0] ?? '', name)
    for (let n = 0; n < 5; n += 1) await endOne()
    expect(rejected).toEqual(['a3'])
    expect(started).toEqual(['a1', 'a2', 'b1', 'c1'])
  })

  it('continues after a task that fails', async () => {
    const queue = new FairQueue({ concurrency: 1, maxWaitingPerKey: 1, maxWaiting: 1 })
    await expect(queue.run('a', () => Promise.reject(new Error('failed')))).rejects.toThrow('failed')
    expect(await queue.run('a', () => Promise.resolve('next'))).toBe('next')
  })
})
