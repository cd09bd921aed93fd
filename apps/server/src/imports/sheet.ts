import type { ListCellKind } from '@outlast/contract'
import { trimmed } from '@outlast/contract/fields/text'
import { readCsvList, unreadable } from '../lib/csv-list.ts'
import type { ColumnKind } from './columns.ts'
import { plain } from './plain.ts'

/** A cell, with its place in the file: the line from 1, and the column from 0. */
export interface Cell {
  readonly line: number
  readonly column: number
  readonly text: string
  /** What the file has, if an admin corrected the cell. */
  readonly was?: string
}

/** A cell that an admin corrected. */
export interface Correction extends Pick<Cell, 'line' | 'column' | 'text'> {
  /** What the cell had; undefined if that does not matter. */
  readonly was?: string | undefined
  /** Whether other cells with the same text stay as they are. */
  readonly only_here?: boolean | undefined
}

/** A list whose header was found. */
export interface Sheet {
  /** The lines above the header. */
  readonly above: readonly (readonly Cell[])[]
  /** The line of the header, two if it has headings above its headings, and the lines further down that repeat it. */
  readonly headings: readonly (readonly Cell[])[]
  /** A title for each column. */
  readonly titles: readonly Cell[]
  readonly rows: readonly (readonly Cell[])[]
}

/** How a column of the list is used, for the answer, with the place of its title. */
export interface UsedColumn {
  readonly line: number
  readonly column: number
  readonly title: string
  /** In words; null if the column is not used. */
  readonly used_as: string | null
}

/** A line of the list as the answer shows it. */
export interface SheetLine {
  readonly line: number
  readonly cells: string[]
  readonly as: (ListCellKind | '')[]
}

/** How to find the header of a list, and what it says. */
interface HeaderRules {
  /** Whether the titles of a line are those of the columns. */
  readonly isHeader: (titles: readonly string[]) => boolean
  /** Whether the titles are those of the columns, if a line of titles stands above others: `Week 1` above `Pick` and `Result`. */
  readonly isMergedHeader?: (titles: readonly string[]) => boolean
  /** Whether the titles can be those of the columns if no other line can. */
  readonly isPoorHeader?: (titles: readonly string[]) => boolean
  /** Says what the header must name, if no line does. */
  readonly needed: string
  /** What a column is used as: a correction applies to equal cells of columns that are used alike. */
  readonly useOf: (titles: readonly string[]) => (column: number) => string | undefined
}

/** How far down the header is looked for, below titles and notes. */
const HEADER_WITHIN = 12
/** The number of columns times the number of lines. A list of 10,000 members has fewer, whichever way it is written. */
const MAX_CELLS = 1_000_000

/**
 * Reads a list: a file, or cells that were copied from a spreadsheet. A line has a cell for each title, and more if the file has.
 * @param corrections cells that an admin has corrected
 * @throws HttpError `import_unreadable`
 */
export function readSheet(text: string, corrections: readonly Correction[], rules: HeaderRules): Sheet {
  const given = readCsvList(text).map(({ record, line }) => record.map((cell, column) => ({ line, column, text: trimmed(cell) })))
  const corrected = correctPlaces(given, corrections)
  const found = findHeader(corrected, rules)
  if (found === undefined) throw unreadable(rules.needed)
  const { at, height, titles } = found
  if (titles.length * (corrected.length - at) > MAX_CELLS) throw unreadable(`A list can have ${MAX_CELLS} cells at most`)
  const below = correctAlike(corrected.slice(at + height), corrections, rules.useOf(textsOf(titles))).map((cells) =>
    padded(cells, titles.length),
  )
  // Long lists repeat their header.
  const key = textsOf(corrected[at + height - 1] ?? []).join()
  const isRepeated = (cells: readonly Cell[]) => textsOf(cells).join() === key
  return {
    above: corrected.slice(0, at),
    headings: [...corrected.slice(at, at + height), ...below.filter(isRepeated)],
    titles,
    rows: below.filter((cells) => !isRepeated(cells)),
  }
}

function findHeader(lines: readonly (readonly Cell[])[], { isHeader, isMergedHeader, isPoorHeader }: HeaderRules) {
  const first = lines.slice(0, HEADER_WITHIN)
  const merged = (at: number) => mergedTitles(first[at] ?? [], first[at + 1] ?? [])
  for (const [at, cells] of first.entries()) {
    if (isHeader(textsOf(cells))) return { at, height: 1, titles: cells }
    const titles = merged(at)
    if (isMergedHeader?.(textsOf(titles)) === true) return { at, height: 2, titles }
  }
  const poor = first.findIndex((cells) => isPoorHeader?.(textsOf(cells)) === true)
  return poor < 0 ? undefined : { at: poor, height: 1, titles: first[poor] ?? [] }
}

/** Joins two lines of titles. A title above covers the columns to its right that have none above. */
function mergedTitles(above: readonly Cell[], below: readonly Cell[]): readonly Cell[] {
  let last = ''
  return below.map((cell, index) => {
    const own = above[index]?.text ?? ''
    last = own === '' ? last : own
    return { ...cell, text: cell.text === '' ? own : `${last} ${cell.text}`.trim() }
  })
}

