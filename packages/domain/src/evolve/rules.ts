import { allPicks } from '../state/entry-picks.ts'
import type { PoolRules } from '../pool-rules/index.ts'
import type { ContestId, WeekId } from '../values/ids.ts'
import { type PoolState, type Round, roundsOf, slotCount } from '../state/state.ts'
import { patchRound } from './patches.ts'

/** Changes the rules of contests that no lock has frozen. */
export function changeRules(state: PoolState, rules: PoolRules): void {
  keepPicksOfWeeks(state, [...state.rounds.values()], () => {
    state.rules = rules
  })
}

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
  const rounds = roundsOf(state, id)
  if (contest === undefined || contest.rulesAreFixed || rounds.some(({ locked }) => locked !== null)) return
  keepPicksOfWeeks(state, rounds, () => state.contests.set(id, { ...contest, rules: null }))
}

/** Changes rules, and lets weeks for which somebody has picked keep their number of picks (docs/rules.md §19). */
function keepPicksOfWeeks(state: PoolState, rounds: readonly Round[], change: () => void): void {
  const earlier = rounds.map((round) => ({ round, picks: slotCount(state, round) }))
  change()
  const changed = new Map(earlier.flatMap(({ round, picks }) => (slotCount(state, round) === picks ? [] : [[round.id, picks]])))
  if (changed.size === 0) return
  const held = new Set<WeekId>()
  for (const entry of state.entries.values()) {
    for (const { weekId, assignedBy } of allPicks(entry)) if (assignedBy === null) held.add(weekId)
  }
  for (const [id, picks] of changed) if (held.has(id)) patchRound(state, id, () => ({ picks }))
}
