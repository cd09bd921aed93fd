import type { ImportBody, ImportResult, ImportRow } from '@outlast/contract'
import { decodeText } from '@outlast/contract/decode-text'
import { type ChangeEvent, type ReactNode, useState } from 'react'
import { FormActions } from '../../ui/forms/form.tsx'
import { TextArea } from '../../ui/forms/text-field.tsx'
import { useAction } from '../../ui/forms/use-action.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { ErrorBox } from '../../ui/errors.tsx'
import { formatCount } from '../../lib/numbers.ts'
import styles from './joining.module.css'

interface ListImportProps<Result> {
  /** The name of the section, for example `Import members`. */
  readonly name: string
  readonly hint: ReactNode
  /** What an admin must know before an import. */
  readonly note?: ReactNode
  /** The name of the field. */
  readonly label: string
  readonly placeholder: string
  /** More choices, below the list. A changed one needs a new check. */
  readonly options?: (changed: () => void) => ReactNode
  readonly check: (list: List) => Promise<Result>
  /** Asks what must be asked before an import. Resolves to the import; undefined if the admin declines. */
  readonly prepare: (list: List) => Promise<(() => Promise<Result>) | undefined>
  readonly fallback: string
  readonly success: string
  /** How many things a checked list would add, with their noun. */
  readonly additionsOf: (result: Result) => { readonly count: number; readonly text: string }
  readonly summaryOf: (result: Result) => string
  readonly rowsOf: (result: Result) => readonly ListedRow[]
}

/** A list as an admin gave it, with the cells that were corrected here. */
export interface List {
  readonly csv: string
  readonly corrections: readonly Correction[]
}
type Correction = NonNullable<ImportBody['corrections']>[number]

/** What is wrong in a row, or why nothing happens, with the cell to correct. */
interface Reason {
  readonly text: string
  readonly cell: ImportRow['cell']
}

/** A row of the list, and what becomes of it. */
export interface ListedRow {
  readonly line: number
  readonly title: string
  readonly detail: string
  readonly status: keyof typeof STATUS
  readonly reasons: readonly Reason[]
}

const STATUS = {
  new: { label: 'New', tone: 'win' },
  exists: { label: 'Exists', tone: 'neutral' },
  partly: { label: 'Partly', tone: 'warn' },
  invalid: { label: 'Invalid', tone: 'loss' },
} as const

/** Rows with problems come first, because they need a hand; the others stay in the order of the list. */
const PROBLEMS: readonly string[] = ['invalid', 'partly']

const hasProblem = (status: ListedRow['status']): boolean => PROBLEMS.includes(status)
const rankOf = ({ status }: ListedRow): number => (hasProblem(status) ? PROBLEMS.indexOf(status) : PROBLEMS.length)

const MAX_SHOWN = 200

/** Imports a list that an admin pastes or chooses: checks it row by row, then imports it with one click. */
export function ListImport<Result extends Pick<ImportResult, 'dry_run' | 'columns'>>(props: ListImportProps<Result>) {
  const { name, hint, label, placeholder, fallback, success, additionsOf, summaryOf, rowsOf } = props
  const [list, setList] = useState<List>(EMPTY)
  const [result, setResult] = useState<Result | null>(null)
  const check = useAction(async (checked: List) => setResult(await props.check(checked)), { fallback })
  const run = useAction(async (importList: () => Promise<Result>) => setResult(await importList()), { success, fallback })
  const askAndRun = async (): Promise<void> => {
    const importList = await props.prepare(list)
    if (importList !== undefined) await run.run(importList)
  }
  const change = (csv: string): void => {
    setList({ csv, corrections: [] })
    setResult(null)
  }
  /** Corrects a cell and checks the list again. */
  const correct = (correction: Correction): void => {
    const others = list.corrections.filter(({ line, column }) => line !== correction.line || column !== correction.column)
    const corrected = { ...list, corrections: [...others, correction] }
    setList(corrected)
    void check.run(corrected)
  }
  const readFile = async ({ target }: ChangeEvent<HTMLInputElement>): Promise<void> => {
    const file = target.files?.[0]
    if (file !== undefined) change(decodeText(new Uint8Array(await file.arrayBuffer())))
    target.value = ''
  }
  const error = check.error ?? run.error
  const additions = result?.dry_run === true ? additionsOf(result) : undefined
  const isChecked = additions !== undefined && additions.count > 0
  return (
    <section className={styles.panel} aria-label={name}>
      <p className={styles.muted}>{hint}</p>
      {props.note}
      <TextArea
        label={label}
        rows={6}
        placeholder={placeholder}
        spellCheck={false}
        className={styles.csv}
        value={list.csv}
        onChange={(event) => change(event.target.value)}
      />
      {props.options?.(() => setResult(null))}
      {error !== null && <ErrorBox message={error} />}
      <FormActions>
        <Button
          variant={isChecked ? 'secondary' : 'primary'}
          disabled={list.csv.trim() === ''}
          pending={check.pending}
          onClick={() => void check.run(list)}
        >
          Check List
        </Button>
        {isChecked && (
          <Button variant="primary" pending={run.pending} onClick={() => void askAndRun()}>
            Import {additions.text}
          </Button>
        )}
        <label className={styles.file}>
          Choose a file
          <input type="file" accept=".csv,.tsv,.txt,text/csv" onChange={(event) => void readFile(event)} />
        </label>
      </FormActions>
      <p role="status" className={styles.summary}>
        {result !== null && summaryOf(result)}
      </p>
      {result !== null && <UsedColumns columns={result.columns} />}
      {result !== null && (
        <ListedRows rows={rowsOf(result)} correct={result.dry_run ? correct : undefined} isBusy={check.pending} />
      )}
    </section>
  )
}

