import { createHash } from 'node:crypto'
import { decimalsOf } from '@outlast/contract/money'
import type { CalendarDay } from '@outlast/domain'
import { CsvError, type InfoRecord, parse } from 'csv-parse/sync'
import { splitSeparatorLine } from '../lib/csv-list.ts'

/** A row of a bank's file, with the amount and the date if they could be read. */
export interface BankRow {
  /** The line in the file, from 1. */
  readonly line: number
  readonly cells: readonly string[]
  /** Whether it is above the payments: a name of the account, a balance, or the names of the columns. */
  readonly isHeading: boolean
  /** Null: the row has no amount. */
  readonly cents: number | null
  readonly day: CalendarDay | null
  /** Identifies the row, so that it is not recorded again. Equal rows of one file differ by their count. */
  readonly hash: Buffer
}

/** Thrown if the file is not a table. */
export class BankFileError extends Error {
  override readonly name = 'BankFileError'
}

const MAX_ROWS = 5000
const MAX_COLUMNS = 200
const SEPARATORS = [';', ',', '\t', '|'] as const
const AMOUNT_HEADER = /amount|betrag|montant|importe|importo|bedrag|umsatz|credit|gutschrift|haben|net|total/i
const NOT_AMOUNT_HEADER = /balance|saldo|solde|debit|soll|fee|currency|w.hrung|date|datum|type|id\b|account|konto|iban/i
const DATE_HEADER = /date|datum|fecha|data|valuta|tag/i

/** Reads all rows of a bank's file: any separator, with or without a header, decimal points or commas. */
export function readBankFile(csv: string, currency: string | null): readonly BankRow[] {
  const records = parseTable(csv)
  if (records.length > MAX_ROWS) throw new BankFileError(`The file has more than ${MAX_ROWS} rows`)
  if (records.some(({ cells }) => cells.length > MAX_COLUMNS))
    throw new BankFileError(`The file has more than ${MAX_COLUMNS} columns`)
  const columns = columnsOf(records, decimalsOf(currency))
  const counts = new Map<string, number>()
  return records.map(({ line, cells }, index) => {
    const key = JSON.stringify(cells)
    if (index < columns.firstRow) {
      const hash = createHash('sha256').update(`heading ${index} ${key}`).digest()
      return { line, cells, isHeading: true, cents: null, day: null, hash }
    }
    const count = (counts.get(key) ?? 0) + 1
    counts.set(key, count)
    return {
      line,
      cells,
      isHeading: false,
      cents: columns.amount === undefined ? null : parseAmount(cells[columns.amount] ?? '', decimalsOf(currency)),
      day: columns.date === undefined ? null : parseDay(cells[columns.date] ?? ''),
      hash: createHash('sha256').update(`${count} ${key}`).digest(),
    }
  })
}

interface TableRow {
  readonly line: number
  readonly cells: readonly string[]
}

/** Parses the file with the separator that splits most rows into the most columns. */
function parseTable(file: string): readonly TableRow[] {
  const { csv, declared } = splitSeparatorLine(file)
  let best: readonly TableRow[] = []
  let failure: CsvError | undefined
  for (const delimiter of declared === undefined ? SEPARATORS : [declared]) {
    try {
      const parsed: TableRow[] = []
      const keep = (cells: string[], { lines }: InfoRecord): null => {
        parsed.push({ line: lines, cells })
        return null
      }
      parse(csv, { bom: true, delimiter, on_record: keep, relax_column_count: true, skip_empty_lines: true, trim: true })
      if (usualWidth(parsed) > usualWidth(best)) best = parsed
    } catch (error) {
      if (!(error instanceof CsvError)) throw error
      failure = error
    }
  }
  if (best.length > 0) return best
  throw new BankFileError(failure === undefined ? 'The file has no rows' : `The file is not a CSV table: ${failure.message}`)
}

function usualWidth(rows: readonly TableRow[]): number {
  const counts = new Map<number, number>()
  for (const { cells } of rows) counts.set(cells.length, (counts.get(cells.length) ?? 0) + 1)
  return [...counts].sort(([, a], [, b]) => b - a)[0]?.[0] ?? 0
}

