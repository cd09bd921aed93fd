import { choice, type PoolRule } from './rule.ts'

/** What it costs when several picks of an entry lose in the same week (docs/rules.md §19). */
export const slotLoss: PoolRule<'one' | 'each'> = {
  kind: choice('one', 'each'),
  default: 'one',
  group: 'picks',
  about: 'what it costs when several picks of a week lose (§19)',
  inPresets: false,
  decidesStandings: true,
  control: {
    label: 'When several picks of a week lose',
    options: () => ({ one: 'One life for the week', each: 'One life for each' }),
    shownIf: ({ picksPerWeek }) => picksPerWeek !== null,
  },
  sentence: (loss, { picksPerWeek, lives }) => {
    if (picksPerWeek === null || lives === 1) return null
    return loss === 'one'
      ? 'However many picks of a week lose, the week costs one life.'
      : 'Each pick that loses costs a life, also within one week.'
  },
  meaning: (loss) =>
    loss === 'one' ? 'A week costs an entry one life at most.' : 'An entry can lose several lives in one week.',
}
