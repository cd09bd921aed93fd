import type { PoolView, UserEntry, UserPick, WeekInfo, WeekView } from '@outlast/contract/live'
import { teamUsesOf, usedTeams } from '@outlast/views'
import type { BoardEntry, BoardPick } from './board.ts'
import { hasTeamLeft } from '../../../pool/pick-rules.ts'

/** Returns what is left for an entry in a week. A pick of another open week can be cleared, so its team is not used up. */
export function teamsLeftFor(
  { picks }: UserEntry,
  week: WeekInfo | null,
  pool: PoolView,
  view: WeekView | undefined,
  held: readonly BoardPick[],
): Pick<BoardEntry, 'teamsLeft'> {
  if (week === null || view?.week.id !== week.id) return {}
  const isLocked = ({ week_id }: UserPick): boolean => pool.weeks.some(({ id, is_locked }) => id === week_id && is_locked)
  const hasLeft = (counted: readonly UserPick[]): boolean => {
    const used = usedTeams(counted, week, teamUsesOf(pool.rules))
    return hasTeamLeft(view.games, week, new Set([...used.keys(), ...held.map(({ team }) => team)]))
  }
  if (hasLeft(picks)) return {}
  return { teamsLeft: hasLeft(picks.filter(isLocked)) ? 'planned' : 'none' }
}
