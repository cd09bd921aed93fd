import {
  changeOfSplitVote,
  dueProxyEnds,
  endedSeals,
  isSplitVoteDue,
  nextProxyEnd,
  nextSplitVoteClose,
  lapsedRequests,
  weeksDueToLock,
  type Instant,
  instantToMs,
  type PoolState,
  currentSiteTime,
} from '@outlast/domain'
import type { CommandQueue } from '../commands/queue.ts'
import type { Follower } from '../pool/follower.ts'

/** The longest timer, in milliseconds: an admin may change the site time, or the machine may sleep. */
const MAX_TIMER_MS = 30_000
/** The delay after a failure, or when the database's clock had not quite reached the lock time. */
const RETRY_MS = 50

interface LockTimerOptions {
  readonly follower: Pick<Follower, 'pool' | 'onAdvanced'>
  /** The database's time. */
  readonly now: () => Instant
  /** Records the locks that are due. Several processes may try at the same time; the log accepts one. */
  readonly lockDueWeeks: () => Promise<void>
}

/** Returns whether a week's lock, the close of a vote, the end of a seal or of a proxy is due and not recorded yet. */
export function isLockDue(pool: PoolState, now: Instant): boolean {
  const isWeekDue = weeksDueToLock(pool, currentSiteTime(pool, now)).length > 0
  return isWeekDue || isSplitVoteDue(pool, now) || endedSeals(pool, now).length > 0 || dueProxyEnds(pool, now).length > 0
}

/** Returns the milliseconds until the next lock, close of a vote, or end of a seal or a proxy; infinity if there is none. */
export function untilNextLock(pool: PoolState, now: Instant): number {
  let wait = untilNextWeekLocks(pool, now)
  for (const seal of pool.seals.values()) wait = Math.min(wait, Math.max(0, instantToMs(seal.until) - instantToMs(now)))
  for (const next of [nextSplitVoteClose(pool), nextProxyEnd(pool)]) {
    if (next !== undefined) wait = Math.min(wait, Math.max(0, instantToMs(next) - instantToMs(now)))
  }
  return wait
}

/** Returns the milliseconds until the next week locks; infinity if the site time is frozen or no week is open. */
function untilNextWeekLocks(pool: PoolState, now: Instant): number {
  const siteNow = currentSiteTime(pool, now)
  if (weeksDueToLock(pool, siteNow).length > 0) return 0
  if (pool.siteClock.mode === 'frozen') return Number.POSITIVE_INFINITY
  let wait = Number.POSITIVE_INFINITY
  for (const week of pool.rounds.values()) {
    if (week.locked === null) wait = Math.min(wait, instantToMs(week.lockTime) - instantToMs(siteNow))
  }
  return wait
}

/** Submits the command that records every lock that is due. */
export async function lockDueWeeks(queue: Pick<CommandQueue, 'submit'>): Promise<void> {
  await queue.submit({
    envelope: { command: { type: 'LockDueWeeks', data: {} }, actor: { kind: 'system' } },
    toResponse: () => null,
  })
}

/** Records each lock when it is due, so that picks are revealed even if nobody sends a request. */
export class LockTimer {
  readonly #options: LockTimerOptions
  #timer: NodeJS.Timeout | undefined
  #stopped = false

  constructor(options: LockTimerOptions) {
    this.#options = options
    options.follower.onAdvanced(() => this.#schedule())
  }

  /** Also records what an older release did not let lapse, and a vote that it did not open. */
  start(): void {
    const { follower, now, lockDueWeeks: lock } = this.#options
    if (lapsedRequests(follower.pool, now()).length > 0 || changeOfSplitVote(follower.pool, now()).length > 0)
      void lock().catch(() => {})
    this.#schedule()
  }

  stop(): void {
    this.#stopped = true
    clearTimeout(this.#timer)
  }

  #schedule(minMs = 0): void {
    clearTimeout(this.#timer)
    if (this.#stopped) return
    const { follower, now } = this.#options
    const wait = Math.min(MAX_TIMER_MS, Math.max(minMs, untilNextLock(follower.pool, now())))
    this.#timer = setTimeout(() => void this.#lockIfDue(), wait)
  }

  async #lockIfDue(): Promise<void> {
    const { follower, now, lockDueWeeks: lock } = this.#options
    if (!isLockDue(follower.pool, now())) return this.#schedule()
    // A failure is harmless: the next attempt, command or read locks the week.
    await lock().catch(() => {})
    this.#schedule(RETRY_MS)
  }
}
