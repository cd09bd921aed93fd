import type { PickChange } from '@outlast/contract'

/**
 * Returns the team of a plan that the pool set aside when the week locked, and that nobody replaced since; null without one. If the week
 * reopens, it is the pick again, without a change of its own (docs/rules.md §3.9).
 * @param changes of one pick, in their order
 */
export function planSetAside(changes: readonly PickChange[]): string | null {
  let plan: string | null = null
  let held: string | null = null
  for (const { action, by, team_abbr: team } of changes) {
    if (by === 'owner' || by === 'keeper') plan = null
    else if (by === 'system' && action === 'cleared') plan = held ?? plan
    held = action === 'restored' ? plan : team
    if (action === 'restored') plan = null
  }
  return held === null ? plan : null
}
