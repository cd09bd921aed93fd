import { emailKey } from '@outlast/contract/fields/email-address'
import { setImmediate } from 'node:timers/promises'
import { email, firstName, lastName, mobile } from '@outlast/contract/fields/account'
import { trimmed } from '@outlast/contract/fields/text'
import { entryName } from '@outlast/contract/rest/entries'
import { normalizeEntryName } from '@outlast/domain'
import { z } from 'zod'
import { type ColumnKind, kindOf } from './columns.ts'
import { plain } from './plain.ts'
import {
  type Cell,
  type Correction,
  correctedIn,
  inWords,
  lineKind,
  linesOf,
  NOT_AN_ENTRY,
  readSheet,
  type Sheet,
  type SheetLine,
  textsOf,
  type UsedColumn,
  usedColumns,
} from './sheet.ts'
import { CellAccounts, type CellQuestion } from './cell-accounts.ts'
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
  /** The cell to correct; undefined if there is no problem. */
  readonly wrongCell: Cell | undefined
  /** What the cell could have instead. */
  readonly choices: CellQuestion['choices']
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
  readonly sheet: SheetLine[]
  readonly corrected: ReturnType<typeof correctedIn>
  readonly questions: ReturnType<CellAccounts['questions']>
}

/**
 * Reads a list of members: a CSV file, or cells that were copied from a spreadsheet. Checks every row alone and against the
 * rows before it.
 * @throws HttpError `import_unreadable` if the list has no rows that could be checked
 */
export async function readMemberList(csv: string, corrections: readonly Correction[] = []): Promise<MemberList> {
  const sheet = readSheet(csv, corrections, {
    isHeader: (titles) => columnsOf(titles) !== undefined,
    needed: NEEDED,
    useOf: (titles) => {
      const uses = new Map(Object.entries(columnsOf(titles) ?? {}).map(([kind, index]) => [index, kind]))
      return (column) => uses.get(column)
    },
  })
  const { titles } = sheet
  const columns = columnsOf(textsOf(titles)) ?? {}
  if (sheet.rows.length === 0) throw unreadable('The list has no members below its header')
  if (sheet.rows.length > MAX_ROWS) throw unreadable(`A list can have ${MAX_ROWS} members at most`)
  const accounts = new CellAccounts(linesOf(sheet))
  const lineOfEmail = new Map<string, number>()
  const members: MemberRow[] = []
  for (const [index, record] of settleOthers(accounts, sheet, columns).entries()) {
    // Other requests get their turn between the rows of a long list.
    if (index % ROWS_PER_TURN === ROWS_PER_TURN - 1) await setImmediate()
    const checked = memberRow(record, columns)
    const earlier = checked.problem === null ? lineOfEmail.get(emailKey(checked.email)) : undefined
    if (checked.problem === null && earlier === undefined) lineOfEmail.set(emailKey(checked.email), checked.line)
    const repeated = {
      problem: `Line ${earlier} has the same email`,
      wrongCell: cellIn(record, columns, 'email'),
      choices: [{ text: NOT_AN_ENTRY, label: 'Leave out this line' }],
    }
    const row = earlier === undefined ? checked : { ...checked, ...repeated }
    settleRow(accounts, row, record, columns)
    members.push(row)
  }
  const uses = new Map(USED.flatMap((kind) => (columns[kind] === undefined ? [] : [[columns[kind], inWords(kind)]])))
  return {
    rows: members,
    columns: usedColumns(titles, uses),
    sheet: accounts.sheet(),
    corrected: correctedIn(linesOf(sheet)),
    questions: accounts.questions(({ column }) => titles[column]?.text ?? ''),
  }
}

/** Settles the cells that belong to no member, and returns the lines of members. */
function settleOthers(accounts: CellAccounts, { above, headings, titles, rows }: Sheet, columns: Columns): Sheet['rows'] {
  const used = new Set(Object.values(columns))
  accounts.settle('note', ...above.flat())
  accounts.settle('heading', ...headings.flat())
  return rows.filter((cells) => {
    for (const [index, cell] of cells.entries()) {
      if (!used.has(index)) accounts.settle((titles[index]?.text ?? '') === '' ? 'surplus' : 'unused', cell)
    }
    const kind = kindOfLine(cells, columns)
    if (kind !== undefined) accounts.settle(kind, ...cells)
    return kind === undefined
  })
}

