import { emptyPool, instantFromMs, runCommand } from '@outlast/domain'
import { describe, expect, it } from 'vitest'
import type { CommandQueue } from '../commands/queue.ts'
import { nodeHashing } from '../log/hashing.ts'
import { lockGuard } from './lock-guard.ts'

const BEFORE = instantFromMs(Date.parse('2025-09-07T15:59:59.999Z'))
const LOCK = instantFromMs(Date.parse('2025-09-07T16:00:00Z'))

function start() {
  const pool = emptyPool()
  const add = { type: 'AddWeek', data: { seasonYear: 2025, weekNumber: 1 } } as const
  runCommand(pool, { command: add, actor: { kind: 'system' } }, instantFromMs(0), nodeHashing)
  let now = BEFORE
  const waiting: PromiseWithResolvers<never>[] = []
  const sent: unknown[] = []
  const queue: Pick<CommandQueue, 'submit'> = {
    submit: (submission) => {
      sent.push(submission.envelope)
      const one = Promise.withResolvers<never>()
      waiting.push(one)
      return one.promise
    },
  }
  return { guard: lockGuard({ pool: () => pool, now: () => now, queue }), waiting, sent, reachLock: () => (now = LOCK) }
}

describe('lockGuard', () => {
  it('returns undefined while no lock is due', () => {
    const { guard, waiting } = start()
    expect(guard()).toBeUndefined()
    expect(waiting).toHaveLength(0)
  })

  it('records due locks once for concurrent reads', async () => {
    const { guard, waiting, sent, reachLock } = start()
    reachLock()
    const reads = [guard(), guard(), guard()]
    expect(waiting).toHaveLength(1)
    expect(sent).toEqual([{ command: { type: 'LockDueWeeks', data: {} }, actor: { kind: 'system' } }])
    waiting[0]?.resolve(undefined as never)
    expect(await Promise.all(reads.map(async (read) => read))).toHaveLength(3)
  })

  it('rejects the waiting reads when recording fails, and retries for the next read', async () => {
    const { guard, waiting, reachLock } = start()
    reachLock()
    const reads = [guard(), guard()]
    waiting[0]?.reject(new Error('unreachable'))
    for (const read of reads) await expect(read).rejects.toThrow('unreachable')
    const next = guard()
    expect(waiting).toHaveLength(2)
    waiting[1]?.resolve(undefined as never)
    await next
  })
})
