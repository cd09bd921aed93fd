/** The rules that an admin can choose until the season's first lock (docs/rules.md §7). */
export interface PoolRules {
  /** What happens to an entry without a pick once every game of the week is final. */
  readonly missedPick: 'survives' | 'eliminated'
  /** `week`: only the week's lock closes picks. `kickoff`: a team whose game has kicked off can be neither picked nor given up. */
  readonly teamLock: 'week' | 'kickoff'
  /** Null: no limit. */
  readonly maxEntriesPerMember: number | null
  /** Whether members may create entries after Week 1 has locked. */
  readonly lateEntries: 'allowed' | 'closed'
}

export const DEFAULT_RULES: PoolRules = {
  missedPick: 'survives',
  teamLock: 'week',
  maxEntriesPerMember: null,
  lateEntries: 'allowed',
}

/** Completes rules that an older version of the code stored: a rule that was added since has its default. */
export function completeRules(stored: Partial<PoolRules>): PoolRules {
  return { ...DEFAULT_RULES, ...stored }
}
