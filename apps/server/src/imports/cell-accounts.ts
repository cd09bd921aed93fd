import type { ListCellKind, ListQuestion } from '@outlast/contract'
import type { Cell, SheetLine } from './sheet.ts'

/** An answer that a question about a cell offers. */
export interface Choice {
  /** What the cell would have. */
  readonly text: string
  readonly label: string
}

/** Why a cell is in question, and how it can be answered. */
export interface CellQuestion {
  readonly problem: string
  readonly suggestion: string | null
  readonly choices: readonly Choice[]
  /** Whether an answer is for this cell only, although others have the same text. */
  readonly isOwn?: boolean
}

type Settled = Exclude<ListCellKind, 'question'>

const UNREAD: CellQuestion = { problem: 'Nothing was read from this cell', suggestion: null, choices: [] }

/**
 * The account of a list: what became of each of its cells. A cell with text is in question until a reader settles it, so that a reader
 * that overlooks a cell asks about it instead of dropping it.
 */
export class CellAccounts {
  readonly #lines: readonly (readonly Cell[])[]
  readonly #settled = new Map<Cell, Settled>()
  readonly #asked = new Map<Cell, CellQuestion>()

  /** @param lines all cells of the list */
  constructor(lines: readonly (readonly Cell[])[]) {
    this.#lines = lines
  }

  /** Says what became of cells. One that is in question stays in question. */
  settle(kind: Settled, ...cells: readonly (Cell | undefined)[]): void {
    for (const cell of cells) if (cell !== undefined && cell.text !== '') this.#settled.set(cell, kind)
  }

  /** Puts a cell in question, also an empty one. */
  ask(cell: Cell, question: CellQuestion): void {
    this.#asked.set(cell, question)
  }

  /** Returns what became of a cell; empty for one without text that nothing is asked about. */
  kindOf(cell: Cell): ListCellKind | '' {
    if (this.#asked.has(cell)) return 'question'
    if (cell.text === '') return (cell.was ?? '') === '' ? '' : 'cleared'
    return this.#settled.get(cell) ?? 'question'
  }

  /** Returns the cells that are in question, in the order of the list. */
  questions(headingOf: (cell: Cell) => string): ListQuestion[] {
    return this.#lines.flat().flatMap((cell) => {
      if (this.kindOf(cell) !== 'question') return []
      const { line, column, text } = cell
      const { problem, suggestion, choices, isOwn = false } = this.#asked.get(cell) ?? UNREAD
      return [{ line, column, heading: headingOf(cell), text, problem, suggestion, choices: [...choices], only_here: isOwn }]
    })
  }

  /** Returns the lines of the list with what became of their cells. */
  sheet(): SheetLine[] {
    return this.#lines.map((cells) => ({
      line: cells[0]?.line ?? 0,
      cells: cells.map(({ text }) => text),
      as: cells.map((cell) => this.kindOf(cell)),
    }))
  }
}
