import type { GameInfo, RulesInfo, WeekInfo } from '@outlast/contract/live'
import * as rules from '@outlast/domain/rules'

// Applies the domain's rules to rows of the API. Times are milliseconds of site time.

type MatchupRow = Pick<GameInfo, 'home_team_abbr' | 'away_team_abbr' | 'status'> & Partial<Pick<GameInfo, 'phase' | 'unread'>>
type KickoffRow = Pick<GameInfo, 'status' | 'phase' | 'start_time' | 'kickoff_known'>
type LockRow = Pick<WeekInfo, 'lock_time' | 'is_locked'>

/** Returns the game that a team plays in a week. */
export function gameOfTeam<G extends MatchupRow>(games: readonly G[], team: string): G | undefined {
  return rules.gameOfTeam(games.map(toMatchup), team)?.row
}

/** Returns what about the week's games speaks against a team. */
export function obstacleTo(
  games: readonly MatchupRow[],
  team: string,
  weekNumber: number,
): rules.GameObstacle<unknown> | undefined {
  return rules.obstacleTo(games.map(toMatchup), team, weekNumber)
}

/** Returns what decides which teams are left for a week at `now`, besides the entry's own picks. */
export function choiceIn(
  { week_number: weekNumber, ineligible_teams: ineligible }: Pick<WeekInfo, 'week_number' | 'ineligible_teams'>,
  games: readonly (MatchupRow & KickoffRow)[],
  { team_lock: teamLock }: Pick<RulesInfo, 'team_lock'>,
  now: number,
) {
  return { weekNumber, ineligible, games: games.map((game) => ({ ...toMatchup(game), ...toKickoff(game) })), teamLock, now }
}

function toMatchup<G extends MatchupRow>(row: G) {
  return { home: row.home_team_abbr, away: row.away_team_abbr, status: row.status, phase: row.phase, unread: row.unread, row }
}

/** Returns whether a game has kicked off at `now`. */
export function hasKickedOff(game: KickoffRow | undefined, now: number): boolean {
  return game !== undefined && rules.hasKickedOff(toKickoff(game), now)
}

function toKickoff({ status, phase, start_time: startTime, kickoff_known: kickoffKnown }: KickoffRow) {
  return { status, phase, kickoff: Date.parse(startTime), kickoffKnown }
}

/** Returns whether the picks of a week are closed at `now`. */
export function isWeekClosed(week: LockRow | null, now: number): boolean {
  return week !== null && rules.isWeekClosed({ locked: week.is_locked, lockTime: Date.parse(week.lock_time) }, now)
}
