import type { ContestId, WeekId } from '../values/ids.ts'
import { type PoolState, roundsOf } from '../state/state.ts'

/**
 * Freezes the pool's rules for the contest of a week that locks, unless an earlier lock did. If the lock revealed a member's choice, they
 * stay frozen for good (docs/rules.md §7.2).
 */
export function freezeRules(state: PoolState, weekId: WeekId): void {
  const round = state.rounds.get(weekId)
  const contest = round && state.contests.get(round.contestId)
  if (round === undefined || contest === undefined) return
  state.contests.set(contest.id, {
    ...contest,
    rules: contest.rules ?? state.rules,
    rulesAreFixed: contest.rulesAreFixed || round.locked?.revealedMembersPick === true,
  })
}

/** Lets a contest's rules change again once none of its rounds is locked, if no lock fixed them for good (docs/rules.md §7.2). */
export function unfreezeRulesWithoutLock(state: PoolState, id: ContestId): void {
  const contest = state.contests.get(id)
  if (contest === undefined || contest.rulesAreFixed || roundsOf(state, id).some(({ locked }) => locked !== null)) return
  state.contests.set(id, { ...contest, rules: null })
}
