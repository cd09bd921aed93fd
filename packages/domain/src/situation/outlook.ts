import { deriveStanding, type Standing } from '../standing/standing.ts'
import type { Time } from '../values/game-life.ts'
import { type NoTeamLeft, noTeamLeft } from '../values/team-choice.ts'
import { unpaidIn } from '../values/unpaid.ts'
import { buybackOf, type OpenBuyback } from './buyback.ts'
import type { OutlookFacts } from './facts.ts'
import { autoPicksLeft, type Missing, missingOf } from './missing.ts'

/** What the rules say of an entry in a week at a moment, besides what it may pick. */
export interface Outlook<T extends Time> {
  readonly standing: Standing
  /** With how many lives an entry begins. */
  readonly lives: number
  /** How many picks the week takes. */
  readonly slots: number
  readonly missing: Missing
  /** Undefined while it has a team for a pick that it lacks. */
  readonly teamsLeft: NoTeamLeft | undefined
  readonly teamLock: OutlookFacts<T>['rules']['teamLock']
  /**
   * How many automatic picks of the season are left, null when unknown, and how many the rules give; null where they give none. `fromList`: the
   * owner's list comes first, and has teams.
   */
  readonly autoPicks: { readonly left: number | null; readonly of: number; readonly fromList: boolean } | null
  /** What follows from its not being paid: it may not pick, or this is the last week in which it may. Null if nothing. */
  readonly unpaid: { readonly is: 'last_week' | 'refused'; readonly lastWeek: number } | null
  readonly buyback: OpenBuyback<T> | null
}

export function outlookOf<T extends Time>(facts: OutlookFacts<T>, now: T): Outlook<T> {
  const { rules, record, season, weekNumber, isPaid, ranking, slots } = facts
  const teamsLeft = teamsLeftOf(facts, now)
  const unpaid = unpaidIn(rules.unpaidAfterWeek, weekNumber, isPaid)
  return {
    standing: deriveStanding(record, season),
    lives: season.lives,
    slots,
    missing: missingOf(facts, teamsLeft !== 'none'),
    teamsLeft,
    teamLock: rules.teamLock,
    autoPicks:
      season.missedPick === 'auto'
        ? {
            left: autoPicksLeft(facts),
            of: rules.maxAutoPicks,
            fromList: rules.autoPick[0] === 'my_list' && (ranking?.length ?? 0) > 0,
          }
        : null,
    unpaid: unpaid === null ? null : { is: unpaid, lastWeek: rules.unpaidAfterWeek ?? 0 },
    buyback: buybackOf(facts, now),
  }
}

function teamsLeftOf<T extends Time>({ rules, picks, used, usedForGood, ...choice }: OutlookFacts<T>, now: T) {
  const held = picks.flatMap(({ team }) => team ?? [])
  return noTeamLeft({ ...choice, teamLock: rules.teamLock, now }, used, usedForGood, held)
}
