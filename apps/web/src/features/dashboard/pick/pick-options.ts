import { TEAMS } from '@outlast/domain/rules'
import { easternDay } from '../../../clock/format.ts'
import { findTeam } from '../../../components/pool/teams.ts'
import type { BoardGame } from '../board/board.ts'
import { gameOfTeam, hasKickedOff, isOnBye } from '../board/pick-rules.ts'

/** A team in the picker. */
export interface TeamOption {
  readonly abbr: string
  readonly city: string
  readonly name: string
  /** Why the team cannot be picked; null if it can. */
  readonly reason: string | null
}

/** A game in the picker with its two teams. */
export interface GameOption {
  readonly game: BoardGame
  readonly away: TeamOption
  readonly home: TeamOption
}

/** The content of the picker. */
export interface PickOptions {
  readonly days: readonly { readonly day: string; readonly games: readonly GameOption[] }[]
  /** Teams on a bye, or all 32 teams while no games are known. */
  readonly others: readonly TeamOption[]
  readonly hasGames: boolean
}

/** What decides which teams an entry can pick. */
export interface PickContext {
  readonly games: readonly BoardGame[]
  readonly ineligible: readonly string[]
  readonly used: ReadonlyMap<string, number>
  readonly teamLock: 'week' | 'kickoff'
  /** Site time in milliseconds. */
  readonly now: number
}

/**
 * Lists the teams of a week by day and game, each with the reason why an entry cannot pick it (docs/rules.md §3.2). Games that
 * are over come last: their teams may still be picked, but few members want one that has won or lost.
 */
export function pickOptions(context: PickContext): PickOptions {
  const { games } = context
  const byState = games.toSorted((a, b) => Number(a.status === 'final') - Number(b.status === 'final'))
  const optionOf = (abbr: string): TeamOption => {
    const team = findTeam(abbr)
    return { abbr, city: team?.city ?? abbr, name: team?.name ?? '', reason: reasonOf(abbr, context) }
  }
  const days = new Map<string, GameOption[]>()
  for (const game of byState) {
    const day = easternDay(game.start_time)
    const dayGames = days.get(day) ?? []
    dayGames.push({ game, away: optionOf(game.away_team_abbr), home: optionOf(game.home_team_abbr) })
    days.set(day, dayGames)
  }
  const hasGames = games.length > 0
  const others = TEAMS.filter(({ abbr }) => !hasGames || isOnBye(games, abbr))
  return {
    days: [...days].map(([day, dayGames]) => ({ day, games: dayGames })),
    others: others.map(({ abbr }) => optionOf(abbr)),
    hasGames,
  }
}

function reasonOf(abbr: string, { games, ineligible, used, teamLock, now }: PickContext): string | null {
  const week = used.get(abbr)
  if (week !== undefined) return `Used in week ${week}`
  if (isOnBye(games, abbr)) return 'On bye'
  if (ineligible.includes(abbr)) return 'Ineligible this week'
  return teamLock === 'kickoff' && hasKickedOff(gameOfTeam(games, abbr), now) ? 'Already kicked off' : null
}
