/** A cell of a CSV file. */
export type CsvCell = string | number

const LINE_END = '\r\n'
/** Text that a spreadsheet would run as a formula, including full-width characters. Source: OWASP, "CSV Injection". */
const FORMULA = /^[=+\-@\t\r\n\uFF1D\uFF0B\uFF0D\uFF20]/
const NEEDS_QUOTES = /[",\r\n]/

/**
 * Formats rows as CSV (RFC 4180), for every export of the pool. Text that a spreadsheet would run as a formula gets a leading apostrophe,
 * because members choose their names and the treasurer opens the file.
 */
export function toCsv(rows: readonly (readonly CsvCell[])[]): string {
  return rows.map((row) => row.map(formatCell).join(',') + LINE_END).join('')
}

function formatCell(cell: CsvCell): string {
  if (typeof cell === 'number') return String(cell)
  const safe = FORMULA.test(cell) ? `'${cell}` : cell
  return NEEDS_QUOTES.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
