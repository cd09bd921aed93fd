import { weekLabel } from '@outlast/domain'
import { type AuditLines, line } from './audit-line.ts'
import { AUTO_PICK_REASONS } from './audit-words.ts'
import { capitalize } from '../words.ts'

const noData = () => ({})

interface PickedData {
  readonly team_abbr: string
  readonly commitment: string
  readonly nonce: string
  readonly by_hand?: true
}

interface ClearedData {
  readonly used_in_week?: number | null
  readonly game_moved?: true
  readonly no_game?: 'at_lock' | 'after_lock'
  readonly has_begun?: true
}

/** How the audit trail shows what happens to picks and rankings. */
export const PICK_LINES = {
  PickSubmitted: line(
    ({ team, commitment, nonce }, { isByHand }): PickedData => ({
      team_abbr: team,
      commitment,
      nonce,
      ...(isByHand && { by_hand: true }),
    }),
    ({ team_abbr, by_hand }, { actor, entry, week }) =>
      `${actor} picked ${team_abbr} for ${entry} in ${week}${by_hand === true ? ', by hand' : ''}`,
  ),
  PickOverridden: line(
    ({ team, commitment, nonce, source, hasBegun = false }) => ({
      team_abbr: team,
      commitment,
      nonce,
      source,
      ...(hasBegun && { has_begun: true as const }),
    }),
    ({ team_abbr, source, has_begun }, { actor, entry, week }) =>
      source === 'randomized'
        ? `${actor} gave ${entry} a random pick in ${week}: ${team_abbr}`
        : `${actor} set the pick of ${entry} in ${week} to ${team_abbr}${has_begun === true ? ', whose game had begun' : ''}`,
  ),
  BegunGamePicked: line(
    noData,
    (_, { actor, week }) =>
      `${actor} set a pick in ${week} to a team whose game had begun; the lock shows whose, which team, and the reason`,
  ),
  OverrideRefused: line(
    noData,
    (_, { actor, entry, week }) =>
      `${actor} tried to set the pick of ${entry} in ${week} to a team of another pick that is still hidden, and was refused`,
  ),
  PicksRandomized: line(
    ({ overwrite, created, updated, skipped, hasBegun = false }) => ({
      overwrite,
      created,
      updated,
      skipped,
      ...(hasBegun && { has_begun: true as const }),
    }),
    ({ created, updated, skipped, has_begun }, { actor, week }) =>
      `${actor} randomized the picks of ${week}${has_begun === true ? ', some of whose games had begun' : ''}: ${created} created, ${updated} replaced, ${skipped} skipped`,
  ),
  PickCleared: line(
    ({ usedIn, weekId, noGame, hasBegun = false }, { weekNumber }): ClearedData => {
      if (noGame === true) return { no_game: usedIn === undefined ? 'after_lock' : 'at_lock' }
      if (usedIn === undefined) return { ...(hasBegun && { has_begun: true }) }
      return usedIn === weekId ? { game_moved: true } : { used_in_week: weekNumber(usedIn) }
    },
    ({ used_in_week, game_moved, no_game, has_begun }, { actor, entry, week }) => {
      if (no_game === 'at_lock') return `The pick of ${entry} in ${week} did not stand, because its team had no game in it`
      if (no_game === 'after_lock') return `The pick of ${entry} in ${week} counts as missed, because its team has no game in it`
      if (game_moved === true) {
        return `The pick of ${entry} in ${week} did not stand, because the game of its team had moved to another week`
      }
      return used_in_week === undefined
        ? `${actor} cleared the pick of ${entry} in ${week}${has_begun === true ? ', whose game had begun' : ''}`
        : `The pick of ${entry} in ${week} did not stand, because its team had been used in ${used_in_week === null ? 'a week that is gone' : `week ${weekLabel(used_in_week)}`}`
    },
  ),
  PickRestored: line(
    noData,
    (_, { entry, week }) => `The pick of ${entry} in ${week} counts again, because its team has a game in it after all`,
  ),
  PickAssigned: line(
    ({ team, commitment, nonce, rule }) => ({ team_abbr: team, commitment, nonce, rule }),
    ({ team_abbr, rule }, { entry, week }) =>
      `${capitalize(entry)} got an automatic pick in ${week}: ${team_abbr}, ${AUTO_PICK_REASONS[rule]}`,
  ),
  AssignedPickWithdrawn: line(noData, (_, { entry, week }) => `The automatic pick of ${entry} in ${week} was withdrawn`),
  // A ranking stays secret after the lock, because it says what the member will do next.
  RankingSet: line(noData, (_, { actor, entry }) => `${actor} changed the ranking of ${entry}`),
} satisfies Partial<AuditLines>
