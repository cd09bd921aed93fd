import { deriveStanding, type Standing } from '../standing/standing.ts'
import type { Time } from '../values/game-life.ts'
import { hasTeamLeft } from '../values/team-choice.ts'
import { unpaidIn } from '../values/unpaid.ts'
import { buybackOf, type OpenBuyback } from './buyback.ts'
import type { OutlookFacts } from './facts.ts'
import { autoPicksLeft, type Missing, missingOf } from './missing.ts'

/** What the rules say of an entry in a week until the pool changes, whatever the time. */
export interface Outlook<T extends Time> {
  readonly standing: Standing
  /** With how many lives an entry begins. */
  readonly lives: number
  /** How many picks the week takes. */
  readonly slots: number
  readonly missing: Missing
  readonly teamsLeft: TeamsLeft
  /**
   * How many automatic picks of the season are left, and how many the rules give; null where they give none. `fromList`: the owner's list comes
   * first, and has teams.
   */
  readonly autoPicks: { readonly left: number; readonly of: number; readonly fromList: boolean } | null
  /** What follows from its not being paid: it may not pick, or this is the last week in which it may. Null if nothing. */
  readonly unpaid: { readonly is: 'last_week' | 'refused'; readonly lastWeek: number } | null
  readonly buyback: OpenBuyback<T> | null
}

/**
 * Whether an entry has a team for a pick that it lacks. `planned`: once it clears a pick of a later week. `none`: all are used, ineligible or
 * have no game.
 */
type TeamsLeft = 'some' | 'planned' | 'none'

export function outlookOf<T extends Time>(facts: OutlookFacts<T>): Outlook<T> {
  const { rules, record, season, weekNumber, isPaid, ranking, slots } = facts
  const teamsLeft = teamsLeftOf(facts)
  const left = autoPicksLeft(facts)
  const unpaid = unpaidIn(rules.unpaidAfterWeek, weekNumber, isPaid)
  return {
    standing: deriveStanding(record, season),
    lives: season.lives,
    slots,
    missing: missingOf(facts, teamsLeft !== 'none'),
    teamsLeft,
    autoPicks:
      left === null
        ? null
        : { left, of: rules.maxAutoPicks, fromList: rules.autoPick[0] === 'my_list' && (ranking?.length ?? 0) > 0 },
    unpaid: unpaid === null ? null : { is: unpaid, lastWeek: rules.unpaidAfterWeek ?? 0 },
    buyback: buybackOf(facts),
  }
}

/** What is left of teams (docs/rules.md §3.11). A pick of another open week can be cleared, so its team is not used up. */
function teamsLeftOf<T extends Time>({ picks, used, usedForGood, ...choice }: OutlookFacts<T>): TeamsLeft {
  const held = picks.flatMap(({ team }) => team ?? [])
  const has = (teams: OutlookFacts<T>['used']): boolean => hasTeamLeft({ ...choice, used: new Set([...teams.keys(), ...held]) })
  return has(used) ? 'some' : has(usedForGood) ? 'planned' : 'none'
}
