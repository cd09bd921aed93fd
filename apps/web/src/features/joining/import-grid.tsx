import { useState } from 'react'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { VisuallyHidden } from '../../ui/screen-reader.tsx'
import { scrollRegion } from '../../ui/table/data-table-rows.tsx'
import { formatCount } from '../../lib/numbers.ts'
import {
  type CheckedList,
  type Correction,
  corrected,
  type GridCell,
  type GridLine,
  gridLines,
  type GridStatus,
  type Mark,
  uncorrected,
} from './grid-lines.ts'
import styles from './import-grid.module.css'

const STATUS = {
  new: { label: 'New', tone: 'win' },
  exists: { label: 'Exists', tone: 'neutral' },
  partly: { label: 'Partly', tone: 'warn' },
  invalid: { label: 'Invalid', tone: 'loss' },
  no_pick: { label: 'No pick', tone: 'neutral' },
  replaced: { label: 'Replaced', tone: 'neutral' },
} as const satisfies Record<GridStatus, object>

const MAX_SHOWN = 200

interface ImportGridProps {
  readonly result: CheckedList
  readonly marks: readonly Mark[]
  readonly corrections: readonly Correction[]
  /** Replaces the corrections and checks the list again. Absent after the import. */
  readonly correct: ((corrections: readonly Correction[]) => void) | undefined
  /** Whether corrections are being checked: one check at a time. */
  readonly isBusy: boolean
}

