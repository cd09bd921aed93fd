import type { Rounds } from '@outlast/testing/report/statistics'

/** One line of a benchmark's table: something measured in every round, on ours and perhaps on a comparator. */
export interface Figure {
  readonly what: string
  /** What a value is counted in: `picks/s`, `ms`, `s`. */
  readonly unit: string
  readonly ours: Rounds
  readonly comparator?: Rounds
  /** What was hoped for. */
  readonly aim?: Aim
}

/** An aim for the median: of the ratio ours to comparator, or of ours alone. */
export interface Aim {
  readonly of: 'ratio' | 'value'
  readonly atLeast?: number
  readonly atMost?: number
}

/** What a benchmark found. */
export interface Report {
  readonly title: string
  readonly figures: readonly Figure[]
  /** Sentences that a reader of the table needs: how the comparator was tuned, what was counted. */
  readonly notes: readonly string[]
}
