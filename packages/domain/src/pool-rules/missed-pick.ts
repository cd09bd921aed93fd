import { choice, type Claims, type PoolRule, type RulesInWords, says, times } from './rule.ts'

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
  sentence: (missed, all) => {
    const { maxAutoPicks, lives, picksPerWeek } = all
    const isOne = picksPerWeek === null
    const missing = isOne ? 'An entry without a pick' : 'A missing pick'
    const loses = lives === 1 ? 'is out' : 'loses a life'
    const costs = lives === 1 ? 'puts its entry out, even if its other picks win,' : 'costs its entry a life'
    const loss = `${isOne ? loses : costs} once every game of the week is final`
    const claims = claimsOf(missed, all)
    if (missed === 'survives') return says(claims, isOne ? `${missing} survives the week.` : `${missing} costs nothing.`)
    if (missed === 'eliminated') return says(claims, `${missing} ${loss}.`)
    const becomes = isOne ? 'gets an automatic pick' : 'becomes an automatic one'
    return says(claims, `${missing} ${becomes} at the lock, ${times(maxAutoPicks)} a season at most. After that, it ${loss}.`)
  },
  meaning: (missed, all) => {
    const claims = claimsOf(missed, all)
    if (missed === 'survives') return says(claims, 'An entry that never picks can never be eliminated.')
    const loss = all.lives === 1 ? 'puts the entry out, like a loss' : 'costs a life, like a loss'
    if (missed === 'eliminated') return says(claims, `A forgotten pick ${loss}.`)
    return says(
      claims,
      `A forgotten pick becomes an automatic one, ${times(all.maxAutoPicks)} a season at most; after that it ${loss}.`,
    )
  },
  loophole: (missed) => (missed === 'survives' ? 'Entries that never pick cannot be eliminated' : null),
}

const claimsOf = (missed: 'survives' | 'eliminated' | 'auto', { maxAutoPicks }: RulesInWords): Claims => ({
  missing: missed === 'survives' ? 'nothing' : 'a life',
  autoPicks: missed === 'auto' ? maxAutoPicks : 0,
})
