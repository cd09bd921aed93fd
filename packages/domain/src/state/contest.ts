import type { ContestId } from '../values/ids.ts'
import type { PoolRules } from '../pool-rules/index.ts'
import type { PoolState } from './pool.ts'

/** A competition within a season, with rounds and rules of its own. */
export interface Contest {
  readonly id: ContestId
  readonly seasonYear: number
  /** The rules that its first lock froze; null before it and after all of its rehearsals, while the pool's rules apply. */
  readonly rules: PoolRules | null
  /** Whether its rules are fixed for good, because a lock revealed a member's choice (docs/rules.md §7.2). */
  readonly rulesAreFixed: boolean
}

/** Returns the season of a contest. A main contest without rounds has the year as its id. */
export function seasonOf({ contests }: Pick<PoolState, 'contests'>, id: ContestId): number {
  return contests.get(id)?.seasonYear ?? id
}

/** Returns the rules that apply to a contest. */
export function rulesOf({ contests, rules }: Pick<PoolState, 'contests' | 'rules'>, id: ContestId): PoolRules {
  return contests.get(id)?.rules ?? rules
}
