import { type ChangeEvent, type ReactNode, useState } from 'react'
import { FormActions } from '../../components/forms/form.tsx'
import { TextArea } from '../../components/forms/text-field.tsx'
import { useAction } from '../../components/forms/use-action.ts'
import { Badge } from '../../components/ui/badge.tsx'
import { Button } from '../../components/ui/button.tsx'
import { ErrorBox } from '../../components/ui/errors.tsx'
import { formatCount } from '../../lib/numbers.ts'
import styles from './joining.module.css'

interface ListImportProps<Result> {
  /** The name of the section, for example `Import members`. */
  readonly name: string
  readonly hint: ReactNode
  /** The name of the field. */
  readonly label: string
  readonly placeholder: string
  /** Checks the list, or imports it. */
  readonly send: (csv: string, dryRun: boolean) => Promise<Result>
  readonly fallback: string
  readonly success: string
  /** How many things a checked list would add, with their noun. */
  readonly additionsOf: (result: Result) => { readonly count: number; readonly text: string }
  readonly summaryOf: (result: Result) => string
  readonly rowsOf: (result: Result) => readonly ListedRow[]
}

/** A row of the list, and what becomes of it. */
export interface ListedRow {
  readonly line: number
  readonly title: string
  readonly detail: string
  readonly status: keyof typeof STATUS
  /** What is wrong, or why nothing happens. */
  readonly reasons: readonly string[]
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
export function ListImport<Result extends { readonly dry_run: boolean }>(props: ListImportProps<Result>) {
  const { name, hint, label, placeholder, send, fallback, success, additionsOf, summaryOf, rowsOf } = props
  const [csv, setCsv] = useState('')
  const [result, setResult] = useState<Result | null>(null)
  const check = useAction(async () => setResult(await send(csv, true)), { fallback })
  const run = useAction(async () => setResult(await send(csv, false)), { success, fallback })
  const change = (text: string): void => {
    setCsv(text)
    setResult(null)
  }
  const readFile = async ({ target }: ChangeEvent<HTMLInputElement>): Promise<void> => {
    const file = target.files?.[0]
    if (file !== undefined) change(await file.text())
    target.value = ''
  }
  const error = check.error ?? run.error
  const additions = result?.dry_run === true ? additionsOf(result) : undefined
  const isChecked = additions !== undefined && additions.count > 0
  return (
    <section className={styles.panel} aria-label={name}>
      <p className={styles.muted}>{hint}</p>
      <TextArea
        label={label}
        rows={6}
        placeholder={placeholder}
        spellCheck={false}
        className={styles.csv}
        value={csv}
        onChange={(event) => change(event.target.value)}
      />
      {error !== null && <ErrorBox message={error} />}
      <FormActions>
        <Button
          variant={isChecked ? 'secondary' : 'primary'}
          disabled={csv.trim() === ''}
          pending={check.pending}
          onClick={() => void check.run()}
        >
          Check List
        </Button>
        {isChecked && (
          <Button variant="primary" pending={run.pending} onClick={() => void run.run()}>
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
      {result !== null && <ListedRows rows={rowsOf(result)} />}
    </section>
  )
}

function ListedRows({ rows }: { readonly rows: readonly ListedRow[] }) {
  const sorted = [...rows].sort((a, b) => rankOf(a) - rankOf(b) || a.line - b.line)
  return (
    <>
      <ul className={styles.list} aria-label="Rows of the list">
        {sorted.slice(0, MAX_SHOWN).map(({ line, title, detail, status, reasons }) => (
          <li key={line} className={styles.row}>
            <div className={styles.rowText}>
              <strong>{title === '' ? `Line ${line}` : title}</strong>
              <span className={styles.muted}>
                Line {line}
                {detail !== '' && ` · ${detail}`}
              </span>
              {reasons.map((reason) => (
                <span key={reason} className={hasProblem(status) ? styles.reason : styles.muted}>
                  {reason}
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
