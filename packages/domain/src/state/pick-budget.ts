import { addMs, type Instant, instantToMs } from '../values/instant.ts'

// How often a member may change or clear the picks of one entry (docs/rules.md §3.7). Real time, by the database's clock.

/** Changes of one entry's picks that are possible at once after a quiet day. */
export const PICK_CHANGES = 96
/** The interval at which one more change becomes possible: all of them renew within a day. */
const RENEWAL_MS = (24 * 60 * 60 * 1000) / PICK_CHANGES

/** Returns when the budget will be full again after one more change. Null means that it has been full so far. */
export function chargePickChange(fullAt: Instant | null, now: Instant): Instant {
  return addMs(fullAt !== null && fullAt > now ? fullAt : now, RENEWAL_MS)
}

/** Returns the milliseconds until another change is possible: zero if it is possible now. */
export function waitForPickChange(fullAt: Instant | null, now: Instant): number {
  if (fullAt === null) return 0
  return Math.max(0, instantToMs(fullAt) - instantToMs(now) - (PICK_CHANGES - 1) * RENEWAL_MS)
}
