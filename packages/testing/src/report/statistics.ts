/** The measurements of one quantity, one for each round, in the order of the rounds. */
export type Rounds = readonly number[]

/** Returns the median; NaN for no values. */
export function median(values: Rounds): number {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = sorted.length / 2
  const upper = sorted[Math.floor(middle)] ?? Number.NaN
  return Number.isInteger(middle) ? ((sorted[middle - 1] ?? Number.NaN) + upper) / 2 : upper
}

/**
 * Divides two measurements round by round. Rounds that follow each other share the machine with the same other processes, so
 * their ratio varies less than either measurement.
 */
export function ratios(numerators: Rounds, denominators: Rounds): Rounds {
  return numerators.map((value, round) => value / (denominators[round] ?? Number.NaN))
}

/** Returns a percentile of sorted values, e.g. the 99th with a share of 0.99. */
export function percentile(sorted: ArrayLike<number>, share: number): number {
  const index = Math.min(sorted.length - 1, Math.max(0, Math.ceil(sorted.length * share) - 1))
  return sorted[index] ?? Number.NaN
}