/** The list as it is written. Cells that need a decision are marked and corrected where they are; their lines come first. */
export function ImportGrid({ result, marks, corrections, correct, isBusy }: ImportGridProps) {
  const { sheet, columns } = result
  const header = sheet.find(({ line }) => line === columns[0]?.line) ?? sheet.find(({ as }) => as.includes('heading'))
  if (header === undefined) return null
  // A list whose columns are members has their names in its header.
  const isHeaderMarked = [...marks, ...result.questions].some(({ line }) => line === header.line)
  const lines = gridLines(isHeaderMarked ? sheet : sheet.filter((line) => line !== header), result, marks)
  const width = Math.max(...sheet.map(({ cells }) => cells.length))
  const titles = Array.from({ length: width }, (_, index) => {
    const known = columns.find(({ line, column }) => line === header.line && column === index)
    return { title: known?.title ?? header.cells[index] ?? '', usedAs: known?.used_as ?? null, isUnused: known?.used_as === null }
  })
  const edit = correct && {
    change: (cell: GridCell, text: string) => {
      const { line, column, was, question } = cell
      const made = { line, column, text, was: was ?? cell.text }
      // What is not in question, such as a team that the entry has used, is wrong in this cell only.
      const isShared = question !== undefined && !question.only_here
      correct(corrected(corrections, isShared ? made : { ...made, only_here: true }))
    },
    undo: (cell: GridCell) => correct(uncorrected(corrections, cell)),
  }
  const twinsOf = ({ question }: GridCell) =>
    question === undefined || question.only_here
      ? 1
      : result.questions.filter(({ text, problem }) => text === question.text && problem === question.problem).length
  return (
    <>
      <div className={styles.frame} data-wide>
        <div className={styles.region} {...scrollRegion('The list, with what each cell means')}>
          <table className={styles.grid} aria-label="The list">
            <thead className={styles.head}>
              <tr>
                <th scope="col">Line</th>
                {titles.map(({ title, usedAs, isUnused }, column) => (
                  <th key={column} scope="col" data-unused={isUnused || undefined}>
                    {title}
                    <small>{isUnused ? 'not used' : usedAs || (title === '' && 'no heading')}</small>
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {lines.slice(0, MAX_SHOWN).map((line) => (
                <tr key={line.line}>
                  <LineStatus line={line} />
                  {line.cells.map((cell, column) => (
                    <td
                      key={column}
                      data-mark={markOf(cell)}
                      data-kind={cell.kind || undefined}
                      data-empty={cell.text === '' || undefined}
                    >
                      <span className={styles.title}>{titles[column]?.usedAs ?? titles[column]?.title}</span>
                      <Cell cell={cell} twins={twinsOf(cell)} isBusy={isBusy} edit={edit} />
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      </div>
      {lines.length > MAX_SHOWN && <p className="note">and {formatCount(lines.length - MAX_SHOWN, 'more line')}</p>}
    </>
  )
}

function LineStatus({ line: { line, status, notes } }: { readonly line: GridLine }) {
  return (
    <th scope="row" className={styles.line}>
      <span className={styles.number}>
        <VisuallyHidden>Line </VisuallyHidden>
        {line}
      </span>
      {status !== null && <Badge tone={STATUS[status].tone}>{STATUS[status].label}</Badge>}
      {notes.map((note) => (
        <small key={note}>{note}</small>
      ))}
    </th>
  )
}

/** How a cell is marked: it needs a decision, it was corrected, it should be looked at, or it is read as something else than its text. */
function markOf({ problem, was, isNotable, means, text }: GridCell): 'open' | 'corrected' | 'notable' | 'read' | undefined {
  if (problem !== null) return 'open'
  if (was !== undefined) return 'corrected'
  if (isNotable) return 'notable'
  return means !== null && means !== text ? 'read' : undefined
}

interface CellProps {
  readonly cell: GridCell
  /** How many cells the same answer is for. */
  readonly twins: number
  readonly isBusy: boolean
  readonly edit: { readonly change: (cell: GridCell, text: string) => void; readonly undo: (cell: GridCell) => void } | undefined
}

function Cell({ cell, twins, isBusy, edit }: CellProps) {
  const { text, means, problem, was, kind, isNotable } = cell
  const where = `line ${cell.line}, column ${cell.column + 1}`
  return (
    <>
      {(problem === null && !isNotable) || edit === undefined ? (
        <span>{text}</span>
      ) : (
        <CellEditor key={text} cell={cell} twins={twins} isBusy={isBusy} where={where} change={edit.change} />
      )}
      {problem === null && means !== null && means !== text && <small>{means}</small>}
      {kind === 'surplus' && <small>no heading, not used</small>}
      {problem !== null && <small className={styles.problem}>{problem}</small>}
      {was !== undefined && (
        <small>
          was “{was}”{' '}
          {edit !== undefined && (
            <button
              type="button"
              className={styles.undo}
              disabled={isBusy}
              aria-label={`Undo the correction of ${where}`}
              onClick={() => edit.undo(cell)}
            >
              Undo
            </button>
          )}
        </small>
      )}
    </>
  )
}

interface CellEditorProps extends Omit<CellProps, 'edit'>, Pick<NonNullable<CellProps['edit']>, 'change'> {
  readonly where: string
}

/** Corrects a cell, and those that are equal: with what it probably means, or with what an admin types. The file does not change. */
function CellEditor({ cell, twins, isBusy, where, change }: CellEditorProps) {
  const { text, question } = cell
  const suggestion = question?.suggestion ?? null
  const [typed, setTyped] = useState(text)
  const canCorrect = !isBusy && typed !== text
  const cells = twins > 1 ? ` (${twins} cells)` : ''
  return (
    <span className="line">
      <input
        className={styles.field}
        aria-label={`Correct ${where}`}
        value={typed}
        maxLength={500}
        onChange={(event) => setTyped(event.target.value)}
        onKeyDown={(event) => event.key === 'Enter' && canCorrect && change(cell, typed)}
      />
      {typed !== text && (
        <Button size="small" disabled={!canCorrect} onClick={() => change(cell, typed)}>
          Correct{cells}
        </Button>
      )}
      {suggestion !== null && typed === text && (
        <Button size="small" disabled={isBusy} onClick={() => change(cell, suggestion)}>
          Use {suggestion}
          {cells}
        </Button>
      )}
    </span>
  )
}
