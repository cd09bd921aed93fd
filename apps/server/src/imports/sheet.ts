import { trimmed } from '@outlast/contract/fields/text'
import { readCsvList, unreadable } from '../lib/csv-list.ts'
import type { ColumnKind } from './columns.ts'

/** A cell, with its place in the file: the line from 1, and the column from 0. */
export interface Cell {
  readonly line: number
  readonly column: number
  readonly text: string
}

/** A cell that an admin corrected. */
export interface Correction extends Cell {
  /** What the cell had; undefined if that does not matter. */
  readonly was?: string | undefined
}

/** A list whose header was found: what clubs write above it is left out. */
export interface Sheet {
  readonly titles: readonly Cell[]
  readonly rows: readonly (readonly Cell[])[]
}

/** How a column of the list is used, for the answer, with the place of its title. */
export interface UsedColumn {
  readonly line: number
  readonly column: number
  readonly title: string
  /** In words; null if the column is ignored. */
  readonly used_as: string | null
}

/** A line of the list as the answer shows it. */
export interface SheetLine {
  readonly line: number
  readonly cells: string[]
}

/** How far down the header is looked for, below titles and notes. */
const HEADER_WITHIN = 12
/** The number of columns times the number of lines. A list of 10,000 members has fewer, whichever way it is written. */
const MAX_CELLS = 1_000_000

/**
 * Reads a list: a file, or cells that were copied from a spreadsheet.
 * @param corrections cells that an admin has corrected
 * @param isHeader whether the titles of a line are those of the columns
 * @param needed says what the header must name, if no line does
 * @throws HttpError `import_unreadable`
 */
export function readSheet(
  text: string,
  corrections: readonly Correction[],
  isHeader: (titles: readonly string[]) => boolean,
  needed: string,
): Sheet {
  const corrected = new Map(corrections.map((cell) => [`${cell.line}:${cell.column}`, cell]))
  const all = readCsvList(text).map(({ record, line }) =>
    record.map((given, column) => {
      const correction = corrected.get(`${line}:${column}`)
      const applies = correction !== undefined && (correction.was === undefined || correction.was === trimmed(given))
      return { line, column, text: trimmed(applies ? correction.text : given) }
    }),
  )
  const at = all.slice(0, HEADER_WITHIN).findIndex((cells) => isHeader(textsOf(cells)))
  const titles = all[at]
  if (titles === undefined) throw unreadable(needed)
  if (titles.length * (all.length - at) > MAX_CELLS) throw unreadable(`A list can have ${MAX_CELLS} cells at most`)
  // Long lists repeat their header.
  const key = textsOf(titles).join()
  return { titles, rows: all.slice(at + 1).filter((cells) => textsOf(cells).join() !== key) }
}

export const textsOf = (cells: readonly Cell[]): readonly string[] => cells.map((cell) => cell.text)

/** Says how the columns of a list are used. Leaves out those that have no title and no use. */
export function usedColumns(titles: readonly Cell[], uses: ReadonlyMap<number, string>): readonly UsedColumn[] {
  return titles.flatMap(({ line, column, text }, index) =>
    text === '' && !uses.has(index) ? [] : [{ line, column, title: text, used_as: uses.get(index) ?? null }],
  )
}

/** Returns the lines of a list, with the header first. */
export function linesOf({ titles, rows }: Sheet): readonly SheetLine[] {
  return [titles, ...rows].map((cells) => ({ line: cells[0]?.line ?? 0, cells: [...textsOf(cells)] }))
}

/** Says in words what a kind of column holds. */
export const inWords = (kind: ColumnKind): string => kind.replace('_', ' ')

/** Exchanges rows and columns. */
export function turned({ titles, rows }: Sheet): Sheet {
  const empty = { line: titles[0]?.line ?? 0, column: 0, text: '' }
  const lines = [titles, ...rows]
  const [first = [], ...others] = titles.map((_, column) => lines.map((cells) => cells[column] ?? empty))
  return { titles: first, rows: others }
}
