/** Figures of one thing, one for each round, in the order of the rounds. */
export type Rounds = readonly number[]

/** The middle one; of an even number the mean of the two in the middle. NaN when there is none. */
export function median(values: Rounds): number {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = sorted.length / 2
  const upper = sorted[Math.floor(middle)] ?? Number.NaN
  return Number.isInteger(middle) ? ((sorted[middle - 1] ?? Number.NaN) + upper) / 2 : upper
}

/** Round by round: neighbours in time shared the machine with the same others, so their ratio is steadier than either. */
export function ratios(ours: Rounds, theirs: Rounds): Rounds {
  return ours.map((value, round) => value / (theirs[round] ?? Number.NaN))
}

/** The value below which a share (0 to 1) of sorted values lies. */
export function percentile(sorted: ArrayLike<number>, share: number): number {
  const at = Math.min(sorted.length - 1, Math.max(0, Math.ceil(sorted.length * share) - 1))
  return sorted[at] ?? Number.NaN
}
