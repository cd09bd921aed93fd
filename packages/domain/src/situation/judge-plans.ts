import { allPicks } from '../state/entry-picks.ts'
import { type Entry, gamesOf, type PoolState, type Round, rulesOf } from '../state/state.ts'
import type { Game } from '../values/game.ts'
import { obstacleTo } from '../values/game-life.ts'
import { judgePick, obstaclesIn, type Obstacle, type PickStage, type Verdict } from '../values/obstacles.ts'
import { isUseCounted } from '../values/team-uses.ts'
import { TEAMS, type TeamAbbr } from '../values/teams.ts'

/** Why a plan is void, and the locked week in which its team was used; its own week if the schedule makes it void. */
export interface Voidance {
  readonly why: Obstacle
  readonly usedIn: Round
}

/** Returns a function that returns why a plan for an open week is void; undefined if it stands. */
export function planJudge(state: PoolState, week: Round): (entry: Entry, team: TeamAbbr) => Voidance | undefined {
  const stage = { isLocked: false, hadFirstLock: week.firstLock !== null }
  const bySchedule = verdictsOn(gamesOf(state, week), week, stage)
  return (entry, team) => {
    const usedIn = usedInLocked(state, entry, week, team)
    if (usedIn === undefined) {
      const verdict = bySchedule.get(team)
      return verdict === undefined ? undefined : { why: verdict.why, usedIn: week }
    }
    const verdict = judgePick(obstaclesIn({ team_used: true }), stage)
    return verdict.is === 'standing' ? undefined : { why: verdict.why, usedIn }
  }
}

/** The teams of which no pick can stand because of a week's games, with the verdict. */
export function verdictsOn(
  games: readonly Game[],
  { weekNumber }: Round,
  stage: PickStage,
): ReadonlyMap<TeamAbbr, Exclude<Verdict, { is: 'standing' }>> {
  const verdicts = new Map<TeamAbbr, Exclude<Verdict, { is: 'standing' }>>()
  if (games.length === 0) return verdicts
  for (const { abbr } of TEAMS) {
    const verdict = judgePick(obstaclesIn({}, obstacleTo(games, abbr, weekNumber)), stage)
    if (verdict.is !== 'standing') verdicts.set(abbr, verdict)
  }
  return verdicts
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
