import type { Refusal } from '../pool-rules/index.ts'
import { deriveStanding, type Standing } from '../standing/standing.ts'
import type { Time } from '../values/game-life.ts'
import { type Obstacle, refusalOf } from '../values/obstacles.ts'
import type { SplitChoice } from '../values/split-vote.ts'
import { hasTeamLeft } from '../values/team-choice.ts'
import { TEAMS } from '../values/teams.ts'
import { unpaidIn } from '../values/unpaid.ts'
import { buybackOf, type OpenBuyback } from './buyback.ts'
import type { OwnPick, SituationFacts } from './facts.ts'
import { autoPicksLeft, type Missing, missingOf } from './missing.ts'
import { against, isTeamShut, pickRefusal } from './picking.ts'

/** What the rules say of an entry in a week at a moment. Data only; its words are in `@outlast/contract/situation-text`. */
export interface Situation<T extends Time> {
  readonly standing: Standing
  /** Why its owner may not pick in the week, whatever the team; undefined if the owner may. */
  readonly refusal: Refusal | undefined
  /** One for each pick that the week takes. */
  readonly places: readonly Place[]
  readonly missing: Missing
  /**
   * Whether it has a team for a pick that it lacks. `planned`: once it clears a pick of a later week. `none`: all are used, ineligible or have
   * no game.
   */
  readonly teamsLeft: TeamsLeft
  /** Of how many it has {@link Standing.livesLeft}. */
  readonly lives: number
  /**
   * How many automatic picks of the season are left, and how many the rules give; null where they give none. `fromList`: the owner's list comes
   * first, and has teams.
   */
  readonly autoPicks: { readonly left: number; readonly of: number; readonly fromList: boolean } | null
  /** What follows from its not being paid: it may not pick, or this is the last week in which it may. Null if nothing. */
  readonly unpaid: { readonly is: 'last_week' | 'refused'; readonly lastWeek: number } | null
  readonly buyback: OpenBuyback<T> | null
  readonly vote: { readonly choice: SplitChoice | null } | null
  /** What it needs from its owner next; null if nothing. */
  readonly needs: Need | null
}

export type TeamsLeft = 'some' | 'planned' | 'none'

/** `free_team`: to clear a pick of a later week, whose team it needs. */
export type Need = 'pick' | 'free_team' | 'payment' | 'buyback' | 'vote'

/** One of the picks of a week. */
export interface Place extends Omit<OwnPick, 'slot'> {
  readonly slot: number
  /** Whether its pick can be neither changed nor cleared, because the team's game has kicked off. */
  readonly isFixed: boolean
  /** The teams that cannot newly be picked, and why. */
  readonly refused: ReadonlyMap<string, Obstacle>
}

/** Says what the rules make of these facts at a moment. */
export function situationOf<T extends Time>(facts: SituationFacts<T>, now: T): Situation<T> {
  const { rules, record, season, week, isPaid, ranking, vote } = facts
  const teamsLeft = teamsLeftOf(facts)
  const left = autoPicksLeft(facts)
  const fromList = rules.autoPick[0] === 'my_list' && (ranking?.length ?? 0) > 0
  const unpaid = unpaidIn(rules.unpaidAfterWeek, week.weekNumber, isPaid)
  const situation = {
    standing: deriveStanding(record, season),
    refusal: pickRefusal(facts, now),
    places: Array.from({ length: facts.slots }, (_, index) => placeOf(facts, index + 1, now)),
    missing: missingOf(facts, teamsLeft !== 'none'),
    teamsLeft,
    lives: season.lives,
    autoPicks: left === null ? null : { left, of: rules.maxAutoPicks, fromList },
    unpaid: unpaid === null ? null : { is: unpaid, lastWeek: rules.unpaidAfterWeek ?? 0 },
    buyback: buybackOf(facts, now),
    vote,
  }
  return { ...situation, needs: needOf(situation) }
}

function placeOf<T extends Time>(facts: SituationFacts<T>, slot: number, now: T): Place {
  const { team = null, voidBy = null } = facts.picks.find((pick) => pick.slot === slot) ?? {}
  const choices = { ...teamFacts(facts), weekNumber: facts.week.weekNumber }
  return {
    slot,
    team,
    voidBy,
    isFixed: team !== null && isTeamShut(facts, team, now),
    // Most readers ask for no team.
    get refused() {
      return new Map(
        TEAMS.flatMap(({ abbr }) => {
          const obstacle = refusalOf(against(choices, slot, abbr, now).obstacles, 'member')
          return obstacle === undefined ? [] : [[abbr, obstacle] as const]
        }),
      )
    },
  }
}

function teamFacts<T extends Time>({ rules, ineligible, games, used, picks }: SituationFacts<T>) {
  return { rules, ineligible, games, used, picks }
}

/** What is left of teams for an entry (docs/rules.md §3.11). A pick of another open week can be cleared, so its team is not used up. */
function teamsLeftOf<T extends Time>({ games, week, ineligible, picks, used, usedForGood }: SituationFacts<T>): TeamsLeft {
  const held = picks.flatMap(({ team }) => team ?? [])
  const has = (teams: ReadonlyMap<string, number>): boolean =>
    hasTeamLeft({ games, weekNumber: week.weekNumber, ineligible, used: new Set([...teams.keys(), ...held]) })
  return has(used) ? 'some' : has(usedForGood) ? 'planned' : 'none'
}

function needOf<T extends Time>(situation: Omit<Situation<T>, 'needs'>): Need | null {
  const { refusal, missing, teamsLeft, buyback, vote } = situation
  if (refusal?.code === 'entry_unpaid') return 'payment'
  if (refusal === undefined && missing.count > 0 && teamsLeft !== 'none') return teamsLeft === 'some' ? 'pick' : 'free_team'
  if (buyback !== null) return 'buyback'
  return vote !== null && vote.choice === null ? 'vote' : null
}
