import type { Instant, PoolState } from '@outlast/domain'
import { isLockDue } from '../jobs/lock-timer.ts'
import type { CommandQueue } from '../commands/queue.ts'

export interface LockGuardParts {
  readonly pool: () => PoolState
  /** The database's time. */
  readonly now: () => Instant
  readonly queue: Pick<CommandQueue, 'submit'>
}

/**
 * Makes the guard that stands before every read: when a lock time has come that the log does not know of, it is
 * recorded first, so that no read shows a state that a later reveal would contradict (decisions.md §Rules 1). Reads
 * that arrive together wait for one recording. Undefined when nothing is due, which costs no await.
 */
export function lockGuard({ pool, now, queue }: LockGuardParts): () => Promise<void> | undefined {
  let recording: Promise<void> | undefined
  const record = async (): Promise<void> => {
    const command = { type: 'LockDueWeeks', data: {} } as const
    await queue.submit({ sent: { command, actor: { kind: 'system' } }, answer: () => null })
  }
  return () => {
    if (!isLockDue(pool(), now())) return undefined
    recording ??= record().finally(() => {
      recording = undefined
    })
    return recording
  }
}
