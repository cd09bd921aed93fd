import type { Refusal } from '../pool-rules/index.ts'
import type { Time } from '../values/game-life.ts'
import { type Obstacle, refusalOf } from '../values/obstacles.ts'
import type { SplitChoice } from '../values/split-vote.ts'
import { TEAMS } from '../values/teams.ts'
import type { OwnPick, SituationFacts } from './facts.ts'
import { type Outlook, outlookOf } from './outlook.ts'
import { against, isTeamShut, pickRefusal } from './picking.ts'

/** What the rules say of an entry in a week at a moment. Data only; its words are in packages/contract/src/situation. */
export interface Situation<T extends Time> extends Outlook<T> {
  /** Why its owner may not pick in the week, whatever the team; undefined if the owner may. */
  readonly refusal: Refusal | undefined
  /** One for each pick that the week takes. */
  readonly places: readonly Place[]
  readonly vote: { readonly choice: SplitChoice | null } | null
  /** What it needs from its owner next; null if nothing. */
  readonly needs: Need | null
}

/** `free_team`: to clear a pick of a later week, whose team it needs. */
type Need = 'pick' | 'free_team' | 'payment' | 'buyback' | 'vote'

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
  const situation = {
    ...outlookOf(facts, now),
    refusal: pickRefusal(facts, now),
    places: Array.from({ length: facts.slots }, (_, index) => placeOf(facts, index + 1, now)),
    vote: facts.vote,
  }
  return { ...situation, needs: needOf(situation) }
}

function placeOf<T extends Time>(facts: SituationFacts<T>, slot: number, now: T): Place {
  const { team = null, voidBy = null } = facts.picks.find((pick) => pick.slot === slot) ?? {}
  return {
    slot,
    team,
    voidBy,
    isFixed: team !== null && isTeamShut(facts, team, now),
    // Most readers ask for no team.
    get refused() {
      return new Map(
        TEAMS.flatMap(({ abbr }) => {
          const obstacle = refusalOf(against(facts, slot, abbr, now).obstacles, 'member')
          return obstacle === undefined ? [] : [[abbr, obstacle] as const]
        }),
      )
    },
  }
}

function needOf<T extends Time>(situation: Omit<Situation<T>, 'needs'>): Need | null {
  const { refusal, missing, teamsLeft, buyback, vote } = situation
  if (refusal?.code === 'entry_unpaid') return 'payment'
  if (refusal === undefined && missing.count > 0 && teamsLeft !== 'none') return teamsLeft === undefined ? 'pick' : 'free_team'
  if (buyback !== null) return 'buyback'
  return vote !== null && vote.choice === null ? 'vote' : null
}
