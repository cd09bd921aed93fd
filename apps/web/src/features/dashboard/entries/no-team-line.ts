import type { RulesInfo } from '@outlast/contract/live'
import { weekLabel } from '@outlast/domain/rules'
import type { BoardEntry, BoardWeek } from '../board/board.ts'

type Rules = Pick<RulesInfo, 'missed_pick' | 'lives'>

/** Says in one line that an entry without a pick has no team left for the week, and what that costs; null if it has one. */
export function noTeamLine(
  { teamsLeft }: Pick<BoardEntry, 'teamsLeft'>,
  { week_number }: Pick<BoardWeek, 'week_number'>,
  rules: Rules,
): string | null {
  if (teamsLeft === undefined) return null
  const week = weekLabel(week_number)
  if (teamsLeft === 'planned') return `No unplanned team is left for week ${week}.`
  return `No team is left for week ${week}: ${missedText(rules)}.`
}

/** Says what a missed pick costs. */
export function missedText({ missed_pick, lives }: Rules): string {
  if (missed_pick === 'survives') return 'a missed pick survives'
  return lives === 1 ? 'a missed pick is a loss' : 'a missed pick costs a life'
}