function padded(cells: readonly Cell[], length: number): readonly Cell[] {
  const line = cells[0]?.line ?? 0
  const missing = Array.from({ length: Math.max(0, length - cells.length) }, (_, index) => index + cells.length)
  return [...cells, ...missing.map((column) => ({ line, column, text: '' }))]
}

const keyOf = ({ line, column }: Pick<Cell, 'line' | 'column'>): string => `${line}:${column}`

/** Corrects the cells that corrections were made for. */
function correctPlaces(lines: readonly (readonly Cell[])[], corrections: readonly Correction[]): readonly (readonly Cell[])[] {
  if (corrections.length === 0) return lines
  const byPlace = new Map(corrections.map((made) => [keyOf(made), made]))
  // An answer can stand where the line of the file has no cell any more.
  const longest = Math.max(...lines.map(({ length }) => length), 0)
  const widths = new Map<number, number>()
  for (const { line, column } of corrections) {
    if (column < longest) widths.set(line, Math.max(widths.get(line) ?? 0, column + 1))
  }
  return lines.map((cells) =>
    padded(cells, widths.get(cells[0]?.line ?? 0) ?? 0).map((cell) => {
      const made = byPlace.get(keyOf(cell))
      return made === undefined || (made.was !== undefined && made.was !== cell.text) ? cell : withText(cell, made.text)
    }),
  )
}

/** Corrects the cells that have the text and the use of a corrected cell, unless they have a correction of their own. */
function correctAlike(
  lines: readonly (readonly Cell[])[],
  corrections: readonly Correction[],
  useOf: (column: number) => string | undefined,
): readonly (readonly Cell[])[] {
  const own = new Set(corrections.map(keyOf))
  const byText = new Map<string, string>()
  const key = (column: number, text: string) => `${useOf(column)} ${text}`
  const before = new Map(lines.flat().map((cell) => [keyOf(cell), cell.was ?? cell.text]))
  for (const made of corrections) {
    const was = made.was ?? before.get(keyOf(made)) ?? ''
    if (made.only_here !== true && was !== '' && useOf(made.column) !== undefined) byText.set(key(made.column, was), made.text)
  }
  if (byText.size === 0) return lines
  return lines.map((cells) =>
    cells.map((cell) => {
      const corrected = own.has(keyOf(cell)) ? undefined : byText.get(key(cell.column, cell.text))
      return corrected === undefined ? cell : withText(cell, corrected)
    }),
  )
}

const withText = (cell: Cell, text: string): Cell => ({ ...cell, text: trimmed(text), was: cell.text })

export const textsOf = (cells: readonly Cell[]): readonly string[] => cells.map((cell) => cell.text)

/** Says how the columns of a list are used. Leaves out those that have no title and no use. */
export function usedColumns(titles: readonly Cell[], uses: ReadonlyMap<number, string>): readonly UsedColumn[] {
  return titles.flatMap(({ line, column, text }, index) =>
    text === '' && !uses.has(index) ? [] : [{ line, column, title: text, used_as: uses.get(index) ?? null }],
  )
}

/** Returns all lines of a list, in the order of the file. */
export const linesOf = ({ above, headings, rows }: Sheet): readonly (readonly Cell[])[] =>
  [...above, ...headings, ...rows].toSorted((a, b) => (a[0]?.line ?? 0) - (b[0]?.line ?? 0))

/** Returns the cells that an admin corrected. */
export const correctedIn = (lines: readonly (readonly Cell[])[]) =>
  lines.flat().flatMap(({ line, column, was }) => (was === undefined ? [] : [{ line, column, was }]))

/** Says in words what a kind of column holds. */
export const inWords = (kind: ColumnKind): string => kind.replace('_', ' ')

/** Exchanges rows and columns. */
export function turned({ titles, rows }: Pick<Sheet, 'titles' | 'rows'>): Pick<Sheet, 'titles' | 'rows'> {
  const empty = { line: titles[0]?.line ?? 0, column: 0, text: '' }
  const lines = [titles, ...rows]
  const [first = [], ...others] = titles.map((_, column) => lines.map((cells) => cells[column] ?? empty))
  return { titles: first, rows: others }
}

/** The text that takes a line out of a list. */
export const NOT_AN_ENTRY = 'not an entry'

/** The words in front of lines that count others, in {@link plain} form. */
const TOTALS = new Set(
  (
    'total|totals|count|counts|sum|summary|alive|total alive|number alive|still alive|left|remaining|players left|players remaining|entries left|' +
    'entries remaining|out|eliminated|total out|total paid|grand total|subtotal|pot|prize pool|average|losses|wins|summe|gesamt|anzahl|gesamtsumme|somme|suma|total general'
  ).split('|'),
)
const NOTES = /^(?:notes?|key|legend|legende|nota|hinweis|not an entry)\b/u

/** Says whether a line counts others or belongs to nobody, by the text in front of it. */
export function lineKind(text: string): 'total' | 'note' | undefined {
  const words = plain(text).replace(/ [\d ]+$/u, '')
  if (TOTALS.has(words)) return 'total'
  return NOTES.test(words) ? 'note' : undefined
}
