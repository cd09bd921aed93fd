import { instantFromMs, type Instant } from '@outlast/domain'

/** What time it is. Handed down, so that nothing else on the server reads the machine's clock. */
export interface Clock {
  /** Milliseconds since 1970-01-01 UTC. */
  nowMs(): number
  now(): Instant
}

/** The machine's clock: the only place on the server that reads it. */
export const systemClock: Clock = {
  nowMs: () => Date.now(),
  now: () => instantFromMs(Date.now()),
}
