import { emailKey } from '@outlast/contract/fields/email-address'
import { setImmediate } from 'node:timers/promises'
import { email, firstName, lastName, mobile } from '@outlast/contract/fields/account'
import { trimmed } from '@outlast/contract/fields/text'
import { entryName } from '@outlast/contract/rest/entries'
import { normalizeEntryName } from '@outlast/domain'
import { z } from 'zod'
import { type ColumnKind, kindOf } from './columns.ts'
import {
  type Cell,
  type Correction,
  inWords,
  linesOf,
  readSheet,
  type SheetLine,
  textsOf,
  type UsedColumn,
  usedColumns,
} from './sheet.ts'
import { isNoPick } from './team-names.ts'
import { unreadable } from '../lib/csv-list.ts'
import { DefaultEntryNames } from '../accounts/default-entry-names.ts'

/** A row of a list of members. */
export interface MemberRow {
  /** The line of the list, from 1 with the header. */
  readonly line: number
  readonly name: string
  readonly firstName: string
  readonly lastName: string
  readonly email: string
  readonly mobile: string | null
  readonly entryNames: readonly string[]
  /** How many entries come without a name. */
  readonly unnamedEntries: number
  /** Why the row cannot be imported; null if it can. */
  readonly problem: string | null
  /** The cell to correct; undefined if the row has none for the column, or no problem. */
  readonly wrongCell: Cell | undefined
}

const MAX_ROWS = 10_000
const MAX_ENTRIES = 50
const ROWS_PER_TURN = 100

/** The columns of a list of members. `entry` is `entries` under another heading. */
const USED = ['name', 'first_name', 'last_name', 'email', 'mobile', 'entries'] as const satisfies readonly ColumnKind[]
type Column = (typeof USED)[number]
type Cells = Readonly<Record<Exclude<Column, 'first_name' | 'last_name'>, string>>

const NEEDED =
  'The list needs a line with the names of its columns, at least name (or first name and last name) and email, for example name,email,mobile,entries'

const emailAddress = email
const person = z.object({ firstName, lastName })
const name = entryName('An entry has no name')

interface MemberList {
  readonly rows: readonly MemberRow[]
  readonly columns: readonly UsedColumn[]
  readonly lines: readonly SheetLine[]
}

/**
 * Reads a list of members: a CSV file, or cells that were copied from a spreadsheet. Checks every row alone and against the
 * rows before it.
 * @throws HttpError `import_unreadable` if the list has no rows that could be checked
 */
export async function readMemberList(csv: string, corrections: readonly Correction[] = []): Promise<MemberList> {
  const sheet = readSheet(csv, corrections, (found) => columnsOf(found) !== undefined, NEEDED)
  const { titles, rows } = sheet
  const columns = columnsOf(textsOf(titles)) ?? {}
  if (rows.length === 0) throw unreadable('The list has no members below its header')
  if (rows.length > MAX_ROWS) throw unreadable(`A list can have ${MAX_ROWS} members at most`)
  const lineOfEmail = new Map<string, number>()
  const members: MemberRow[] = []
  for (const record of rows) {
    // Other requests get their turn between the rows of a long list.
    if (members.length % ROWS_PER_TURN === ROWS_PER_TURN - 1) await setImmediate()
    const row = memberRow(record, columns)
    const earlier = row.problem === null ? lineOfEmail.get(emailKey(row.email)) : undefined
    if (row.problem === null && earlier === undefined) lineOfEmail.set(emailKey(row.email), row.line)
    const repeated = { problem: `Line ${earlier} has the same email`, wrongCell: cellIn(record, columns, 'email') }
    members.push(earlier === undefined ? row : { ...row, ...repeated })
  }
  const uses = new Map(USED.flatMap((kind) => (columns[kind] === undefined ? [] : [[columns[kind], inWords(kind)]])))
  return { rows: members, columns: usedColumns(titles, uses), lines: linesOf(sheet) }
}

/**
 * Names the entries of new members that are only counted, so that no two of the pool are called the same.
 * @param takenNames the names of the pool's entries
 */
export function nameEntries(
  rows: readonly MemberRow[],
  takenNames: Iterable<string>,
  isNew: (row: MemberRow) => boolean,
): readonly MemberRow[] {
  const names = new DefaultEntryNames(takenNames)
  for (const { entryNames } of rows) for (const taken of entryNames) names.take(taken)
  return rows.map((row) => {
    const { problem, firstName: first, unnamedEntries: count } = row
    return problem === null && count > 0 && isNew(row) ? { ...row, entryNames: names.next(first, count), unnamedEntries: 0 } : row
  })
}

type Columns = Readonly<Partial<Record<Column, number>>>

/** Where the columns are; undefined if the titles name no members. */
function columnsOf(titles: readonly string[]): Columns | undefined {
  const kinds = titles.map(kindOf)
  const indexOf = (...of: readonly ColumnKind[]) => kinds.findIndex((kind) => kind !== undefined && of.includes(kind))
  const found = USED.map((kind) => [kind, kind === 'entries' ? indexOf('entries', 'entry') : indexOf(kind)] as const)
  const columns: Columns = Object.fromEntries(found.filter(([, index]) => index >= 0))
  const hasName = columns.name !== undefined || columns.first_name !== undefined
  return hasName && columns.email !== undefined ? columns : undefined
}

