import { type Tiebreak, TIEBREAKS, tiebreaksBeforeShare } from '../values/tiebreaks.ts'
import { capitalize, order, type PoolRule, type RulesInWords, type Said, says } from './rule.ts'

const NAMES: { readonly [T in Tiebreak]: string } = {
  margin: 'the greatest sum of winning margins',
  fewest_auto: 'the fewest automatic picks',
  share: 'they share the title',
}

/** The tiebreaks in their order. Entries that are equal in all of them share the title. */
export const tiebreak: PoolRule<readonly Tiebreak[]> = {
  kind: order('Tiebreaks', TIEBREAKS),
  default: ['share'],
  group: 'picks',
  about: 'what tells entries apart that fell last and together (§6.2)',
  inPresets: false,
  control: { label: 'Among the last entries that fall together', options: () => NAMES },
  sentence: inWords,
  meaning: (steps, all) => (steps.length === 0 ? 'Choose at least one step.' : inWords(steps, all)),
}

/** Says which of the last entries to fall are champions. */
function inWords(steps: readonly Tiebreak[], all: RulesInWords): Said {
  const last = `the last entries that fall in the same week${all.wipeOut === 'share' ? '' : ' and do not come back'}`
  const names = decidingSteps(steps, all).map((step) => NAMES[step])
  return names.length === 0
    ? says({ together: 'share' }, `${capitalize(last)} share the title.`)
    : says(
        { together: 'tiebreak' },
        `Of ${last}, the champion is the one with ${names.join(', then with ')}. Those that are equal in that share the title.`,
      )
}

/** Without automatic picks, their number separates nobody. */
const decidingSteps = (steps: readonly Tiebreak[], { missedPick }: Pick<RulesInWords, 'missedPick'>) =>
  tiebreaksBeforeShare(steps).filter((step) => step !== 'fewest_auto' || missedPick === 'auto')

/** Whether a tiebreak decides between entries that fall together. */
export const areToldApart = (rules: Pick<RulesInWords, 'missedPick' | 'tiebreak'>): boolean =>
  decidingSteps(rules.tiebreak, rules).length > 0
