/** Values of a CSV file. Numbers are written as they are, texts are made safe. */
export type CsvCell = string | number

const BOM = '\uFEFF'
const LINE_END = '\r\n'
/** What makes a spreadsheet take a text for a formula, full-width forms included. Source: OWASP, "CSV Injection". */
const FORMULA = /^[=+\-@\t\r\n\uFF1D\uFF0B\uFF0D\uFF20]/
const NEEDS_QUOTES = /[",\r\n]/

/**
 * Rows as a CSV file: RFC 4180, with the mark by which Excel knows UTF-8. A text that a spreadsheet would run as a formula
 * gets a leading apostrophe: names are chosen by members, and the file is opened by the club's treasurer.
 */
export function toCsv(rows: readonly (readonly CsvCell[])[]): string {
  return BOM + rows.map((row) => row.map(fieldOf).join(',') + LINE_END).join('')
}

function fieldOf(cell: CsvCell): string {
  if (typeof cell === 'number') return String(cell)
  const safe = FORMULA.test(cell) ? `'${cell}` : cell
  return NEEDS_QUOTES.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** Gives a text to the browser to save as a file. */
export function downloadFile(name: string, text: string, type = 'text/csv;charset=utf-8'): void {
  const url = URL.createObjectURL(new Blob([text], { type }))
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  // Some browsers begin to read only after this task.
  setTimeout(() => URL.revokeObjectURL(url), 10_000)
}
