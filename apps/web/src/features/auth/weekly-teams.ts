import type { RulesInfo } from '@outlast/contract/live'
import { comparedWithRule } from '@outlast/domain/rules'

/** How many teams a member picks a week, and from when on it is more: `['one team', ' (2 from week 13 on)']`, `['2 teams', '']`. */
export function weeklyTeams(rule: RulesInfo['picks_per_week'] | undefined): readonly [teams: string, later: string] {
  if (rule === null || rule === undefined) return ['one team', '']
  return comparedWithRule(1, rule.from_week) !== 'before'
    ? [`${rule.picks} teams`, '']
    : ['one team', ` (${rule.picks} from week ${rule.from_week} on)`]
}
