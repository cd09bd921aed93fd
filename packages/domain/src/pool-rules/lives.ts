import { lossOrTie } from '../values/score-meaning.ts'
import { type PoolRule, whole } from './rule.ts'

/** The number of losses that put an entry out (docs/rules.md §14.1). */
export const lives: PoolRule<number> = {
  kind: whole('Lives', 1, 3),
  default: 1,
  group: 'picks',
  about: 'the number of losses that put an entry out (§14.1)',
  inPresets: true,
  decidesStandings: true,
  control: { label: 'Lives', options: () => ({ 1: '1', 2: '2', 3: '3' }), inSetup: true },
  sentence: (number) => (number === 1 ? null : `An entry has ${number} lives, and loses at most one a week.`),
  meaning: (number, rules) =>
    number === 1
      ? `The first ${lossOrTie(rules.countsAs)} puts an entry out.`
      : `An entry is out with ${rules.objective === 'lose' ? 'the' : 'its'} ${number === 2 ? 'second' : 'third'} ${lossOrTie(rules.countsAs)}, and loses one life a week at most.`,
}
