import { LAST_REGULAR_WEEK } from '../values/calendar.ts'
import { shortageText } from './team-shortage.ts'
import { count, type PoolRule, times, says } from './rule.ts'

/** How often an entry can use the same team in a season (docs/rules.md §1.2). */
export const teamUses: PoolRule<number> = {
  kind: count('Uses of a team', 1, LAST_REGULAR_WEEK),
  default: 1,
  group: 'picks',
  about: 'how often an entry can use a team in a season (§1.2)',
  inPresets: false,
  control: { label: 'Uses of a team per entry' },
  // The first sentence of the rules says it.
  sentence: () => null,
  meaning: (uses) => says({ uses }, `An entry can use each team ${times(uses)} a season.`),
  loophole: (_, { weeks }, all) => shortageText(all, weeks),
}
