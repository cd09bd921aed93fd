// Why requests end without an answer (docs/rules.md §17). The facts that decide it are in requests.ts.

/** Why a request to buy an entry back in ended without an answer. */
export const BUYBACK_LAPSES = ['by_hand', 'back_in', 'other_loss', 'next_lock', 'season_decided', 'season_over'] as const
export type BuybackLapse =
  | { readonly because: Exclude<(typeof BUYBACK_LAPSES)[number], 'next_lock'> }
  /** `weekNumber`: the week whose lock ended it. */
  | { readonly because: 'next_lock'; readonly weekNumber: number }

/** Why a statement that an entry is paid ended without an answer. */
export type ClaimLapse = 'nothing_due' | 'other_amount' | 'other_season'

/** Returns why a request ended. An event without a reason is from a release that ended requests only when their entries came back in. */
export function buybackLapseOf({
  because = 'back_in',
  weekNumber = 0,
}: {
  readonly because?: BuybackLapse['because']
  readonly weekNumber?: number
}): BuybackLapse {
  return because === 'next_lock' ? { because, weekNumber } : { because }
}