/** Finds the columns of amount and date: by the header, or else by their content. */
function columnsOf(records: readonly TableRow[], decimals: number) {
  const header = records.findIndex(({ cells }) => cells.some((cell) => AMOUNT_HEADER.test(cell)) && !cells.some(hasMoney))
  const names = header === -1 ? [] : (records[header]?.cells ?? [])
  const data = records.slice(header + 1)
  const width = data.reduce((most, { cells }) => Math.max(most, cells.length), 0)
  const all = Array.from({ length: width }, (_, column) => column)
  const share = (column: number, matches: (cell: string) => boolean) =>
    data.filter(({ cells }) => matches(cells[column] ?? '')).length
  const isAmount = (cell: string) => parseAmount(cell, decimals) !== null
  const named = all.filter((column) => AMOUNT_HEADER.test(names[column] ?? '') && !NOT_AMOUNT_HEADER.test(names[column] ?? ''))
  const unnamed = all.filter((column) => !NOT_AMOUNT_HEADER.test(names[column] ?? ''))
  const best = (columns: readonly number[], matches: (cell: string) => boolean) =>
    columns.filter((column) => share(column, matches) > 0).toSorted((a, b) => share(b, matches) - share(a, matches))[0]
  const dates = all.filter((column) => header === -1 || DATE_HEADER.test(names[column] ?? ''))
  return {
    firstRow: header + 1,
    amount: best(named, isAmount) ?? best(unnamed, hasMoney) ?? best(header === -1 ? unnamed : [], isAmount),
    date: best(dates, (cell) => parseDay(cell) !== null),
  }
}

/** Returns whether a cell looks like an amount of money rather than another number. */
function hasMoney(cell: string): boolean {
  return /^[-+]?\D{0,4}\d[\d.,' ]*[.,]\d{2}\D{0,4}$/.test(cell.trim())
}

/**
 * Reads an amount in the smallest unit: `1.234,56`, `1,234.56`, `25`, `-25,00 €`, `(25.00)`. A single separator before three digits
 * groups thousands. Null: not an amount.
 */
export function parseAmount(cell: string, decimals: number): number | null {
  const isNegative = /^\s*[-−(]|[-−]\s*$/.test(cell)
  const bare = cell.replaceAll(/[\s'’()+−-]|[A-Z]{3}|\p{Sc}/gu, '')
  if (!/^\d[\d.,]*$/.test(bare)) return null
  const last = Math.max(bare.lastIndexOf('.'), bare.lastIndexOf(','))
  const tail = last === -1 ? '' : bare.slice(last + 1)
  const separators = bare.replaceAll(/\d/g, '')
  const isGroup = tail.length === 3 && decimals !== 3 && new Set(separators).size <= 1
  const isDecimal = last !== -1 && !isGroup
  if (isDecimal && (tail.length > Math.max(decimals, 2) || separators.slice(0, -1).includes(separators.at(-1) ?? ''))) return null
  const whole = (isDecimal ? bare.slice(0, last) : bare).replaceAll(/[.,]/g, '')
  const fraction = isDecimal ? tail : ''
  if (fraction.slice(decimals).replaceAll('0', '') !== '' || whole.length > 12) return null
  const cents = Number(`${whole}${fraction.slice(0, decimals).padEnd(decimals, '0')}`)
  return isNegative ? -cents : cents
}

/** Reads `2025-09-01`, `01.09.2025`, `1.9.25`, `09/01/2025` (month first, unless that is impossible). */
export function parseDay(cell: string): CalendarDay | null {
  const text = cell.trim()
  const iso = /^(\d{4})-(\d{2})-(\d{2})(?:[T ].*)?$/.exec(text)
  if (iso !== null) return dayOf(Number(iso[1]), Number(iso[2]), Number(iso[3]))
  const parts = /^(\d{1,2})([./-])(\d{1,2})\2(\d{4}|\d{2})$/.exec(text)
  if (parts === null) return null
  const [first, second] = [Number(parts[1]), Number(parts[3])]
  const year = parts[4]?.length === 2 ? 2000 + Number(parts[4]) : Number(parts[4])
  const isMonthFirst = parts[2] === '/' && first <= 12
  return isMonthFirst ? dayOf(year, first, second) : dayOf(year, second, first)
}

function dayOf(year: number, month: number, day: number): CalendarDay | null {
  const date = new Date(Date.UTC(year, month - 1, day))
  const isReal = date.getUTCMonth() === month - 1 && date.getUTCDate() === day && year >= 2000 && year <= 2100
  return isReal ? (date.toISOString().slice(0, 10) as CalendarDay) : null
}
