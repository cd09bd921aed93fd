import { currencyCode, optional, type PoolRule } from './rule.ts'

/** The currency of all amounts. The sentences about amounts name it. */
export const currency: PoolRule<string | null> = {
  kind: optional(currencyCode()),
  default: null,
  group: 'money',
  about: 'the currency of all amounts; a fee needs one (§14.6)',
  inPresets: false,
  control: { label: 'Currency', isBeside: true },
  sentence: () => null,
  meaning: () => null,
}
