import { type NoTeamLeft, weekLabel } from '@outlast/domain/rules'
import type { RulesInfo } from './live/wire.ts'

type Rules = Pick<RulesInfo, 'missed_pick' | 'lives'>

/** Says in one line that no team is left for a week, and what follows by the rules. */
export function noTeamLine(left: NoTeamLeft, weekNumber: number, rules: Rules): string {
  const week = weekLabel(weekNumber)
  if (left === 'planned') return `No unplanned team is left for week ${week}.`
  return `No team is left for week ${week}: ${missedText(rules)}.`
}

/** Says what a missed pick costs. */
export function missedText({ missed_pick, lives }: Rules): string {
  if (missed_pick === 'survives') return 'a missed pick survives'
  return lives === 1 ? 'a missed pick is a loss' : 'a missed pick costs a life'
}
