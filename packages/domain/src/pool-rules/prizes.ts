import { formatMoney } from '../values/amount.ts'
import {
  capitalize,
  cents,
  type Claims,
  group,
  needsCurrency,
  optional,
  type PoolRule,
  type RulesInWords,
  type Said,
  says,
  shares,
} from './rule.ts'
import { areToldApart } from './tiebreak.ts'

/** What the places and the weeks of a season get of its pot (docs/rules.md §14.7). */
export interface PrizesRule {
  /** What each place gets of the pot, in percent, from the first place on. */
  readonly shares: readonly number[]
  /** What the winners of a week get of the pot; 0 for nothing. */
  readonly weeklyCents: number
}

/** Null: the champions get the pot. */
export const prizes: PoolRule<PrizesRule | null> = {
  kind: optional(
    group<PrizesRule>({
      shares: { label: 'Percent for each place', kind: shares('Prizes') },
      weeklyCents: { label: 'Weekly prize', kind: cents('Weekly prize') },
    }),
    { shares: [60, 30, 10], weeklyCents: 0 },
  ),
  default: null,
  group: 'money',
  about: 'what the places and the weeks of a season get of the pot (§14.7)',
  inPresets: false,
  control: { label: 'Prizes', options: () => ({ no: 'The champions get the pot', yes: 'Several places, or each week' }) },
  conflicts: (rule, all) => needsCurrency('A weekly prize', rule?.weeklyCents ?? 0, all),
  sentence: (rule, all) => (rule === null ? null : inWords(rule, all)),
  meaning: (rule, all) => {
    if (rule === null) return 'The champions get the whole pot.'
    const sum = rule.shares.reduce((total, share) => total + share, 0)
    if (sum !== 100) return `The places get ${sum} percent together. They have to get 100.`
    return inWords(rule, all)
  },
  loophole: (rule) => {
    const at = rule?.shares.findIndex((share, place, all) => share < (all[place + 1] ?? 0)) ?? -1
    return at < 0
      ? null
      : `${capitalize(placeAt(at + 1))} gets more of the pot than ${placeAt(at)}, so that it pays to go out earlier`
  },
}

const PLACES = ['first', 'second', 'third', 'fourth', 'fifth', 'sixth', 'seventh', 'eighth', 'ninth', 'tenth']

const placeAt = (at: number): string => `${PLACES[at] ?? `${at + 1}th`} place`

function inWords({ shares: [first = 0, ...others], weeklyCents }: PrizesRule, all: RulesInWords): Said {
  const rest = others.map((share, at) => `${placeAt(at + 1)} ${share}`)
  const last = rest.pop()
  const isApart = areToldApart(all)
  const places =
    last === undefined
      ? 'First place gets the pot.'
      : `First place gets ${first} percent of the pot, ${rest.map((place) => `${place}, `).join('')}and ${last}. Entries that fall together ${isApart ? 'and are equal in the tiebreak ' : ''}share their places.`
  const claims: Claims = last === undefined ? {} : { together: isApart ? 'tiebreak' : 'share' }
  if (weeklyCents === 0) return says(claims, places)
  return says(
    claims,
    `${places} Before that, each week pays ${formatMoney(weeklyCents, all.currency)} of the pot to the entry whose pick wins by the most points.`,
  )
}
