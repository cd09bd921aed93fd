/** A cell of a CSV file. */
export type CsvCell = string | number

const BOM = '\uFEFF'
const LINE_END = '\r\n'
/** Text that a spreadsheet would run as a formula, including full-width characters. Source: OWASP, "CSV Injection". */
const FORMULA = /^[=+\-@\t\r\n\uFF1D\uFF0B\uFF0D\uFF20]/
const NEEDS_QUOTES = /[",\r\n]/

/**
 * Formats rows as CSV (RFC 4180), with the byte order mark that makes Excel read UTF-8. Text that a spreadsheet would run as a
 * formula gets a leading apostrophe, because members choose their names and the treasurer opens the file.
 */
export function toCsv(rows: readonly (readonly CsvCell[])[]): string {
  return BOM + rows.map((row) => row.map(formatCell).join(',') + LINE_END).join('')
}

function formatCell(cell: CsvCell): string {
  if (typeof cell === 'number') return String(cell)
  const safe = FORMULA.test(cell) ? `'${cell}` : cell
  return NEEDS_QUOTES.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** Downloads text as a file. */
export function downloadFile(name: string, text: string, type = 'text/csv;charset=utf-8'): void {
  const url = URL.createObjectURL(new Blob([text], { type }))
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  // Some browsers start to read the URL after this task.
  setTimeout(() => URL.revokeObjectURL(url), 10_000)
}
