import type { Report } from './figures.ts'
import type { BenchPostgres } from '@outlast/testing/postgres/durable-postgres'

/** What a benchmark is given. */
export interface BenchContext {
  readonly postgres: BenchPostgres
  /** Interleaved rounds: ours, comparator, ours, … */
  readonly rounds: number
  /** Length of a round of requests. */
  readonly seconds: number
  /** Size of the large log. */
  readonly events: number
  /** Where to put CPU profiles of ours; undefined: none are made. */
  readonly profile: string | undefined
  /** Says what is being done, for whoever waits. */
  readonly say: (sentence: string) => void
  /** A database with the large log, made once per run; nobody may write into it but by undoing it. */
  readonly largeLog: () => Promise<LargeLog>
}

export interface LargeLog {
  readonly name: string
  readonly connectionString: string
  readonly events: number
  readonly entries: number
}

/** A benchmark, run by its name. */
export interface Benchmark {
  readonly name: string
  /** What it measures, in one line. */
  readonly about: string
  readonly run: (context: BenchContext) => Promise<Report>
}
