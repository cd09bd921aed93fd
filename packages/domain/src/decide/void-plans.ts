import { allPicks, picksOf } from '../state/entry-picks.ts'
import { isSealed } from '../state/seal.ts'
import { gamesOf, type Entry, type Pick, type PoolState, type Round, roundsOf, rulesOf } from '../state/state.ts'
import { teamsThatLeft } from '../values/game-life.ts'
import type { ContestId, EntryId } from '../values/ids.ts'
import { isUseCounted } from '../values/team-uses.ts'
import type { TeamAbbr } from '../values/teams.ts'

/** A plan that is void when its week locks, and the locked week in which its team was used; its own week if the team's game moved away. */
export interface VoidPlanAtLock {
  readonly entry: Entry
  readonly pick: Pick
  readonly usedIn: Round
}

/** The picks of entries in a week, in the order of their slots. Entries without one are left out. */
export type PicksByEntry<P = Pick> = ReadonlyMap<EntryId, readonly P[]>

/**
 * Returns the picks that count if the week locks now, and the plans that are void: their team was used in a week that has locked, or its game
 * has moved to another week. An entry with a void plan counts as one without that pick (docs/rules.md §3.9, §4.11).
 */
export function picksAtLock(
  state: PoolState,
  week: Round,
): { readonly counting: PicksByEntry; readonly voidPlans: readonly VoidPlanAtLock[] } {
  const counting = new Map<EntryId, readonly Pick[]>()
  const voidPlans: VoidPlanAtLock[] = []
  const voidedBy = voidingWeeks(state, week)
  for (const entry of state.entries.values()) {
    const counted: Pick[] = []
    for (const pick of picksOf(entry, week.id)) {
      const usedIn = voidedBy(entry, pick.team)
      if (usedIn === undefined) counted.push(pick)
      else voidPlans.push({ entry, pick, usedIn })
    }
    if (counted.length > 0) counting.set(entry.id, counted)
  }
  return { counting, voidPlans }
}

/**
 * Returns a function that returns why a plan for a week is void; undefined if it counts. A game that moves away after the week's first lock
 * is postponed for its pickers, also when the week locks again.
 */
function voidingWeeks(state: PoolState, week: Round): (entry: Entry, team: TeamAbbr) => Round | undefined {
  const moved = new Set<string>(week.firstLock === null ? teamsThatLeft(gamesOf(state, week)) : [])
  return (entry, team) => usedInLocked(state, entry, week, team) ?? (moved.has(team) ? week : undefined)
}

/** A void plan of an open week. */
interface VoidPlan extends VoidPlanAtLock {
  readonly week: Round
}

/**
 * Returns the void plans for open weeks of a contest (docs/rules.md §3.9, §4.11) that their owners may know; nobody else may. Sealed plans are
 * left out, because why a plan is void tells its team, or one of two (§11.6).
 */
export function voidPlansIn(state: PoolState, contestId: ContestId): readonly VoidPlan[] {
  return roundsOf(state, contestId)
    .filter(({ locked }) => locked === null)
    .flatMap((week) => picksAtLock(state, week).voidPlans.map((plan) => ({ ...plan, week })))
    .filter(({ entry, pick }) => !isSealed(state, entry, pick))
}

/** Returns the locked week, other than this one, in which an entry used a team as often as it can in the season. */
export function usedInLocked(state: PoolState, entry: Entry, week: Round, team: TeamAbbr): Round | undefined {
  const rules = rulesOf(state, week.contestId)
  let uses = 0
  for (const pick of allPicks(entry)) {
    if (pick.team !== team || pick.weekId === week.id) continue
    const other = state.rounds.get(pick.weekId)
    if (other === undefined || other.locked === null || other.contestId !== week.contestId) continue
    if (isUseCounted(rules, other.weekNumber, week.weekNumber)) uses += 1
    if (uses === rules.teamUses) return other
  }
  return undefined
}
