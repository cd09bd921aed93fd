import type { RulesInfo } from '@outlast/contract/live'
import { noTeamLeft, type TeamUses } from '@outlast/domain/rules'
import { usedTeams } from '@outlast/views'
import { choiceIn } from '../../../pool/pick-rules.ts'
import type { BoardEntry, BoardGame, BoardPick, BoardWeek } from './board.ts'

interface Known {
  readonly week: Pick<BoardWeek, 'week_number' | 'ineligible_teams'> | null
  /** The games of the week; null until they are known. */
  readonly games: readonly BoardGame[] | null
  readonly rules: Pick<RulesInfo, 'team_lock'> | null
  /** Site time in milliseconds. */
  readonly now: number
}

/** The teams of an entry's other weeks that it has used as often as it can, with the week's number. */
export interface UsedTeams {
  readonly all: ReadonlyMap<string, number>
  /** Those of locked weeks. */
  readonly up: ReadonlyMap<string, number>
}

/** @param weeks the weeks of the pool */
export function usedTeamsIn(
  week: Parameters<typeof usedTeams>[1],
  picks: Parameters<typeof usedTeams>[0],
  weeks: readonly { readonly id: number; readonly is_locked: boolean }[],
  uses: TeamUses,
): UsedTeams {
  const inLocked = picks.filter(({ week_id }) => weeks.some(({ id, is_locked }) => id === week_id && is_locked))
  return { all: usedTeams(picks, week, uses), up: usedTeams(inLocked, week, uses) }
}

/** Returns the teams that an entry has used, and whether it lacks one for a week, as far as that is known. */
export function teamsLeftFor(
  { week, games, rules, now }: Known,
  used: UsedTeams,
  held: readonly BoardPick[],
): Pick<BoardEntry, 'used' | 'teamsLeft'> {
  if (week === null || games === null || rules === null) return { used: used.all }
  const teams = held.map(({ team }) => team)
  return { used: used.all, teamsLeft: noTeamLeft(choiceIn(week, games, rules, now), used.all, used.up, teams) }
}
