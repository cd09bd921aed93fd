import type { ImportResult } from '@outlast/contract'
import type { Correction } from './import-grid.tsx'

/** What the check says about a cell of the list, or about a whole line. */
export interface Mark {
  readonly line: number
  /** From 0; null for the line as a whole. */
  readonly column: number | null
  readonly status: 'new' | 'exists' | 'invalid'
  /** What it is read as. */
  readonly means: string | null
  /** What must be decided, or why nothing happens. */
  readonly reason: string | null
  readonly suggestion: string | null
}

export type GridStatus = Mark['status'] | 'partly'

/** A cell of the list as the grid shows it. */
export interface GridCell {
  readonly line: number
  readonly column: number
  readonly text: string
  readonly means: string | null
  /** What must be decided; null if nothing. */
  readonly problem: string | null
  readonly suggestion: string | null
  readonly correction: Correction | undefined
}

/** A line of the list as the grid shows it. */
export interface GridLine {
  readonly line: number
  /** Null for a line that nothing is read from. */
  readonly status: GridStatus | null
  /** What the check says about the line as a whole. */
  readonly notes: readonly string[]
  readonly cells: readonly GridCell[]
}

/** Combines the lines of a list with what the check says. Lines with a decision or a correction come first, so that none jumps away. */
export function gridLines(
  sheet: ImportResult['sheet'],
  marks: readonly Mark[],
  corrections: readonly Correction[],
): readonly GridLine[] {
  const ofLine = Map.groupBy(marks, ({ line }) => line)
  const lines = sheet.map(({ line, cells }): GridLine => {
    const own = ofLine.get(line) ?? []
    return {
      line,
      status: statusOf(own),
      notes: own
        .flatMap((mark) => (mark.column === null ? [mark.means, mark.reason] : []))
        .filter((text) => text !== null)
        .filter((text) => !cells.includes(text)),
      cells: cells.map((text, column) => {
        const mark = own.find((other) => other.column === column)
        const isOpen = mark?.status === 'invalid'
        const correction = corrections.find((made) => made.line === line && made.column === column && made.text.trim() === text)
        return {
          line,
          column,
          text,
          means: mark?.means ?? null,
          problem: isOpen ? mark.reason : null,
          suggestion: isOpen ? mark.suggestion : null,
          correction,
        }
      }),
    }
  })
  const comesFirst = ({ status, cells }: GridLine) =>
    status === 'invalid' || status === 'partly' || cells.some(({ correction }) => correction !== undefined)
  return [...lines.filter(comesFirst), ...lines.filter((line) => !comesFirst(line))]
}

function statusOf(marks: readonly Mark[]): GridStatus | null {
  const has = (status: Mark['status']) => marks.some((mark) => mark.status === status)
  if (has('invalid')) return has('new') || has('exists') ? 'partly' : 'invalid'
  if (has('new')) return 'new'
  return has('exists') ? 'exists' : null
}
