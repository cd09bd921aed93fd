/** Rules an admin may set until the season's first lock (decisions.md §Rules 10). */
export interface PoolRules {
  /** What happens to an entry without a pick once every game of the week is final. */
  readonly missedPick: 'survives' | 'eliminated'
  /** `week`: only the week's lock counts. `kickoff`: a team whose game has kicked off can neither be picked nor left. */
  readonly teamLock: 'week' | 'kickoff'
  /** Null: as many as they like. */
  readonly maxEntriesPerMember: number | null
  /** Whether members may add entries after Week 1 has locked. */
  readonly lateEntries: 'allowed' | 'closed'
}

/** What the specification describes, before any admin changed it. */
export const DEFAULT_RULES: PoolRules = {
  missedPick: 'survives',
  teamLock: 'week',
  maxEntriesPerMember: null,
  lateEntries: 'allowed',
}
