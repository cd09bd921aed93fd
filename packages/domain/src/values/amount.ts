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
