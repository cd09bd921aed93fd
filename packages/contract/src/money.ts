/** Formats cents in a currency, or as a bare amount without one. */
export function formatMoney(cents: number, currency: string | null): string {
  const amount = cents / 100
  return currency === null ? amount.toFixed(2) : new Intl.NumberFormat('en-US', { style: 'currency', currency }).format(amount)
}
