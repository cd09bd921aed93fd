/** Returns the form of a noun that goes with a count: `entry` for 1, else `entries`. */
export const pluralize = (count: number, singular: string, plural = `${singular}s`): string => (count === 1 ? singular : plural)

/** Formats a whole number: `1,200`. `Intl` would take a phone a tenth of a second for its first number. */
export const formatNumber = (count: number): string => String(count).replace(/\B(?=(?:\d{3})+$)/g, ',')

/** Formats a count with its noun: `1 entry`, `1,200 entries`. */
export const formatCount = (count: number, singular: string, plural?: string): string =>
  `${formatNumber(count)} ${pluralize(count, singular, plural)}`

/** Removes everything but digits from typed text. */
export const digitsOnly = (text: string): string => text.replace(/\D/g, '')

/** Reads a positive whole number, as ids and log positions are; undefined for any other text. */
export const parseId = (text: string): number | undefined => (/^[1-9]\d{0,14}$/.test(text) ? Number(text) : undefined)

/** Reads a whole number that may start with zeros; undefined for any other text. */
export const parseWholeNumber = (text: string): number | undefined => (/^\d+$/.test(text) ? Number(text) : undefined)

/** Reads an amount such as `25` or `12.50` in the currency's smallest unit; undefined for any other text, and for too many decimals. */
export function parseAmount(text: string, decimals: number): number | undefined {
  const [, whole, fraction = ''] = /^(\d{1,9})(?:[.,](\d+))?$/.exec(text.trim()) ?? []
  if (whole === undefined || fraction.length > decimals) return undefined
  return Number(whole) * 10 ** decimals + Number(fraction.padEnd(decimals, '0') || '0')
}
