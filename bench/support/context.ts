import type { TemporaryPostgres } from '@outlast/testing'
import type { Report } from './report.ts'

/** What a benchmark receives. */
export interface BenchContext {
  /** A durable PostgreSQL with the settings of `npm start`, shared by all benchmarks of a run. */
  readonly postgres: TemporaryPostgres
  /** The number of rounds. Outlast and the comparator take turns in each. */
  readonly rounds: number
  /** The length of a round of requests. */
  readonly seconds: number
  /** The size of the large log. */
  readonly events: number
  /** The folder for CPU profiles of Outlast; undefined makes none. */
  readonly profile: string | undefined
  /** Prints progress to the terminal. */
  readonly progress: (message: string) => void
  /** Returns a database with the large log, which is generated once per run. Benchmarks must leave it unchanged. */
  readonly largeLog: () => Promise<LargeLog>
}

export interface LargeLog {
  readonly name: string
  readonly connectionString: string
  readonly events: number
  readonly entries: number
}

/** A benchmark that `npm run bench` runs by its name. */
export interface Benchmark {
  readonly name: string
  /** What it measures, in one line. */
  readonly about: string
  /** What users were promised and it protects, as a sentence without its full stop. The aims in docs/measurements.md are its limits. */
  readonly promise: string
  readonly run: (context: BenchContext) => Promise<Report>
}
