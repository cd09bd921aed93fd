import { pickAt, picksOf } from '../state/entry-picks.ts'
import { createEvent, type PoolEvent } from '../events/events.ts'
import { isSealed } from '../state/seal.ts'
import { type Entry, mayMissFilter, type Pick, type PoolState, type Round, roundsOf, type VoidPlan } from '../state/state.ts'
import { planJudge, usedInLocked, verdictsOn, type Voidance } from '../situation/judge-plans.ts'
import type { Game } from '../values/game.ts'
import type { ContestId, EntryId } from '../values/ids.ts'

// Picks that were accepted are judged again whenever the schedule changes, and when their week locks, with the function that judges new
// ones (values/obstacles.ts). A pick that is hidden from the asking admin has a placeholder team (hidden.ts), and always stands.

/** A plan that is void when its week locks. */
export interface VoidPlanAtLock extends Voidance {
  readonly entry: Entry
  readonly pick: Pick
}

/** The picks of entries in a week, in the order of their slots. Entries without one are left out. */
export type PicksByEntry<P = Pick> = ReadonlyMap<EntryId, readonly P[]>

/**
 * Returns the picks that count if the week locks now, and the plans that are void. An entry with a void plan counts as one without that pick
 * (docs/rules.md §3.9).
 */
export function picksAtLock(
  state: PoolState,
  week: Round,
): { readonly counting: PicksByEntry; readonly voidPlans: readonly VoidPlanAtLock[] } {
  const counting = new Map<EntryId, readonly Pick[]>()
  const voidPlans: VoidPlanAtLock[] = []
  const voidanceOf = planJudge(state, week)
  for (const entry of state.entries.values()) {
    const counted: Pick[] = []
    for (const pick of picksOf(entry, week.id)) {
      const voidance = voidanceOf(entry, pick.team)
      if (voidance === undefined) counted.push(pick)
      else voidPlans.push({ entry, pick, ...voidance })
    }
    if (counted.length > 0) counting.set(entry.id, counted)
  }
  return { counting, voidPlans }
}

/** A void plan of an open week. */
export interface OpenVoidPlan extends VoidPlanAtLock {
  readonly week: Round
}

/**
 * Returns the void plans for open weeks of a contest (docs/rules.md §3.9) that their owners may know; nobody else may. Sealed plans are
 * left out, because why a plan is void tells its team, or one of a few (§11.6).
 */
export function voidPlansIn(state: PoolState, contestId: ContestId): readonly OpenVoidPlan[] {
  return roundsOf(state, contestId)
    .filter(({ locked }) => locked === null)
    .flatMap((week) => picksAtLock(state, week).voidPlans.map((plan) => ({ ...plan, week })))
    .filter(({ entry, pick }) => !isSealed(state, entry, pick))
}

/**
 * Returns what an answer of the scoreboard changes about the picks of a week that has locked: those of teams that turn out to have no game count as
 * missed from then on, and count again once their team has one (docs/rules.md §3.10).
 * @param games the games of the week after the answer
 */
export function judgeLockedPicks(state: PoolState, week: Round, games: readonly Game[]): readonly PoolEvent[] {
  const { id: weekId, locked } = week
  if (locked === null) return []
  const verdicts = verdictsOn(games, week, { isLocked: true, hadFirstLock: true })
  const mayMiss = mayMissFilter(week)
  const absent = new Set(locked.absent)
  const missed: PoolEvent[] = []
  const restored: PoolEvent[] = []
  // There are rarely any, however large the pool.
  const concerned = [...state.entries.values()].filter(
    (entry) =>
      entry.voidPlans.some(({ late }) => late?.lock === locked.position) ||
      (verdicts.size > 0 && picksOf(entry, weekId).some(({ team }) => verdicts.has(team))),
  )
  for (const entry of concerned.sort((a, b) => a.id - b.id)) {
    const counts = mayMiss(entry.id) && !absent.has(entry.id)
    let misses = entry.missedWeeks.filter(({ lock }) => lock === locked.position).length
    for (const { id: pickId, team } of picksOf(entry, weekId)) {
      if (!verdicts.has(team)) continue
      if (counts) misses += 1
      const unmissed = counts ? {} : { unmissed: true as const }
      missed.push(createEvent('PickCleared', { pickId, entryId: entry.id, weekId, noGame: true, ...unmissed }))
    }
    for (const plan of entry.voidPlans) {
      if (plan.late?.lock !== locked.position || verdicts.has(plan.team) || !isFreeFor(state, entry, week, plan)) continue
      if (plan.late.isMissed) misses -= 1
      const unmissed = plan.late.isMissed && misses === 0 ? { unmissed: true as const } : {}
      restored.push(createEvent('PickRestored', { pickId: plan.id, entryId: entry.id, weekId, ...unmissed }))
    }
  }
  return [...missed, ...restored]
}

/** Whether neither the place nor the team of a void plan was given away since. */
function isFreeFor(state: PoolState, entry: Entry, week: Round, { slot, team }: VoidPlan): boolean {
  return (
    pickAt(entry, week.id, slot) === undefined &&
    picksOf(entry, week.id).every((pick) => pick.team !== team) &&
    usedInLocked(state, entry, week, team) === undefined
  )
}
