import { lossOrTie } from '../values/score-meaning.ts'
import { type PoolRule, says, whole } from './rule.ts'

/** The number of losses that put an entry out (docs/rules.md §14.1). */
export const lives: PoolRule<number> = {
  kind: whole('Lives', 1, 3),
  default: 1,
  group: 'picks',
  about: 'the number of losses that put an entry out (§14.1)',
  inPresets: true,
  decidesStandings: true,
  control: { label: 'Lives', options: () => ({ 1: '1', 2: '2', 3: '3' }), inSetup: true },
  // What a week with several picks costs is said by the rule about that.
  sentence: (lives, { picksPerWeek }) => {
    if (lives === 1) return null
    return picksPerWeek === null
      ? says({ lives, severalLosses: 'one life' }, `An entry has ${lives} lives, and loses at most one a week.`)
      : says({ lives }, `An entry has ${lives} lives.`)
  },
  meaning: (lives, { countsAs, objective, picksPerWeek }) => {
    const loss = lossOrTie(countsAs)
    if (lives === 1) return says({ lives }, `The first ${loss} puts an entry out.`)
    const out = `An entry is out with ${objective === 'lose' ? 'the' : 'its'} ${lives === 2 ? 'second' : 'third'} ${loss}`
    return picksPerWeek === null
      ? says({ lives, severalLosses: 'one life' }, `${out}, and loses one life a week at most.`)
      : says({ lives }, `${out}.`)
  },
}
