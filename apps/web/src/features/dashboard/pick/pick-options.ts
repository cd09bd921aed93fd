import { TEAMS } from '@outlast/contract/teams'
import { easternDay } from '../../../clock/format.ts'
import type { BoardGame } from '../board/board.ts'
import { gameOfTeam, hasKickedOff, isOnBye } from '../board/pick-rules.ts'

/** A team to choose, or why it cannot be chosen. */
export interface TeamOption {
  readonly abbr: string
  readonly city: string
  readonly name: string
  /** Why not, in words; null when it can be chosen. */
  readonly reason: string | null
}

export interface GameOptions {
  readonly game: BoardGame
  readonly away: TeamOption
  readonly home: TeamOption
}

/** What there is to choose from in a week. */
export interface PickOptions {
  readonly days: readonly { readonly day: string; readonly games: readonly GameOptions[] }[]
  /** Teams without a game in the list: on a bye; all 32 while no games are known. */
  readonly others: readonly TeamOption[]
  readonly hasGames: boolean
}

/** What decides who can be chosen. */
export interface PickFacts {
  readonly games: readonly BoardGame[]
  readonly ineligible: readonly string[]
  readonly used: ReadonlyMap<string, number>
  readonly teamLock: 'week' | 'kickoff'
  /** Site time in milliseconds. */
  readonly now: number
}

/** The teams of a week by day and game, each with the reason why an entry cannot pick it (decisions.md §Rules 9, 10). */
export function pickOptions(facts: PickFacts): PickOptions {
  const hasGames = facts.games.length > 0
  const option = (abbr: string): TeamOption => {
    const team = TEAMS.find((one) => one.abbr === abbr)
    return { abbr, city: team?.city ?? abbr, name: team?.name ?? '', reason: reasonOf(abbr, facts) }
  }
  const days = new Map<string, GameOptions[]>()
  for (const game of facts.games) {
    const day = easternDay(game.start_time)
    const list = days.get(day) ?? []
    list.push({ game, away: option(game.away_team_abbr), home: option(game.home_team_abbr) })
    days.set(day, list)
  }
  const others = TEAMS.filter(({ abbr }) => !hasGames || gameOfTeam(facts.games, abbr) === undefined)
  return { days: [...days].map(([day, games]) => ({ day, games })), others: others.map(({ abbr }) => option(abbr)), hasGames }
}

function reasonOf(abbr: string, { games, ineligible, used, teamLock, now }: PickFacts): string | null {
  const week = used.get(abbr)
  if (week !== undefined) return `Used in week ${week}`
  if (isOnBye(games, abbr)) return 'On bye'
  if (ineligible.includes(abbr)) return 'Ineligible this week'
  return teamLock === 'kickoff' && hasKickedOff(gameOfTeam(games, abbr), now) ? 'Already kicked off' : null
}
