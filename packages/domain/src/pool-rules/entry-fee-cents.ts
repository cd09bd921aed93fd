import { formatMoney } from '../values/amount.ts'
import { cents, needsCurrency, optional, type PoolRule } from './rule.ts'

/** What each entry owes (docs/rules.md §14.6). Null: the pool keeps no books of entry fees. */
export const entryFeeCents: PoolRule<number | null> = {
  kind: optional(cents('Entry fee')),
  default: null,
  group: 'money',
  about: 'what each entry owes (§14.6)',
  inPresets: false,
  control: { label: 'Entry fee' },
  sentence: (fee, { currency }) => (fee === null ? null : `Each entry costs ${formatMoney(fee, currency)}.`),
  conflicts: (fee, all) => needsCurrency('An entry fee', fee ?? 0, all),
  meaning: (fee, { currency }) =>
    fee === null || fee === 0
      ? 'Entries are free.'
      : `Each entry owes ${formatMoney(fee, currency)}. Outlast keeps the books and never moves money.`,
}
