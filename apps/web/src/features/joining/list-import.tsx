import type { ImportResult } from '@outlast/contract'
import { type ListSheet, readListFile } from '@outlast/contract/read-list-file'
import { type ChangeEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { FormActions } from '../../ui/forms/form.tsx'
import { TextArea } from '../../ui/forms/text-field.tsx'
import { useAction } from '../../ui/forms/use-action.ts'
import { Button } from '../../ui/button.tsx'
import { ErrorBox } from '../../ui/errors.tsx'
import { formatCount } from '../../lib/numbers.ts'
import { SelectField } from '../../ui/forms/select-field.tsx'
import { type CheckedList, type Correction, corrected, type Mark } from './grid-lines.ts'
import { ImportGrid } from './import-grid.tsx'
import { ImportQuestions } from './import-questions.tsx'
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
  /** The list that the field starts with. */
  readonly initial?: string | undefined
  /** Called with a list that was imported. */
  readonly onImported?: ((csv: string) => void) | undefined
  readonly fallback: string
  readonly success: string
  /** How many things a checked list would add, with their noun. */
  readonly additionsOf: (result: Result) => { readonly count: number; readonly text: string }
  readonly summaryOf: (result: Result) => string
  /** What an admin should see before anything is written, below the questions. */
  readonly findingsOf?: (result: Result) => ReactNode
  /** What the check says about the cells and lines of the list. */
  readonly marksOf: (result: Result) => readonly Mark[]
}

/** A list as an admin gave it, with the cells that were corrected here. */
export interface List {
  readonly csv: string
  readonly corrections: readonly Correction[]
}

/** Imports a list that an admin pastes or chooses: checks it row by row, then imports it with one click. */
export function ListImport<Result extends CheckedList & Pick<ImportResult, 'dry_run'>>(props: ListImportProps<Result>) {
  const { name, hint, label, placeholder, fallback, success, additionsOf, summaryOf, marksOf } = props
  const [list, setList] = useState<List>({ csv: props.initial ?? '', corrections: [] })
  const [result, setResult] = useState<Result | null>(null)
  const check = useAction(async (checked: List) => setResult(await props.check(checked)), { fallback })
  const run = useAction(
    async (importList: () => Promise<Result>) => {
      setResult(await importList())
      props.onImported?.(list.csv)
    },
    { success, fallback },
  )
  const askAndRun = async (): Promise<void> => {
    const importList = await props.prepare(list)
    if (importList !== undefined) await run.run(importList)
  }
  const [sheets, setSheets] = useState<readonly ListSheet[]>([])
  const [problem, setProblem] = useState<string | null>(null)
  /** Corrections stay where the changed list still has what they corrected. */
  const change = (csv: string): void => {
    setList(({ corrections }) => ({ csv, corrections }))
    setResult(null)
    setProblem(null)
  }
  /** Corrects cells and checks the list again. */
  const correct = (corrections: readonly Correction[]): void => {
    const corrected = { ...list, corrections }
    setList(corrected)
    void check.run(corrected)
  }
  const readFile = async ({ target }: ChangeEvent<HTMLInputElement>): Promise<void> => {
    const file = target.files?.[0]
    const read = file && (await readListFile(new Uint8Array(await file.arrayBuffer())))
    target.value = ''
    if (read === undefined) return
    const found = 'sheets' in read ? read.sheets : []
    setSheets(found)
    change(found[0]?.csv ?? '')
    setProblem('problem' in read ? read.problem : null)
  }
  const section = useRef<HTMLElement>(null)
  const hasResult = result !== null
  // The page makes room for the list, which moves it.
  useEffect(() => {
    if (hasResult) section.current?.querySelector('[role=status]')?.scrollIntoView({ block: 'nearest' })
  }, [hasResult])
  const error = problem ?? check.error ?? run.error
  const additions = result?.dry_run === true ? additionsOf(result) : undefined
  const isChecked = additions !== undefined && additions.count > 0
  return (
    <section ref={section} className="stack4" aria-label={name}>
      <p className="note">{hint}</p>
      {props.note}
      <TextArea
        label={label}
        rows={6}
        placeholder={placeholder}
        spellCheck={false}
        className={styles.csv}
        value={list.csv}
        onChange={(event) => {
          setSheets([])
          change(event.target.value)
        }}
      />
      {sheets.length > 1 && (
        <SelectField
          label="Sheet of the file"
          options={sheets.map(({ name: title }, index) => ({ value: index, label: title }))}
          onChange={({ target }) => change(sheets[Number(target.value)]?.csv ?? '')}
        />
      )}
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
          <input type="file" accept=".xlsx,.csv,.tsv,.txt,text/csv" onChange={(event) => void readFile(event)} />
        </label>
      </FormActions>
      <p role="status" className={styles.summary}>
        {result !== null && summaryOf(result)}
      </p>
      {result !== null && (
        <ImportQuestions
          questions={result.questions}
          isBusy={check.pending}
          answer={result.dry_run ? (made) => correct(corrected(list.corrections, made)) : undefined}
        />
      )}
      {result !== null && props.findingsOf?.(result)}
      {result !== null && <Unused result={result} />}
      {result !== null && (
        <ImportGrid
          result={result}
          marks={marksOf(result)}
          corrections={list.corrections}
          correct={result.dry_run ? correct : undefined}
          isBusy={check.pending}
        />
      )}
    </section>
  )
}

/** Says which columns, lines and cells of the list are not used. The grid says what the others are. */
function Unused({ result: { columns, sheet } }: { readonly result: CheckedList }) {
  const ignored = columns.filter(({ used_as: use }) => use === null).map(({ title }) => `“${title}”`)
  const linesWith = (kind: 'total' | 'note') => sheet.filter(({ as }) => as.includes(kind)).length
  const surplus = sheet.reduce((sum, { as }) => sum + as.filter((kind) => kind === 'surplus').length, 0)
  const others = [
    [linesWith('total'), formatCount(linesWith('total'), 'line of totals', 'lines of totals')],
    [linesWith('note'), formatCount(linesWith('note'), 'note')],
    [surplus, `${formatCount(surplus, 'cell')} without a heading`],
  ] as const
  const unused = [...ignored, ...others.flatMap(([count, text]) => (count > 0 ? [text] : []))]
  return unused.length > 0 && <p className="note">Not used: {unused.join(', ')}.</p>
}
