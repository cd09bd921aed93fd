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

/**
 * Reads a CSV file, or cells that were copied from a spreadsheet. Skips empty rows.
 * @throws HttpError `import_unreadable`
 */
export function readCsvList(csv: string): { readonly titles: readonly string[]; readonly rows: readonly CsvRow[] } {
  const firstLine = /[^\r\n]+/u.exec(csv)?.[0] ?? ''
  // Semicolons come last, because they also separate the names of entries within a cell.
  const delimiter = ['\t', ',', ';'].find((sign) => firstLine.includes(sign)) ?? ','
  try {
    const [header, ...rows] = parsedRows.parse(
      parse(csv, {
        bom: true,
        delimiter,
        info: true,
        relax_column_count: true,
        skip_empty_lines: true,
        skip_records_with_empty_values: true,
      }),
    )
    const titles = (header?.record ?? []).map((title) => title.trim().toLowerCase())
    return { titles, rows: rows.map(({ record, info }) => ({ record, line: info.lines })) }
  } catch (error) {
    if (error instanceof CsvError) throw unreadable(`The list cannot be read: ${error.message}`)
    throw error
  }
}

/** The headings that spreadsheets use for the column of e-mail addresses, in lower case. */
export const EMAIL_TITLES: readonly string[] = ['email', 'e-mail', 'mail', 'email address', 'e-mail address']

export function unreadable(reason: string): HttpError {
  return new HttpError('import_unreadable', { message: reason })
}
