import { ONE_PICK_A_WEEK } from './picks-per-week.ts'
import { choice, type PoolRule } from './rule.ts'

/** Whether an entry can pick both teams of a game in a week with several picks (docs/rules.md §19). */
export const opponents: PoolRule<'refused' | 'allowed'> = {
  kind: choice('refused', 'allowed'),
  default: 'refused',
  group: 'picks',
  about: 'whether an entry can pick both teams of a game in a week with several picks (§19)',
  inPresets: false,
  control: {
    label: 'Both teams of one game',
    options: () => ({ refused: 'Cannot be picked together', allowed: 'Can be picked together' }),
    shownIf: ({ picksPerWeek }) => picksPerWeek !== null,
  },
  sentence: (opponents, { picksPerWeek }) => {
    if (picksPerWeek === null) return null
    return opponents === 'refused' ? 'The teams of an entry cannot play each other.' : null
  },
  meaning: (opponents, { picksPerWeek }) => {
    if (picksPerWeek === null) return ONE_PICK_A_WEEK
    return opponents === 'refused'
      ? 'Two picks of an entry are in two games.'
      : 'An entry can pick both teams of a game: one of them wins.'
  },
}
