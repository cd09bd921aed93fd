import { instantFromMs, type Instant } from '@outlast/domain'

/** A source of the current time. It is passed down, so that no other code reads the machine's clock. */
export interface Clock {
  /** Milliseconds since 1970-01-01 UTC. */
  nowMs(): number
  now(): Instant
}

/** The machine's clock. The linter allows reading it only here. */
export const systemClock: Clock = {
  nowMs: () => Date.now(),
  now: () => instantFromMs(Date.now()),
}
