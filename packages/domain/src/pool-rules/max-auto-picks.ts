import { count, type PoolRule, says } from './rule.ts'

const EVERY_WEEK = 18

/** The most automatic picks that an entry gets in a season (docs/rules.md §14.2). The sentence of a missed pick names it. */
export const maxAutoPicks: PoolRule<number> = {
  kind: count('Max automatic picks', 0, EVERY_WEEK),
  default: 3,
  group: 'picks',
  about: 'the most automatic picks that an entry gets in a season (§14.2)',
  inPresets: true,
  control: { label: 'Automatic picks per season', shownIf: ({ missedPick }) => missedPick === 'auto' },
  sentence: () => null,
  meaning: (max, { missedPick, picksPerWeek }) => {
    if (missedPick !== 'auto') return NO_AUTO_PICKS
    return says(
      { autoPicks: max },
      max >= EVERY_WEEK && picksPerWeek === null
        ? 'An entry can play the whole season without ever picking.'
        : `An entry that never picks gets ${max} automatic ${max === 1 ? 'pick' : 'picks'}, and then misses weeks.`,
    )
  },
}

/** The meaning of rules about automatic picks in a pool without them. */
export const NO_AUTO_PICKS = says({ autoPicks: 0 }, 'There are no automatic picks.')