const cellIn = (record: readonly Cell[], columns: Columns, column: Column): Cell | undefined => record[columns[column] ?? -1]

function memberRow(record: readonly Cell[], columns: Columns): MemberRow {
  const text = (column: Column) => cellIn(record, columns, column)?.text ?? ''
  const split = columns.first_name !== undefined || columns.last_name !== undefined
  // `nom` beside `prénom` is the last name, and `nombre` beside `apellido` the first.
  const [first, last] = [
    text(columns.first_name === undefined ? 'name' : 'first_name'),
    text(columns.last_name === undefined ? 'name' : 'last_name'),
  ]
  const cells: Cells = {
    name: split ? `${first} ${last}`.trim() : text('name'),
    email: text('email').replace(/^mailto:/iu, ''),
    mobile: mobileIn(text('mobile')),
    entries: text('entries'),
  }
  const parts = split ? { firstName: first, lastName: last } : splitName(cells.name)
  const checkedPerson = person.safeParse(parts)
  const checkedEmail = emailAddress.safeParse(cells.email)
  const checkedMobile = mobile.safeParse(cells.mobile)
  const entries = entryNamesOf(cells.entries)
  const problems: readonly (readonly [Column, string | null])[] = [
    [split ? 'first_name' : 'name', parts === undefined ? 'Give a first and a last name' : problemOf(checkedPerson)],
    ['email', problemOf(checkedEmail)],
    ['mobile', problemOf(checkedMobile)],
    ['entries', entries.problem],
  ]
  const [wrong, problem] = problems.find(([, found]) => found !== null) ?? [undefined, null]
  return {
    line: record[0]?.line ?? 0,
    name: cells.name,
    firstName: checkedPerson.data?.firstName ?? '',
    lastName: checkedPerson.data?.lastName ?? '',
    email: checkedEmail.data ?? cells.email,
    mobile: checkedMobile.data ?? null,
    entryNames: entries.names,
    unnamedEntries: entries.unnamed,
    problem,
    wrongCell: wrong && cellIn(record, columns, wrong),
  }
}

/** Leaves out what people write beside a number: `555-0102 (cell)`, `n/a`. */
function mobileIn(text: string): string {
  return isNoPick(text) ? '' : text.replace(/\(?(?:cell|mobile|home|work|text)\)?\.?$/iu, '').trimEnd()
}

/** Splits `Ann Lee Smith` and `Smith, Ann Lee`. */
function splitName(full: string): { readonly firstName: string; readonly lastName: string } | undefined {
  const [last, first] = full.split(',').map(trimmed)
  if (first !== undefined) return { firstName: first, lastName: last ?? '' }
  const words = full.split(/\s+/u)
  return words.length < 2 ? undefined : { firstName: words.slice(0, -1).join(' '), lastName: words.at(-1) ?? '' }
}

/** Any number, such as `2`, `-1`, `1.5` or `1e3`. */
const NUMBER = /^[+-]?(?:\d+(?:[.,]\d*)?|[.,]\d+)(?:e[+-]?\d+)?%?$/iu
/** A whole number, also as spreadsheets with decimals write it: `2.0`. */
const WHOLE = /^\+?\d+(?:[.,]0{1,2})?$/u

/** Writes a number with the digits and the minus of a keyboard. */
const plainNumber = (text: string): string => text.normalize('NFKC').replaceAll(/[\u2010-\u2015\u2212]/gu, '-')

function wholeNumberIn(text: string): number | undefined {
  const plain = plainNumber(text)
  return WHOLE.test(plain) ? Number.parseInt(plain, 10) : undefined
}

const notANumberOfEntries = (text: string): string => `Entries must be a whole number or names: ${text} is neither`

/** Reads a number of entries, or their names. */
function entryNamesOf(cell: string): {
  readonly names: readonly string[]
  readonly unnamed: number
  readonly problem: string | null
} {
  const invalid = (problem: string) => ({ names: [], unnamed: 0, problem })
  const tooMany = `A member can be imported with ${MAX_ENTRIES} entries at most`
  if (NUMBER.test(plainNumber(cell))) {
    const count = wholeNumberIn(cell)
    if (count === undefined) return invalid(notANumberOfEntries(cell))
    if (count > MAX_ENTRIES) return invalid(tooMany)
    return { names: [], unnamed: count, problem: null }
  }
  const typed = cell
    .split(';')
    .map(trimmed)
    .filter((part) => part !== '')
  if (typed.length > MAX_ENTRIES) return invalid(tooMany)
  const names: string[] = []
  const known = new Set<string>()
  for (const text of typed) {
    if (NUMBER.test(plainNumber(text)) && wholeNumberIn(text) === undefined) return invalid(notANumberOfEntries(text))
    const checked = name.safeParse(text)
    if (!checked.success) return invalid(problemOf(checked) ?? '')
    const key = normalizeEntryName(checked.data)
    if (known.has(key)) return invalid(`The entry ${checked.data} is listed twice`)
    known.add(key)
    names.push(checked.data)
  }
  return { names, unnamed: 0, problem: null }
}

function problemOf({ error }: { readonly error?: z.ZodError | undefined }): string | null {
  return error?.issues[0]?.message ?? null
}
