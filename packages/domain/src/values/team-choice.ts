import { isListed, obstacleTo } from './game-life.ts'
import { TEAMS } from './teams.ts'

interface Choice {
  readonly games: Parameters<typeof obstacleTo>[0]
  readonly weekNumber: number
  readonly ineligible: readonly string[]
  /** The teams that the entry has used as often as it can, and those of its other picks of the week. */
  readonly used: { has(team: string): boolean }
}

/**
 * Whether an entry has a team left for a week: one that it can still use, that is eligible, and that has a game. A team counts whose game
 * may still become known. What time and lock refuse is not looked at, because then nobody can pick any more.
 */
export function hasTeamLeft({ games, weekNumber, ineligible, used }: Choice): boolean {
  const isOpen = !games.some(isListed)
  const mayPlay = (team: string): boolean => {
    const code = isOpen ? undefined : obstacleTo(games, team, weekNumber)?.code
    return code === undefined || code === 'opponent_unknown' || code === 'game_unread'
  }
  return TEAMS.some(({ abbr }) => !used.has(abbr) && !ineligible.includes(abbr) && mayPlay(abbr))
}
