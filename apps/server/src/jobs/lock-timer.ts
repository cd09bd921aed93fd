import { weeksDueToLock, type Instant, instantToMs, type PoolState, currentSiteTime } from '@outlast/domain'
import type { Follower } from '../state/follower.ts'

/** Longest sleep: the site's time may be moved, or the machine suspended, meanwhile. In milliseconds. */
const MAX_SLEEP_MS = 30_000
/** After a failure, or when the database's clock had not quite reached the lock. */
const RETRY_MS = 50

export interface LockTimerParts {
  readonly follower: Pick<Follower, 'pool' | 'onAdvanced'>
  /** The database's time. */
  readonly now: () => Instant
  /** Records the locks that are due. Several processes may try at once: the log takes one. */
  readonly lockDueWeeks: () => Promise<void>
}

/** Whether a week's lock time has come without the log knowing it yet. */
export function isLockDue(pool: PoolState, now: Instant): boolean {
  return weeksDueToLock(pool, currentSiteTime(pool, now)).length > 0
}

/** Milliseconds until the next lock; infinite when the site's time stands still or no week is open. */
export function untilNextLock(pool: PoolState, now: Instant): number {
  const siteNow = currentSiteTime(pool, now)
  if (weeksDueToLock(pool, siteNow).length > 0) return 0
  if (pool.siteClock.mode === 'frozen') return Number.POSITIVE_INFINITY
  let wait = Number.POSITIVE_INFINITY
  for (const week of pool.weeks.values()) {
    if (week.locked === null) wait = Math.min(wait, instantToMs(week.lockTime) - instantToMs(siteNow))
  }
  return wait
}

/** Records each `WeekLocked` when its time comes, so that the reveal needs nobody to ask for it. */
export class LockTimer {
  readonly #parts: LockTimerParts
  #timer: NodeJS.Timeout | undefined
  #stopped = false

  constructor(parts: LockTimerParts) {
    this.#parts = parts
    parts.follower.onAdvanced(() => this.#arm())
  }

  start(): void {
    this.#arm()
  }

  stop(): void {
    this.#stopped = true
    clearTimeout(this.#timer)
  }

  #arm(atLeast = 0): void {
    clearTimeout(this.#timer)
    if (this.#stopped) return
    const wait = Math.min(MAX_SLEEP_MS, Math.max(atLeast, untilNextLock(this.#parts.follower.pool, this.#parts.now())))
    this.#timer = setTimeout(() => void this.#ring(), wait)
  }

  async #ring(): Promise<void> {
    if (!isLockDue(this.#parts.follower.pool, this.#parts.now())) return this.#arm()
    // Failing here is no harm: the next try, command or read locks the week.
    await this.#parts.lockDueWeeks().catch(() => {})
    this.#arm(RETRY_MS)
  }
}
