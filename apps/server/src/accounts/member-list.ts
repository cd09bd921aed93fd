import { setImmediate } from 'node:timers/promises'
import { email, firstName, lastName, mobile } from '@outlast/contract/fields/account'
import { entryName } from '@outlast/contract/rest/entries'
import { normalizeEntryName } from '@outlast/domain'
import { z } from 'zod'
import { EMAIL_TITLES, readCsvList, unreadable } from '../lib/csv-list.ts'
import { emailKey } from './accounts.ts'

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
  /** Why the row cannot be imported; null if it can. */
  readonly problem: string | null
}

const MAX_ROWS = 10_000
const MAX_ENTRIES = 50
const ROWS_PER_TURN = 100

/** The headings that spreadsheets use for the columns, in lower case. */
const COLUMNS: Readonly<Record<'name' | 'email' | 'mobile' | 'entries', readonly string[]>> = {
  name: ['name', 'full name', 'member'],
  email: EMAIL_TITLES,
  mobile: ['mobile', 'mobile number', 'phone', 'cell'],
  entries: ['entries', 'entry'],
}
type Column = keyof typeof COLUMNS
type Cells = Readonly<Record<Column, string>>

const emailAddress = email
const person = z.object({ firstName, lastName })
const name = entryName('An entry has no name')

/**
 * Reads a list of members: a CSV file, or cells that were copied from a spreadsheet. Checks every row alone and against the
 * rows before it.
 * @throws HttpError `import_unreadable` if the list has no rows that could be checked
 */
export async function readMemberList(csv: string): Promise<readonly MemberRow[]> {
  const { titles, rows } = readCsvList(csv)
  const columns = columnsOf(titles)
  if (rows.length === 0) throw unreadable('The list has no members below its header')
  if (rows.length > MAX_ROWS) throw unreadable(`A list can have ${MAX_ROWS} members at most`)
  const lineOfEmail = new Map<string, number>()
  const members: MemberRow[] = []
  for (const { record, line } of rows) {
    // Other requests get their turn between the rows of a long list.
    if (members.length % ROWS_PER_TURN === ROWS_PER_TURN - 1) await setImmediate()
    const cell = (column: Column) => record[columns[column] ?? -1]?.trim() ?? ''
    const cells = { name: cell('name'), email: cell('email'), mobile: cell('mobile'), entries: cell('entries') }
    const row = memberRow(line, cells)
    const earlier = row.problem === null ? lineOfEmail.get(emailKey(row.email)) : undefined
    if (row.problem === null && earlier === undefined) lineOfEmail.set(emailKey(row.email), row.line)
    members.push(earlier === undefined ? row : { ...row, problem: `Line ${earlier} has the same email` })
  }
  return members
}

function columnsOf(titles: readonly string[]): Readonly<Partial<Record<Column, number>>> {
  const indexOf = (column: Column) => titles.findIndex((title) => COLUMNS[column].includes(title))
  if (indexOf('name') < 0 || indexOf('email') < 0) {
    throw unreadable('The first line must be a header with at least name and email, for example name,email,mobile,entries')
  }
  return { name: indexOf('name'), email: indexOf('email'), mobile: indexOf('mobile'), entries: indexOf('entries') }
}

function memberRow(line: number, cells: Cells): MemberRow {
  const parts = splitName(cells.name)
  const checkedPerson = person.safeParse(parts)
  const checkedEmail = emailAddress.safeParse(cells.email)
  const checkedMobile = mobile.safeParse(cells.mobile)
  const entries = entryNamesOf(cells.entries)
  const problem =
    (parts === undefined ? 'Give a first and a last name' : problemOf(checkedPerson)) ??
    problemOf(checkedEmail) ??
    problemOf(checkedMobile) ??
    entries.problem
  return {
    line,
    name: cells.name,
    firstName: checkedPerson.data?.firstName ?? '',
    lastName: checkedPerson.data?.lastName ?? '',
    email: checkedEmail.data ?? cells.email,
    mobile: checkedMobile.data ?? null,
    entryNames: entries.names,
    problem,
  }
}

/** Splits `Ann Lee Smith` and `Smith, Ann Lee`. */
function splitName(full: string): { readonly firstName: string; readonly lastName: string } | undefined {
  const [last, first] = full.split(',').map((part) => part.trim())
  if (first !== undefined) return { firstName: first, lastName: last ?? '' }
  const words = full.split(/\s+/u)
  return words.length < 2 ? undefined : { firstName: words.slice(0, -1).join(' '), lastName: words.at(-1) ?? '' }
}

/** Reads a number of entries, or their names. Entries without names are numbered, because the log keeps no names of people. */
function entryNamesOf(cell: string): { readonly names: readonly string[]; readonly problem: string | null } {
  const invalid = (problem: string) => ({ names: [], problem })
  const tooMany = `A member can be imported with ${MAX_ENTRIES} entries at most`
  if (/^\d+$/u.test(cell)) {
    const count = Number(cell)
    if (count > MAX_ENTRIES) return invalid(tooMany)
    return { names: Array.from({ length: count }, (_, index) => `Entry ${index + 1}`), problem: null }
  }
  const typed = cell
    .split(';')
    .map((part) => part.trim())
    .filter((part) => part !== '')
  if (typed.length > MAX_ENTRIES) return invalid(tooMany)
  const names: string[] = []
  const known = new Set<string>()
  for (const text of typed) {
    const checked = name.safeParse(text)
    if (!checked.success) return invalid(problemOf(checked) ?? '')
    const key = normalizeEntryName(checked.data)
    if (known.has(key)) return invalid(`The entry ${checked.data} is listed twice`)
    known.add(key)
    names.push(checked.data)
  }
  return { names, problem: null }
}

function problemOf({ error }: { readonly error?: z.ZodError | undefined }): string | null {
  return error?.issues[0]?.message ?? null
}
