/** Returns an entry's last buyback of a season. */
export function currentBuyback<B extends { readonly season_year: number }>(
  buybacks: readonly B[],
  seasonYear: number | undefined,
): B | null {
  return buybacks.findLast((other) => other.season_year === seasonYear) ?? null
}
