import { formatMoney } from '../values/amount.ts'
import { LAST_WEEK } from '../values/calendar.ts'
import { cents, count, group, needsCurrency, optional, type PoolRule, times, week } from './rule.ts'

/** When an entry that is out may buy back in (docs/rules.md §14.3). */
export interface BuybackRule {
  /** The last week whose losses can be bought back. */
  readonly untilWeek: number
  /** How often an entry can buy back in a season. */
  readonly maxPerEntry: number
  readonly feeCents: number
}

const FIRST: BuybackRule = { untilWeek: 4, maxPerEntry: 1, feeCents: 0 }

/** Null: an entry that is out stays out. */
export const buyback: PoolRule<BuybackRule | null> = {
  kind: optional(
    group<BuybackRule>({
      untilWeek: { label: 'Until week', kind: week('Last week of buybacks') },
      maxPerEntry: { label: 'Times', kind: count('Buybacks per entry', 1, LAST_WEEK) },
      feeCents: { label: 'Buyback fee', kind: cents('Buyback fee') },
    }),
    FIRST,
  ),
  default: null,
  group: 'picks',
  about: 'when an entry that is out may buy back in (§14.3)',
  inPresets: true,
  control: {
    label: 'Buying back in',
    options: () => ({ no: 'Not possible', yes: 'Possible, when an admin confirms' }),
    inSetup: true,
  },
  conflicts: (rule, all) => needsCurrency('A buyback fee', rule?.feeCents ?? 0, all),
  sentence: (rule, { currency }) =>
    rule === null
      ? null
      : `An entry that falls in week ${rule.untilWeek} or earlier can buy back in${price(rule, currency)} before the next lock, ${times(rule.maxPerEntry)} a season at most. Its used teams stay used.`,
  meaning: (rule, { currency, wipeOut }) =>
    rule === null
      ? wipeOut === 'share'
        ? 'An entry that is out stays out.'
        : 'An entry that is out cannot buy back in.'
      : `An entry that falls in week ${rule.untilWeek} or earlier can come back${price(rule, currency)}, ${times(rule.maxPerEntry)} a season, once an admin confirms. Its used teams stay used.`,
}

const price = ({ feeCents }: BuybackRule, currency: string | null): string =>
  feeCents === 0 ? '' : ` for ${formatMoney(feeCents, currency)}`
