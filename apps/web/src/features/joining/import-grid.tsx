import type { ImportBody, ImportResult } from '@outlast/contract'
import { useState } from 'react'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { VisuallyHidden } from '../../ui/screen-reader.tsx'
import { scrollRegion } from '../../ui/table/data-table-rows.tsx'
import { formatCount } from '../../lib/numbers.ts'
import { type GridCell, type GridLine, gridLines, type GridStatus, type Mark } from './grid-lines.ts'
import styles from './import-grid.module.css'

export type Correction = NonNullable<ImportBody['corrections']>[number]

const STATUS = {
  new: { label: 'New', tone: 'win' },
  exists: { label: 'Exists', tone: 'neutral' },
  partly: { label: 'Partly', tone: 'warn' },
  invalid: { label: 'Invalid', tone: 'loss' },
} as const satisfies Record<GridStatus, object>

const MAX_SHOWN = 200

interface ImportGridProps {
  readonly result: Pick<ImportResult, 'sheet' | 'columns'>
  readonly marks: readonly Mark[]
  readonly corrections: readonly Correction[]
  /** Replaces the corrections and checks the list again. Absent after the import. */
  readonly correct: ((corrections: readonly Correction[]) => void) | undefined
  /** Whether corrections are being checked: one check at a time. */
  readonly isBusy: boolean
}

/** The list as it is written. Cells that need a decision are marked and corrected where they are; their lines come first. */
export function ImportGrid({ result: { sheet, columns }, marks, corrections, correct, isBusy }: ImportGridProps) {
  const [header, ...body] = sheet
  if (header === undefined) return null
  // A list whose columns are members has their names in its header.
  const isHeaderMarked = marks.some(({ line }) => line === header.line)
  const lines = gridLines(isHeaderMarked ? sheet : body, marks, corrections)
  const titles = header.cells.map((title, index) => {
    const known = columns.find(({ line, column }) => line === header.line && column === index)
    return { title, usedAs: known?.used_as ?? null, isUnused: known?.used_as === null }
  })
  const change = (cell: GridCell, text: string | null) => correct?.(corrected(corrections, [cell], text))
  const accept = (cell: GridCell, suggestion: string) => correct?.(corrected(corrections, alike(lines, cell), suggestion))
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
                    <small>{isUnused ? 'not used' : usedAs}</small>
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {lines.slice(0, MAX_SHOWN).map((line) => (
                <tr key={line.line}>
                  <LineStatus line={line} />
                  {line.cells.map((cell, column) => (
                    <td key={column} data-mark={markOf(cell)} data-empty={cell.text === '' || undefined}>
                      <span className={styles.title}>{titles[column]?.usedAs ?? titles[column]?.title}</span>
                      <Cell cell={cell} twins={alike(lines, cell).length} isBusy={isBusy} edit={correct && { change, accept }} />
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      </div>
      {lines.length > MAX_SHOWN && <p className={styles.more}>and {formatCount(lines.length - MAX_SHOWN, 'more line')}</p>}
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

/** How a cell is marked: it needs a decision, it was corrected, or it is read as something else than its text. */
function markOf({ problem, correction, means, text }: GridCell): 'open' | 'corrected' | 'read' | undefined {
  if (problem !== null) return 'open'
  if (correction !== undefined) return 'corrected'
  return means !== null && means !== text ? 'read' : undefined
}

interface CellProps {
  readonly cell: GridCell
  /** How many cells have the same text and the same suggestion. */
  readonly twins: number
  readonly isBusy: boolean
  readonly edit:
    | {
        readonly change: (cell: GridCell, text: string | null) => void
        readonly accept: (cell: GridCell, suggestion: string) => void
      }
    | undefined
}

function Cell({ cell, twins, isBusy, edit }: CellProps) {
  const { text, means, problem, correction } = cell
  const where = `line ${cell.line}, column ${cell.column + 1}`
  return (
    <>
      {problem === null || edit === undefined ? (
        <span>{text}</span>
      ) : (
        <CellEditor key={text} cell={cell} twins={twins} isBusy={isBusy} where={where} {...edit} />
      )}
      {markOf(cell) === 'read' && <small>{means}</small>}
      {problem !== null && <small className={styles.problem}>{problem}</small>}
      {correction !== undefined && (
        <small>
          was “{correction.was}”{' '}
          {edit !== undefined && (
            <button
              type="button"
              className={styles.undo}
              disabled={isBusy}
              aria-label={`Undo the correction of ${where}`}
              onClick={() => edit.change(cell, null)}
            >
              Undo
            </button>
          )}
        </small>
      )}
    </>
  )
}

interface CellEditorProps extends Omit<CellProps, 'edit'>, NonNullable<CellProps['edit']> {
  readonly where: string
}

/** Corrects a cell: with what it probably means, or with what an admin types. The file does not change. */
function CellEditor({ cell, twins, isBusy, where, change, accept }: CellEditorProps) {
  const { text, suggestion } = cell
  const [typed, setTyped] = useState(text)
  const canCorrect = !isBusy && typed !== text
  return (
    <span className={styles.editor}>
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
          Correct
        </Button>
      )}
      {suggestion !== null && typed === text && (
        <Button size="small" variant="primary" disabled={isBusy} onClick={() => accept(cell, suggestion)}>
          Use {suggestion}
          {twins > 1 && ` (${twins} cells)`}
        </Button>
      )}
    </span>
  )
}

/** The cells that need the same decision: they have the same text, and the same was probably meant. */
function alike(lines: readonly GridLine[], { text, suggestion }: GridCell): readonly GridCell[] {
  if (suggestion === null) return []
  return lines.flatMap(({ cells }) => cells.filter((cell) => cell.text === text && cell.suggestion === suggestion))
}

/** Corrects cells, or takes their corrections back with null. Keeps what the file has in each. */
function corrected(corrections: readonly Correction[], cells: readonly GridCell[], text: string | null): readonly Correction[] {
  const others = corrections.filter(({ line, column }) => !cells.some((cell) => cell.line === line && cell.column === column))
  if (text === null) return others
  return [
    ...others,
    ...cells.map(({ line, column, text: now, correction }) => ({ line, column, text, was: correction?.was ?? now })),
  ]
}
