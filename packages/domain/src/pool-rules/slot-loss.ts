import { ONE_PICK_A_WEEK } from './picks-per-week.ts'
import { choice, type PoolRule, says } from './rule.ts'

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
  sentence: (loss, { picksPerWeek, lives, missedPick }) => {
    if (picksPerWeek === null) return null
    if (lives === 1) return 'One losing pick puts the entry out, even if its other picks of the week win.'
    const costsMissing = missedPick !== 'survives'
    return loss === 'one'
      ? says(
          { severalLosses: 'one life', ...(costsMissing && { severalMissing: 'one life' }) },
          `However many picks of a week lose${costsMissing ? ' or are missing' : ''}, the week costs one life.`,
        )
      : says(
          { severalLosses: 'one life each', ...(costsMissing && { severalMissing: 'one life each' }) },
          `Each pick that loses${costsMissing ? ' or is missing' : ''} costs a life, also within one week.`,
        )
  },
  meaning: (loss, { picksPerWeek }) => {
    if (picksPerWeek === null) return ONE_PICK_A_WEEK
    return loss === 'one'
      ? says({ severalLosses: 'one life' }, 'A week costs an entry one life at most.')
      : says({ severalLosses: 'one life each' }, 'An entry can lose several lives in one week.')
  },
}
