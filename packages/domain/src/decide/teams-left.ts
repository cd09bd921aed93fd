import { picksOf } from '../state/entry-picks.ts'
import { type Entry, gamesOf, type PoolState, type Round, rulesOf } from '../state/state.ts'
import type { Instant } from '../values/instant.ts'
import { hasTeamLeft, noTeamLeft, type NoTeamLeft } from '../values/team-choice.ts'
import { publiclyUsedTeamsOf, usedTeamsInOtherWeeks } from './used-teams.ts'

// Whether an entry has a team left for an open week (docs/rules.md §3.11).

/** As its owner knows, who also knows its hidden picks. */
export function noTeamLeftFor(state: PoolState, entry: Entry, week: Round, siteNow: Instant): NoTeamLeft | undefined {
  const held = picksOf(entry, week.id).map(({ team }): string => team)
  const used: ReadonlyMap<string, number> = usedTeamsInOtherWeeks(state, entry, week)
  return noTeamLeft(choiceIn(state, week, siteNow), used, publiclyUsed(state, entry, week), held)
}

/**
 * As everybody knows. Its picks in other open weeks are not looked at, not even if the actor may know them, because how many members are
 * reminded is public (docs/rules.md §15).
 */
export function hasPublicTeamLeft(state: PoolState, entry: Entry, week: Round, siteNow: Instant): boolean {
  return hasTeamLeft({ ...choiceIn(state, week, siteNow), used: publiclyUsed(state, entry, week) })
}

const publiclyUsed = (state: PoolState, entry: Entry, week: Round): ReadonlyMap<string, number> =>
  publiclyUsedTeamsOf(state, entry, week)

function choiceIn(state: PoolState, week: Round, now: Instant) {
  const { ineligibleTeams: ineligible, weekNumber, contestId } = week
  return { games: gamesOf(state, week), weekNumber, ineligible, teamLock: rulesOf(state, contestId).teamLock, now }
}
