import { type Tiebreak, TIEBREAKS, tiebreaksBeforeShare } from '../values/tiebreaks.ts'
import { order, type PoolRule } from './rule.ts'

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
  sentence: (steps) => (tiebreaksBeforeShare(steps).length === 0 ? null : inWords(steps)),
  meaning: (steps) => (steps.length === 0 ? 'Choose at least one step.' : inWords(steps)),
}

function inWords(steps: readonly Tiebreak[]): string {
  const deciding = tiebreaksBeforeShare(steps)
  if (deciding.length === 0) return 'The last entries that fall in the same week share the title.'
  const names = deciding.map((step) => NAMES[step]).join(', then with ')
  return `Of the last entries that fall in the same week, the champion is the one with ${names}. Those that are equal in that share the title.`
}
