import { formatMoney } from './amount.ts'

/** An amount in the currency's smallest unit. */
export interface Money {
  readonly cents: number
  readonly currency: string | null
}

/** Adds amounts up, each currency for itself, in the order in which they come. Currencies that come to nothing are left out. */
export function addUp(amounts: readonly Money[]): readonly Money[] {
  const sums = new Map<string | null, number>()
  for (const { cents, currency } of amounts) sums.set(currency, (sums.get(currency) ?? 0) + cents)
  return [...sums].flatMap(([currency, cents]) => (cents === 0 ? [] : [{ cents, currency }]))
}

/** Formats amounts in several currencies, for example `$25.00 + €10.00`; nothing as an amount of the first currency. */
export function formatAmounts(amounts: readonly Money[], currency: string | null): string {
  return amounts.length === 0
    ? formatMoney(0, currency)
    : amounts.map((amount) => formatMoney(amount.cents, amount.currency)).join(' + ')
}

/** Returns what each of so many gets of an amount, rounded down. */
export const shareOf = (cents: number, sharers: number): number => (sharers === 0 ? 0 : Math.floor(cents / sharers))
