import type { Instant, PoolState } from '@outlast/domain'
import { isLockDue } from '../jobs/lock-timer.ts'
import type { CommandQueue } from '../commands/queue.ts'

export interface LockGuardOptions {
  readonly pool: () => PoolState
  /** The database's time. */
  readonly now: () => Instant
  readonly queue: Pick<CommandQueue, 'submit'>
}

/**
 * Creates the guard that runs before every read: it records the locks whose time has come, so that no read shows a state
 * that a later reveal would contradict (docs/rules.md). Reads that arrive together wait for the same recording. The guard
 * returns undefined if no lock is due, so that the usual read does not wait at all.
 */
export function lockGuard({ pool, now, queue }: LockGuardOptions): () => Promise<void> | undefined {
  let recording: Promise<void> | undefined
  const record = async (): Promise<void> => {
    const command = { type: 'LockDueWeeks', data: {} } as const
    await queue.submit({ envelope: { command, actor: { kind: 'system' } }, toResponse: () => null })
  }
  return () => {
    if (!isLockDue(pool(), now())) return undefined
    recording ??= record().finally(() => {
      recording = undefined
    })
    return recording
  }
}
