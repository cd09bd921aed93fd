import { gameOfTeam, hasKickedOff, type Kickoff, type Matchup, obstacleTo, type Time } from './game-life.ts'
import type { Obstacle } from './obstacles.ts'
import { TEAMS } from './teams.ts'

type Teams = { has(team: string): boolean }

interface Choice<T extends Time> {
  readonly games: readonly (Matchup & Kickoff<T>)[]
  readonly weekNumber: number
  readonly ineligible: readonly string[]
  /** The teams that the entry has used as often as it can, and those of its other picks of the week. */
  readonly used: Teams
  readonly teamLock: 'week' | 'kickoff'
  /** Site time. */
  readonly now: T
}

/** What of a week's games may cease to speak against a team, because they are not all known. */
const MAY_END: readonly (Obstacle | undefined)[] = [undefined, 'opponent_unknown', 'game_unread', 'slate_without_games']

/**
 * Whether an entry has a team left for a week that is open: one that it can still use, that is eligible, and whose game has not locked it. A
 * team counts whose game may still become known.
 */
export function hasTeamLeft<T extends Time>({ games, weekNumber, ineligible, used, teamLock, now }: Choice<T>): boolean {
  return TEAMS.some(({ abbr }) => {
    if (used.has(abbr) || ineligible.includes(abbr)) return false
    const game = gameOfTeam(games, abbr)
    if (teamLock === 'kickoff' && game !== undefined && hasKickedOff(game, now)) return false
    return MAY_END.includes(obstacleTo(games, abbr, weekNumber)?.code)
  })
}

/** That an entry has no team left for a week. `planned`: it has one once it clears a pick of a later week. */
export type NoTeamLeft = 'planned' | 'none'

/**
 * Returns what keeps an entry from having a team for a week, as its owner knows; undefined while it has one. A pick of another open week can be
 * cleared, so its team is not used up.
 * @param used the teams of its other weeks that it has used as often as it can
 * @param usedUp those of locked weeks
 * @param held the teams of its picks of the week
 */
export function noTeamLeft<T extends Time>(
  choice: Omit<Choice<T>, 'used'>,
  used: Teams,
  usedUp: Teams,
  held: readonly string[],
): NoTeamLeft | undefined {
  const hasLeft = (gone: Teams): boolean =>
    hasTeamLeft({ ...choice, used: { has: (team) => gone.has(team) || held.includes(team) } })
  if (hasLeft(used)) return undefined
  return hasLeft(usedUp) ? 'planned' : 'none'
}
