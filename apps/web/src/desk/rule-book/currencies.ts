/** The currencies of most clubs. The others follow by their names. */
const FIRST = ['USD', 'EUR', 'GBP', 'CAD', 'AUD', 'NZD', 'MXN', 'CHF']

/** Offers every currency by its sign and name, such as `$ US dollar`. A chosen code that the browser does not know stays. */
export function currencyOptions(chosen: string): readonly { readonly value: string; readonly label: string }[] {
  const names = new Intl.DisplayNames('en', { type: 'currency' })
  const options = [...new Set([...FIRST, ...Intl.supportedValuesOf('currency'), chosen])]
    .filter((code) => code !== '')
    .map((code) => ({ value: code, name: nameOf(code, names) }))
  const [first, others] = [options.slice(0, FIRST.length), options.slice(FIRST.length)]
  const sorted = others.toSorted((a, b) => a.name.localeCompare(b.name))
  return [
    { value: '', label: 'None' },
    ...[...first, ...sorted].map(({ value, name }) => ({ value, label: `${signOf(value)} ${name}` })),
  ]
}

function nameOf(code: string, names: Intl.DisplayNames): string {
  return /^[A-Z]{3}$/.test(code) ? (names.of(code) ?? code) : code
}

function signOf(code: string): string {
  if (!/^[A-Z]{3}$/.test(code)) return ''
  const parts = new Intl.NumberFormat('en-US', { style: 'currency', currency: code }).formatToParts(0)
  return parts.find(({ type }) => type === 'currency')?.value ?? code
}
