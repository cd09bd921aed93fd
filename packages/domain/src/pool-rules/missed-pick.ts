import { choice, type PoolRule, times } from './rule.ts'

/**
 * What happens to an entry without a pick: nothing, a loss once every game of the week is final, or an automatic pick at the lock, and a
 * loss only when there is none (docs/rules.md §5.2, §14.2).
 */
export const missedPick: PoolRule<'survives' | 'eliminated' | 'auto'> = {
  kind: choice('survives', 'eliminated', 'auto'),
  default: 'survives',
  group: 'picks',
  about: 'what happens to an entry without a pick (§5.2, §14.2)',
  inPresets: true,
  decidesStandings: true,
  control: {
    label: 'An entry without a pick',
    options: ({ lives }) => ({
      survives: 'Survives the week',
      eliminated: lives === 1 ? 'Is out once every game is final' : 'Loses a life once every game is final',
      auto: 'Gets an automatic pick at the lock',
    }),
    inSetup: true,
  },
  conflicts: (missed, { maxAutoPicks }) =>
    missed === 'auto' && maxAutoPicks === 0
      ? {
          with: 'maxAutoPicks',
          because:
            'An entry without a pick cannot get an automatic pick while it gets 0 automatic picks per season: allow at least 1',
        }
      : null,
  sentence: (missed, { maxAutoPicks, lives }) => {
    const loss = lives === 1 ? 'is out' : 'loses a life'
    if (missed === 'survives') return 'An entry without a pick survives the week.'
    if (missed === 'eliminated') return `An entry without a pick ${loss} once every game of the week is final.`
    return `An entry without a pick gets an automatic pick at the lock, ${times(maxAutoPicks)} a season at most. After that, it ${loss} once every game of the week is final.`
  },
  meaning: (missed, { maxAutoPicks, lives }) => {
    if (missed === 'survives') return 'An entry that never picks can never be eliminated.'
    const loss = lives === 1 ? 'puts the entry out, like a loss' : 'costs a life, like a loss'
    if (missed === 'eliminated') return `A forgotten pick ${loss}.`
    return `A forgotten pick becomes an automatic one, ${times(maxAutoPicks)} a season at most; after that it ${loss}.`
  },
  loophole: (missed) => (missed === 'survives' ? 'Entries that never pick cannot be eliminated' : null),
}