/** Says of a line that names no member what it is. */
function kindOfLine(cells: readonly Cell[], columns: Columns): 'total' | 'note' | undefined {
  const texts = USED.map((kind) => cellIn(cells, columns, kind)?.text ?? '')
  if (texts.some((text) => text.toLowerCase() === NOT_AN_ENTRY)) return 'note'
  if ((cellIn(cells, columns, 'email')?.text ?? '') !== '') return undefined
  const kind = lineKind(cells.find(({ text }) => text !== '')?.text ?? '')
  // Below the members clubs write notes into the first column.
  return kind ?? (texts.every((text) => text === '') ? 'note' : undefined)
}

/** Says what became of the cells of a member. */
function settleRow(
  accounts: CellAccounts,
  { problem, wrongCell, choices }: MemberRow,
  record: readonly Cell[],
  columns: Columns,
): void {
  const own = USED.flatMap((kind) => cellIn(record, columns, kind) ?? [])
  accounts.settle(problem === null ? 'read' : 'waiting', ...own)
  if (problem !== null && wrongCell !== undefined)
    accounts.ask(wrongCell, { problem, suggestion: null, choices, isOwn: wrongCell !== cellIn(record, columns, 'entries') })
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
    [
      split && columns.first_name !== undefined ? 'first_name' : split ? 'last_name' : 'name',
      parts === undefined ? 'Give a first and a last name' : problemOf(checkedPerson),
    ],
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
    choices: wrong === undefined ? [] : wrong === 'entries' ? entries.choices : [{ text: NOT_AN_ENTRY, label: 'Not a member' }],
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
  const digits = plainNumber(text)
  return WHOLE.test(digits) ? Number.parseInt(digits, 10) : undefined
}

const notANumberOfEntries = (text: string): string => `Entries must be a whole number or names: ${text} is neither`

/** A number with a word for entries: `2 entries`, `2x`, `x 2`, `two entries`. */
const COUNTED =
  /^(?:x ?)?(\d{1,4}|one|two|three|four|five|six)(?: ?x)?(?: (?:entry|entries|picks?|teams?|tipps?|eintrage?|entradas?|participations?))?$/u
const NUMBER_WORDS: readonly string[] = ['zero', 'one', 'two', 'three', 'four', 'five', 'six']

/** What looks like an answer or a number with a remark, rather than like the name of an entry. */
const NOT_A_NAME =
  /^(?:yes|y|no|ja|nein|si|oui|non|x|paid|unpaid|true|false|tbd|\d+ (?:paid|unpaid|free|new|total|each|more|max|left))$/u

function countIn(cell: string): number | undefined {
  const counted = COUNTED.exec(plain(cell))?.[1]
  if (counted === undefined) return undefined
  const word = NUMBER_WORDS.indexOf(counted)
  return word >= 0 ? word : Number(counted)
}

/** Removes quotation marks around a name. */
const unquoted = (text: string): string => trimmed(/^["“”„«»‟]+([^"“”„«»‟]*)["“”„«»‟]+$/u.exec(text)?.[1] ?? text)

/** Reads a number of entries, or their names. */
function entryNamesOf(cell: string): {
  readonly names: readonly string[]
  readonly unnamed: number
  readonly problem: string | null
  readonly choices: CellQuestion['choices']
} {
  const counts = ['1', '2', '3'].map((text) => ({ text, label: text }))
  const invalid = (problem: string) => ({ names: [], unnamed: 0, problem, choices: counts })
  const tooMany = `A member can be imported with ${MAX_ENTRIES} entries at most`
  const unnamed = (count: number) =>
    count > MAX_ENTRIES ? invalid(tooMany) : { names: [], unnamed: count, problem: null, choices: [] }
  if (/^\p{Pd}+$/u.test(cell) || /^(?:none|n a)$/u.test(plain(cell))) return unnamed(0)
  if (NUMBER.test(plainNumber(cell))) {
    const count = wholeNumberIn(cell)
    return count === undefined ? invalid(notANumberOfEntries(cell)) : unnamed(count)
  }
  const counted = countIn(cell)
  if (counted !== undefined) return unnamed(counted)
  if (NOT_A_NAME.test(plain(cell))) return invalid(notANumberOfEntries(cell))
  const typed = cell
    .split(';')
    .map((part) => unquoted(trimmed(part)))
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
  return { names, unnamed: 0, problem: null, choices: [] }
}

function problemOf({ error }: { readonly error?: z.ZodError | undefined }): string | null {
  return error?.issues[0]?.message ?? null
}
