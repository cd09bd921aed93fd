import { formatMoney } from '../values/amount.ts'
import { optional, type PoolRule, whole } from './rule.ts'
import type { PoolRules } from './values.ts'

const hasIncome = (rules: PoolRules): boolean => (rules.entryFeeCents ?? 0) > 0 || hasBuybacks(rules)

const hasBuybacks = ({ buyback }: PoolRules): boolean => (buyback?.feeCents ?? 0) > 0

/** Names what the club takes its share of: everything that entries owe. */
const income = (rules: PoolRules): string => (hasBuybacks(rules) ? 'fees and buybacks' : 'fees')

/** What the club keeps of fees and buybacks (docs/rules.md §14.6). */
export const clubSharePercent: PoolRule<number | null> = {
  kind: optional(whole('Club share', 0, 100)),
  default: null,
  group: 'money',
  about: 'what the club keeps of the fees and buybacks (§14.6)',
  inPresets: false,
  control: { label: 'Percent that the club keeps' },
  sentence: (share, all) =>
    share === null || share === 0 || !hasIncome(all) ? null : `The club keeps ${share} percent of the ${income(all)}.`,
  meaning: (share, all) => {
    const { entryFeeCents, currency } = all
    if (share === null || share === 0) return `All ${income(all)} go into the pot.`
    const fee = entryFeeCents ?? 0
    const ofFee = fee === 0 ? '' : `, ${formatMoney(Math.round((fee * share) / 100), currency)} of each fee`
    return `The club keeps ${share} percent${hasBuybacks(all) ? ` of ${income(all)}` : ''}${ofFee}.`
  },
}
