import { CsvError, parse } from 'csv-parse/sync'
import { z } from 'zod'
import { HttpError } from './http-error.ts'

/** A row of a list, with its line from 1. */
export interface CsvRow {
  readonly record: readonly string[]
  readonly line: number
}

// With `info: true` csv-parse returns more than its types declare.
const parsedRows = z.array(z.object({ record: z.array(z.string()), info: z.object({ lines: z.number() }) }))

/** A first line such as `sep=;`, which tells Excel the delimiter and which Excel does not show as a row. */
const SEPARATOR_LINE = /^\s*"?sep=(\\t|[^\r\n"])"?[;,\t ]*(?:\r\n|\r|\n|$)/iu

/** Separates a file from its separator line, and returns the delimiter that the line declares. */
export function splitSeparatorLine(file: string): { readonly csv: string; readonly declared: string | undefined } {
  const [line = '', delimiter] = SEPARATOR_LINE.exec(file) ?? []
  return { csv: file.slice(line.length), declared: delimiter?.replace('\\t', '\t') }
}

/**
 * Reads a CSV file, or cells that were copied from a spreadsheet. Skips empty rows.
 * @throws HttpError `import_unreadable`
 */
export function readCsvList(file: string): readonly CsvRow[] {
  const { csv, declared } = splitSeparatorLine(file)
  const delimiter = declared ?? delimiterOf(csv)
  try {
    const rows = parsedRows.parse(
      parse(withStraightQuotes(csv, delimiter), {
        bom: true,
        delimiter,
        info: true,
        relax_column_count: true,
        relax_quotes: true,
        skip_empty_lines: true,
        skip_records_with_empty_values: true,
      }),
    )
    return rows.map(({ record, info }) => ({ record, line: info.lines }))
  } catch (error) {
    if (error instanceof CsvError) throw unreadable(`The list cannot be read: ${error.message}`)
    throw error
  }
}

/** Quotation marks as word processors and phones write them. */
const CURLY_QUOTED = /[“„«]([^“”„«»\r\n]*)[”“»]/gu

/** Writes straight quotation marks around cells that have curly ones: they say where the cell ends, and do not belong to it. */
function withStraightQuotes(csv: string, delimiter: string): string {
  return csv.replaceAll(CURLY_QUOTED, (found, text: string, at: number) => {
    const [before = '\n', after = '\n'] = [csv[at - 1], csv[at + found.length]]
    const isCell = [before, after].every((sign) => sign === delimiter || /[\r\n\uFEFF]/u.test(sign))
    return isCell ? `"${text.replaceAll('"', '""')}"` : found
  })
}

/** Semicolons also separate the names of entries within a cell, and commas the parts of a name. */
const DELIMITERS: readonly string[] = ['\t', ',', ';', '|']

/**
 * Returns the sign that probably separates the cells: the one in most of the first lines, the heading among them. Of several, the one that
 * is frequent, and equally frequent in many lines.
 */
function delimiterOf(csv: string): string {
  const lines = csv.split(/\r\n|\r|\n/u, 12).map((line) => line.replaceAll(/"[^"]*"|[“„«][^“”„«»]*[”“»]/gu, ''))
  const counted = DELIMITERS.map((sign) => {
    const counts = lines.map((line) => line.split(sign).length - 1)
    const most = Math.max(...counts)
    return {
      sign,
      lines: counts.filter((count) => count > 0).length,
      cells: most * counts.filter((count) => count === most).length,
    }
  })
  const [best] = counted.filter(({ lines: found }) => found > 0).toSorted((a, b) => b.lines - a.lines || b.cells - a.cells)
  return best?.sign ?? ','
}

export function unreadable(reason: string): HttpError {
  return new HttpError('import_unreadable', { message: reason })
}
