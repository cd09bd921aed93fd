/** How entries that fell last, and together, are told apart (docs/rules.md §6.2). */
export const TIEBREAKS = ['margin', 'fewest_auto', 'share'] as const
export type Tiebreak = (typeof TIEBREAKS)[number]

/** Returns the tiebreaks that tell entries apart: those before `share`. */
export function tiebreaksBeforeShare(steps: readonly Tiebreak[]): readonly Tiebreak[] {
  const share = steps.indexOf('share')
  return share < 0 ? steps : steps.slice(0, share)
}
