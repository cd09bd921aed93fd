import { browser } from './browser/benchmark.ts'
import { desk } from './browser/desk.ts'
import { phone } from './browser/phone.ts'
import { liveReconnect } from './live/reconnect.ts'
import { liveReveal } from './live/reveal.ts'
import { liveScore } from './live/score.ts'
import { lock, lockTwoPicks } from './lock/benchmark.ts'
import { picks } from './picks/benchmark.ts'
import { processes } from './processes/benchmark.ts'
import { rebuild } from './rebuild/benchmark.ts'
import { score } from './score/benchmark.ts'
import { snapshots } from './snapshots/benchmark.ts'
import { start } from './start/benchmark.ts'
import type { Benchmark } from './support/context.ts'

/** Every benchmark, in the order they run. */
export const BENCHMARKS: readonly Benchmark[] = [
  picks,
  processes,
  liveScore,
  liveReveal,
  liveReconnect,
  snapshots,
  score,
  lock,
  lockTwoPicks,
  rebuild,
  start,
  browser,
  desk,
  phone,
]
