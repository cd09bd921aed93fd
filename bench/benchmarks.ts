import { browser } from './browser/benchmark.ts'
import { picks } from './picks/benchmark.ts'
import { rebuild } from './rebuild/benchmark.ts'
import { start } from './start/benchmark.ts'
import type { Benchmark } from './support/context.ts'

/** Every benchmark, in the order they run. */
export const BENCHMARKS: readonly Benchmark[] = [picks, rebuild, start, browser]
