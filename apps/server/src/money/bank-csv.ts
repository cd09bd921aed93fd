import { createHash } from 'node:crypto'
import { decimalsOf } from '@outlast/contract/money'
import type { CalendarDay } from '@outlast/domain'
import { CsvError, type InfoRecord, parse } from 'csv-parse/sync'
import { plain } from '../imports/plain.ts'
import { splitSeparatorLine } from '../lib/csv-list.ts'

/** A row of a bank's file, with the amount and the date if they could be read. */
export interface BankRow {
  /** The line in the file, from 1. */
  readonly line: number
  readonly cells: readonly string[]
  /** Whether it is above the payments: a name of the account, a balance, or the names of the columns. */
  readonly isHeading: boolean
  /** Null: the row has no amount. Negative: money that went out. */
  readonly cents: number | null
  /** The code or sign of a currency that is not the pool's. */
  readonly otherCurrency: string | null
  /** Who paid, if a column says so. */
  readonly payer: string | null
  /** What the row says of itself if that is not “complete”, for example “Pending”. */
  readonly unfinished: string | null
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
const NOT_AMOUNT_HEADER =
  /balance|saldo|solde|debit|soll|fee|tip|tax|currency|w.hrung|date|datum|type|id\b|account|konto|iban|impact|guthaben/i
const DATE_HEADER = /date|datum|fecha|data|valuta|tag|started|completed/i

/** How columns are named in English, German, French, Spanish, Italian and Dutch, as `plain` writes it. The first that a file has counts. */
const ROLES = {
  payer: [
    /^(from|payer( name)?|sender( name)?|paid by|zahlungspflichtige( ?r)?|ordenante|remitente|emetteur|donneur d ordre|ordinante)$/,
    /^(auftraggeber|beguenstigter|begunstigter|zahlungspflichtiger|name zahlungsbeteiligter|zahlungsbeteiligter|naam tegenpartij)\b/,
    /^(partner name|counter ?party( name)?|name( description)?|naam omschrijving|nom|nombre|beneficiario|contrepartie|payee|title)$/,
  ],
  payee: [/^(to|an)$/],
  gross: [/^(gross|brutto|brut|bruto|lordo)$/],
  credit: [/^(credits?|gutschrift|haben|eingang|abonos?|haber|ingresos?|deposits?|(paid|money) in|credit amount|entrate|bij)\b/],
  debit: [
    /^(debits?|soll|belastung|lastschrift|ausgang|cargos?|debe|gastos?|withdrawals?|(paid|money) out|debit amount|uscite)\b/,
  ],
  currency: [/^(currency|wahrung|waehrung|devise|divisa|moneda|muntsoort|valuta)$/],
  status: [/^(status|state|statut|estado|etat|stato)$/],
  type: [/^(type|details|typ|art|tipo|transaction type|af bij|debit credit|credit debit|soll haben|balance impact|umsatztyp)$/],
  type_of_impact: [/^(balance impact|auswirkung auf guthaben|impact sur le solde|impacto en el saldo)$/],
  note: [/^(note|notes|memo|description|verwendungszweck|buchungstext|text|libelle|concepto|causale|reference|mededelingen)$/],
} as const

/** What a status says of money that arrived. */
const FINISHED =
  /^(complet|erledigt|abgeschlossen|gebucht|umsatz gebucht|termine|effectue|posted|cleared|settled|booked|success|done)/
const OUTGOING = /^(debit|dr|d|af|s|soll|cargo|belastung)$/
const CURRENCIES: ReadonlySet<string> = new Set(Intl.supportedValuesOf('currency'))
/** Where the month comes first when days are written with slashes. */
const MONTH_FIRST: ReadonlySet<string | null> = new Set([null, 'USD', 'PHP'])

/** Reads all rows of a statement: any separator, with or without a header or lines above it, decimal points or commas. */
export function readBankFile(csv: string, currency: string | null): readonly BankRow[] {
  const records = parseTable(csv)
  if (records.length > MAX_ROWS) throw new BankFileError(`The file has more than ${MAX_ROWS} rows`)
  if (records.some(({ cells }) => cells.length > MAX_COLUMNS))
    throw new BankFileError(`The file has more than ${MAX_COLUMNS} columns`)
  const columns = columnsOf(records, currency)
  const counts = new Map<string, number>()
  return records.map(({ line, cells }, index) => {
    const key = JSON.stringify(cells)
    if (index < columns.firstRow) {
      const hash = createHash('sha256').update(`heading ${index} ${key}`).digest()
      const nothing = { cents: null, otherCurrency: null, payer: null, unfinished: null, day: null }
      return { line, cells, isHeading: true, hash, ...nothing }
    }
    const count = (counts.get(key) ?? 0) + 1
    counts.set(key, count)
    const hash = createHash('sha256').update(`${count} ${key}`).digest()
    return { line, cells, isHeading: false, hash, ...columns.read(cells) }
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
        parsed.push({ line: lines + (declared === undefined ? 0 : 1), cells })
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

type Role = keyof typeof ROLES

const hasRole = (role: Role, cell: string): boolean => ROLES[role].some((pattern) => pattern.test(plain(cell)))

/** Returns the row that names the columns: of those without money, the one with the most names. -1: there is none. */
function headerOf(records: readonly TableRow[]): number {
  const isName = (cell: string) =>
    cell.length <= 40 && (AMOUNT_HEADER.test(cell) || DATE_HEADER.test(cell) || ROLE_NAMES.some((role) => hasRole(role, cell)))
  const named = records.slice(0, 100).map(({ cells }, index) => {
    const isHeader = cells.some((cell) => AMOUNT_HEADER.test(cell) || hasRole('credit', cell)) && !cells.some(hasMoney)
    return { index, names: isHeader ? cells.filter(isName).length : 0 }
  })
  const [best] = named.filter(({ names }) => names > 0).toSorted((a, b) => b.names - a.names || a.index - b.index)
  return best?.index ?? -1
}

const ROLE_NAMES = Object.keys(ROLES) as readonly Role[]

/** Finds the columns by the header, those of amount and date otherwise by their content. */
function columnsOf(records: readonly TableRow[], currency: string | null) {
  const decimals = decimalsOf(currency)
  const header = headerOf(records)
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
  const columnOf = (role: Role) => {
    const columns = ROLES[role].map((pattern) => names.findIndex((name) => pattern.test(plain(name))))
    return columns.find((column) => column !== -1)
  }
  const [gross, debit, credit] = [columnOf('gross'), columnOf('debit'), columnOf('credit')]
  const amount = gross ?? best(named, isAmount) ?? best(unnamed, hasMoney) ?? best(header === -1 ? unnamed : [], isAmount)
  const both = debit !== undefined && credit !== undefined
  const date = best(
    all.filter((column) => header === -1 || DATE_HEADER.test(names[column] ?? '')),
    (cell) => parseDay(cell) !== null,
  )
  const isDayFirst =
    date !== undefined &&
    isDayFirstIn(
      data.map(({ cells }) => cells[date] ?? ''),
      currency,
    )
  const [payer, payee, money, status, type] = (['payer', 'payee', 'currency', 'status', 'type'] as const).map(columnOf)
  const impact = columnOf('type_of_impact') ?? type
  return {
    firstRow: header + 1,
    read(cells: readonly string[]): Pick<BankRow, 'cents' | 'otherCurrency' | 'payer' | 'unfinished' | 'day'> {
      const cell = (column: number | undefined) => (column === undefined ? '' : (cells[column] ?? ''))
      const column = !both ? amount : isAmount(cell(credit)) && parseAmount(cell(credit), decimals) !== 0 ? credit : debit
      const read = parseAmount(cell(column), decimals)
      const isOut = read !== null && ((both && column === debit) || OUTGOING.test(plain(cell(impact))))
      const cents = isOut ? -Math.abs(read) : read
      // Who asks for money by Venmo is named as the one from whom the request comes.
      const isCharge = plain(cell(type)) === 'charge' && payee !== undefined
      const unfinished = cell(status) !== '' && !FINISHED.test(plain(cell(status))) ? cell(status) : null
      return {
        cents,
        otherCurrency: otherCurrencyOf([cell(money), cell(column), column === undefined ? '' : (names[column] ?? '')], currency),
        payer: cell(isCharge ? payee : payer) || null,
        unfinished,
        day: parseDay(cell(date), isDayFirst),
      }
    },
  }
}

/** Whether days come before months: as the column says where it can, otherwise as the currency's countries write. */
function isDayFirstIn(cells: readonly string[], currency: string | null): boolean {
  const parts = cells.flatMap((cell) => {
    const [, first, second] = /^(\d{1,2})\/(\d{1,2})\//.exec(cell.trim()) ?? []
    return first === undefined || second === undefined ? [] : [{ first: Number(first), second: Number(second) }]
  })
  if (parts.some(({ second }) => second > 12)) return false
  return parts.some(({ first }) => first > 12) || !MONTH_FIRST.has(currency)
}

/** Returns the code or the sign of a currency other than the pool's that cells name. */
function otherCurrencyOf(cells: readonly string[], currency: string | null): string | null {
  if (currency === null) return null
  const parts = new Intl.NumberFormat('en', { style: 'currency', currency, currencyDisplay: 'narrowSymbol' }).formatToParts(0)
  const own = parts.find(({ type }) => type === 'currency')?.value
  const named = cells.flatMap((cell) => [...cell.matchAll(/\b[A-Z]{3}\b|\p{Sc}/gu)].map(([found]) => found))
  const codes = named.filter((name) => CURRENCIES.has(name))
  if (codes.length > 0) return codes.find((code) => code !== currency) ?? null
  return named.find((name) => /\p{Sc}/u.test(name) && name !== own) ?? null
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
  const isNegative = /^[^\d]*[-−(]|[-−]\s*$/.test(cell)
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

/** Reads `2025-09-01`, `20250901`, `01.09.2025`, `1.9.25` and, by default with the month first unless that is impossible, `09/01/2025`. */
export function parseDay(cell: string, isDayFirst = false): CalendarDay | null {
  const text = cell.trim()
  const iso = /^(\d{4})-(\d{2})-(\d{2})(?:[T ].*)?$/.exec(text) ?? /^(20\d{2})(\d{2})(\d{2})$/.exec(text)
  if (iso !== null) return dayOf(Number(iso[1]), Number(iso[2]), Number(iso[3]))
  const parts = /^(\d{1,2})([./-])(\d{1,2})\2(\d{4}|\d{2})(?:[ ,].*)?$/.exec(text)
  if (parts === null) return null
  const [first, second] = [Number(parts[1]), Number(parts[3])]
  const year = parts[4]?.length === 2 ? 2000 + Number(parts[4]) : Number(parts[4])
  const isMonthFirst = parts[2] === '/' && first <= 12 && !(isDayFirst && second <= 12)
  return isMonthFirst ? dayOf(year, first, second) : dayOf(year, second, first)
}

function dayOf(year: number, month: number, day: number): CalendarDay | null {
  const date = new Date(Date.UTC(year, month - 1, day))
  const isReal = date.getUTCMonth() === month - 1 && date.getUTCDate() === day && year >= 2000 && year <= 2100
  return isReal ? (date.toISOString().slice(0, 10) as CalendarDay) : null
}
