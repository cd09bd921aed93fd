import { unpaidIn } from '../values/unpaid.ts'
import { optional, type PoolRule, week } from './rule.ts'

/** After this week, an unpaid entry cannot pick (docs/rules.md §14.5). Null: it always can. */
export const unpaidAfterWeek: PoolRule<number | null> = {
  kind: optional(week('Last week for unpaid entries')),
  default: null,
  group: 'money',
  about: 'after this week, an unpaid entry cannot pick (§14.5)',
  inPresets: false,
  control: { label: 'Last week for unpaid entries', hint: 'Leave empty for no limit', empty: 'no limit' },
  sentence: (last) => (last === null ? null : `An unpaid entry cannot pick after week ${last}.`),
  meaning: (last) =>
    last === null
      ? 'An unpaid entry can play the whole season.'
      : `After week ${last}, an unpaid entry cannot pick until it is paid.`,
  refusesPick: (last, { weekNumber, isPaid }) =>
    last !== null && unpaidIn(last, weekNumber, isPaid()) === 'refused' ? { code: 'entry_unpaid' } : undefined,
}