const EMPTY: List = { csv: '', corrections: [] }

/** Says what the columns of the list are used for, and which are not. */
function UsedColumns({ columns }: Pick<ImportResult, 'columns'>) {
  const ignored = columns.filter(({ used_as: use }) => use === null).map(({ title }) => `“${title}”`)
  const used = columns.flatMap(({ title, used_as: use }) => (use === null ? [] : [`“${title}” as ${use}`]))
  return (
    <p className={styles.muted}>
      Columns: {used.join(', ')}.{ignored.length > 0 && <strong> Not used: {ignored.join(', ')}.</strong>}
    </p>
  )
}

interface ListedRowsProps {
  readonly rows: readonly ListedRow[]
  /** Absent after the import. */
  readonly correct: ((correction: Correction) => void) | undefined
  /** Whether a correction is being checked: only one at a time is. */
  readonly isBusy: boolean
}

function ListedRows({ rows, correct, isBusy }: ListedRowsProps) {
  // Several rows of a turned list have the same line.
  const numbered = rows.map((row, index) => ({ ...row, index }))
  const sorted = numbered.toSorted((a, b) => rankOf(a) - rankOf(b) || a.line - b.line)
  return (
    <>
      <ul className={styles.list} aria-label="Rows of the list">
        {sorted.slice(0, MAX_SHOWN).map(({ line, title, detail, status, reasons, index }) => (
          <li key={index} className={styles.row}>
            <div className={styles.rowText}>
              <strong>{title === '' ? `Line ${line}` : title}</strong>
              <span className={styles.muted}>
                Line {line}
                {detail !== '' && ` · ${detail}`}
              </span>
              {reasons.map(({ text, cell }) => (
                <span key={text} className={hasProblem(status) ? styles.reason : styles.muted}>
                  {text}
                  {cell !== null && correct !== undefined && (
                    <CellFix key={cell.text} cell={cell} correct={correct} isBusy={isBusy} />
                  )}
                </span>
              ))}
            </div>
            <Badge tone={STATUS[status].tone}>{STATUS[status].label}</Badge>
          </li>
        ))}
      </ul>
      {rows.length > MAX_SHOWN && <p className={styles.muted}>and {formatCount(rows.length - MAX_SHOWN, 'more row')}</p>}
    </>
  )
}

interface CellFixProps {
  readonly cell: NonNullable<ImportRow['cell']>
  readonly correct: (correction: Correction) => void
  readonly isBusy: boolean
}

/** Corrects a cell: with what it probably means, or with what an admin types. The file does not change. */
function CellFix({ cell: { line, column, text, suggestion }, correct, isBusy }: CellFixProps) {
  const [typed, setTyped] = useState(text)
  const use = (corrected: string): void => correct({ line, column, text: corrected })
  return (
    <span className={styles.fix}>
      {suggestion !== null && (
        <Button size="small" variant="primary" disabled={isBusy} onClick={() => use(suggestion)}>
          Use {suggestion}
        </Button>
      )}
      <input
        className={styles.fixField}
        aria-label={`Correct line ${line}, column ${column + 1}`}
        value={typed}
        maxLength={500}
        onChange={(event) => setTyped(event.target.value)}
        onKeyDown={(event) => event.key === 'Enter' && !isBusy && use(typed)}
      />
      <Button size="small" disabled={isBusy || typed === text} onClick={() => use(typed)}>
        Correct
      </Button>
    </span>
  )
}
