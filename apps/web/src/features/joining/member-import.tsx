import type { ImportResult, ImportRow } from '@outlast/contract'
import { type ChangeEvent, useState } from 'react'
import { write } from '../../api/client.ts'
import { FormActions } from '../../components/forms/form.tsx'
import { TextArea } from '../../components/forms/text-field.tsx'
import { useAction } from '../../components/forms/use-action.ts'
import { Badge } from '../../components/ui/badge.tsx'
import { Button } from '../../components/ui/button.tsx'
import { ErrorBox } from '../../components/ui/errors.tsx'
import { formatCount } from '../../lib/numbers.ts'
import styles from './joining.module.css'

const EXAMPLE = 'name,email,mobile,entries\nAnn Archer,ann@club.example,+1 555 010 2030,2'
const MAX_SHOWN = 200
const FALLBACK = 'Failed to import members'

/** Imports members from a list: checks it row by row, then creates the accounts with one click. */
export function MemberImport() {
  const [csv, setCsv] = useState('')
  const [result, setResult] = useState<ImportResult | null>(null)
  const check = useAction(async () => setResult(await send(csv, true)), { fallback: FALLBACK })
  const run = useAction(async () => setResult(await send(csv, false)), { success: 'Members imported', fallback: FALLBACK })
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
  const isChecked = result?.dry_run === true && result.counts.new > 0
  return (
    <section className={styles.panel} aria-label="Import members">
      <p className={styles.muted}>
        Do you have a list of members? Paste cells from a spreadsheet, or choose a CSV file. The first line names the columns:
        name, email, and if you like mobile and entries. Each new member gets an invitation by email.
      </p>
      <TextArea
        label="List of members"
        rows={6}
        placeholder={EXAMPLE}
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
            Import {formatCount(result.counts.new, 'Member')}
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
      {result !== null && <ImportRows rows={result.rows} />}
    </section>
  )
}

const send = (csv: string, dry_run: boolean) => write('importMembers', { body: { csv, dry_run } })

function summaryOf({ dry_run, counts }: ImportResult): string {
  const { new: added, exists, invalid, entries } = counts
  const what = `${formatCount(added, 'new member')} with ${formatCount(entries, 'entry', 'entries')}`
  return `${dry_run ? 'Would import' : 'Imported'} ${what}. ${exists} already here, ${invalid} invalid.`
}

const STATUS = {
  new: { label: 'New', tone: 'win' },
  exists: { label: 'Exists', tone: 'neutral' },
  invalid: { label: 'Invalid', tone: 'loss' },
} as const

/** The rows with problems come first, because they need a hand. */
function ImportRows({ rows }: { readonly rows: readonly ImportRow[] }) {
  const sorted = [...rows].sort((a, b) => Number(b.status === 'invalid') - Number(a.status === 'invalid') || a.line - b.line)
  return (
    <>
      <ul className={styles.list} aria-label="Rows of the list">
        {sorted.slice(0, MAX_SHOWN).map((row) => (
          <li key={row.line} className={styles.row}>
            <div className={styles.rowText}>
              <strong>{row.name === '' ? `Line ${row.line}` : row.name}</strong>
              <span className={styles.muted}>
                Line {row.line} · {row.email}
                {row.entries.length > 0 && ` · ${row.entries.join(', ')}`}
              </span>
              {row.reason !== null && (
                <span className={row.status === 'invalid' ? styles.reason : styles.muted}>{row.reason}</span>
              )}
            </div>
            <Badge tone={STATUS[row.status].tone}>{STATUS[row.status].label}</Badge>
          </li>
        ))}
      </ul>
      {rows.length > MAX_SHOWN && <p className={styles.muted}>and {formatCount(rows.length - MAX_SHOWN, 'more row')}</p>}
    </>
  )
}
