/** Amounts are whole numbers of the currency's smallest unit: cents, or yen. */

/** Returns how many decimals a currency has: 2 for dollars, 0 for yen. */
export function decimalsOf(currency: string | null): number {
  if (currency === null) return 2
  const format = new Intl.NumberFormat('en-US', { style: 'currency', currency })
  return format.resolvedOptions().maximumFractionDigits ?? 2
}

/** Formats an amount for people, for example `$25.00` or `¥500`. */
export function formatMoney(cents: number, currency: string | null): string {
  const amount = cents / 10 ** decimalsOf(currency)
  return currency === null ? amount.toFixed(2) : new Intl.NumberFormat('en-US', { style: 'currency', currency }).format(amount)
}

/** Whether anybody owes anything by the rules. Amounts in cents. */
export const asksForMoney = (...fees: readonly (number | null | undefined)[]): boolean => fees.some((fee) => (fee ?? 0) > 0)

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
