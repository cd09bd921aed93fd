import type { ImportBody, ImportResult, ListQuestion } from '@outlast/contract'

export type Correction = NonNullable<ImportBody['corrections']>[number]

/** What the check says about a cell of the list, or about a whole line. */
export interface Mark {
  readonly line: number
  /** From 0; null for the line as a whole. */
  readonly column: number | null
  readonly status: 'new' | 'exists' | 'invalid' | 'no_pick' | 'replaced'
  /** What it is read as. */
  readonly means: string | null
  /** What must be decided, or why nothing happens. */
  readonly reason: string | null
  /** Whether somebody should look at it, although it needs no decision. */
  readonly isNotable?: boolean
}

export type GridStatus = Mark['status'] | 'partly'

type CellKind = ImportResult['sheet'][number]['as'][number]

/** A cell of the list as the grid shows it. */
export interface GridCell {
  readonly line: number
  readonly column: number
  readonly text: string
  readonly kind: CellKind
  readonly means: string | null
  readonly isNotable: boolean
  /** What must be decided; null if nothing. */
  readonly problem: string | null
  readonly question: ListQuestion | undefined
  /** What the file has, if the cell was corrected. */
  readonly was: string | undefined
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

export type CheckedList = Pick<ImportResult, 'sheet' | 'columns' | 'questions' | 'corrected'>

/** Combines the lines of a list with what the check says. Lines with a decision or a correction come first, so that none jumps away. */
export function gridLines(sheet: ImportResult['sheet'], list: CheckedList, marks: readonly Mark[]): readonly GridLine[] {
  const ofLine = Map.groupBy(marks, ({ line }) => line)
  const asked = Map.groupBy(list.questions, ({ line }) => line)
  const corrected = Map.groupBy(list.corrected, ({ line }) => line)
  const lines = sheet.map(({ line, cells, as }): GridLine => {
    const own = ofLine.get(line) ?? []
    const questions = asked.get(line) ?? []
    return {
      line,
      status: statusOf(own) ?? (questions.length > 0 ? 'invalid' : null),
      notes: [...own.flatMap((mark) => (mark.column === null ? [mark.means, mark.reason] : [])), noteOf(as)]
        .filter((text) => text !== null)
        .filter((text) => !cells.includes(text)),
      cells: cells.map((text, column) => {
        const mark = own.find((other) => other.column === column)
        const question = questions.find((other) => other.column === column)
        return {
          line,
          column,
          text,
          kind: as[column] ?? '',
          means: mark?.means ?? null,
          isNotable: mark?.isNotable ?? false,
          problem: question?.problem ?? (mark?.status === 'invalid' ? mark.reason : null),
          question,
          was: corrected.get(line)?.find((made) => made.column === column)?.was,
        }
      }),
    }
  })
  const comesFirst = ({ status, cells }: GridLine) =>
    status === 'invalid' || status === 'partly' || cells.some(({ was }) => was !== undefined)
  return [...lines.filter(comesFirst), ...lines.filter((line) => !comesFirst(line))]
}

/** Says of a line that belongs to nobody why. */
function noteOf(as: readonly CellKind[]): string | null {
  const isAll = (kind: CellKind) =>
    as.every((other) => other === '' || other === kind || other === 'unused' || other === 'surplus')
  if (as.includes('total') && isAll('total')) return 'Counts other lines: not used'
  return as.includes('note') && isAll('note') ? 'Belongs to nobody: not used' : null
}

function statusOf(marks: readonly Mark[]): GridStatus | null {
  const has = (status: Mark['status']) => marks.some((mark) => mark.status === status)
  if (has('invalid')) return has('new') || has('exists') ? 'partly' : 'invalid'
  if (has('new')) return 'new'
  if (has('exists')) return 'exists'
  if (has('replaced')) return 'replaced'
  return has('no_pick') ? 'no_pick' : null
}

/** Questions that one answer decides: about equal cells, unless each needs its own. */
export function alikeQuestions(questions: readonly ListQuestion[]): readonly (readonly ListQuestion[])[] {
  const key = ({ line, column, text, problem, only_here }: ListQuestion) =>
    only_here ? `${line}:${column}` : `${text} ${problem}`
  return [...Map.groupBy(questions, key).values()]
}

/** Adds a correction, which counts for all equal cells unless it says otherwise. */
export function corrected(corrections: readonly Correction[], made: Correction): readonly Correction[] {
  return [...corrections.filter((other) => !decidesSame(other, made)), made]
}

/** Takes back the corrections that gave a cell its text. */
export function uncorrected(
  corrections: readonly Correction[],
  { line, column, text, was }: Pick<GridCell, 'line' | 'column' | 'text' | 'was'>,
): readonly Correction[] {
  return corrections.filter((made) => {
    const isHere = made.line === line && made.column === column
    return !isHere && (made.only_here === true || made.was !== was || made.text.trim() !== text)
  })
}

function decidesSame(a: Correction, b: Correction): boolean {
  const isSamePlace = a.line === b.line && a.column === b.column
  return isSamePlace || (a.was === b.was && a.only_here !== true && b.only_here !== true && a.column === b.column)
}
