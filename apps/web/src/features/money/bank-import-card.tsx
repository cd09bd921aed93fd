import { entryLabel } from '@outlast/contract/entry-label'
import type { ImportedPayment, ImportedPayments } from '@outlast/contract'
import { type ChangeEvent, type ReactNode, useState } from 'react'
import { write } from '../../api/client.ts'
import { WindowedRows } from '../../desk/windowed-rows.tsx'
import { useAction } from '../../ui/forms/use-action.ts'
import { TextField } from '../../ui/forms/text-field.tsx'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { ErrorText } from '../../ui/errors.tsx'
import { pluralize } from '../../lib/numbers.ts'
import styles from './money.module.css'

const TONES = { match: 'win', problem: 'warn', skipped: 'neutral' } as const
const LABELS = { match: 'Payment', problem: 'Look at it', skipped: 'Skipped' } as const

/** Matches a bank's CSV file with what entries owe: first a dry run, row by row, then one click. */
export function BankImportCard({ refresh }: { readonly refresh: () => void }): ReactNode {
  const [csv, setCsv] = useState<string | null>(null)
  const [result, setResult] = useState<ImportedPayments | null>(null)
  const send = useAction((text: string, dryRun: boolean) => write('importPayments', { body: { csv: text, dry_run: dryRun } }), {
    fallback: 'Failed to read the file',
  })
  const choose = async ({ target }: ChangeEvent<HTMLInputElement>): Promise<void> => {
    const file = target.files?.[0]
    if (file === undefined) return
    const text = await file.text()
    setCsv(text)
    setResult((await send.run(text, true)) ?? null)
  }
  const record = async (): Promise<void> => {
    if (csv === null) return
    const recorded = await send.run(csv, false)
    if (recorded === undefined) return
    setResult(recorded)
    refresh()
  }
  return (
    <Card title="Match your bank’s file">
      <div className={styles.stack}>
        <p className={styles.muted}>
          Download your account’s transactions as CSV. A payment is found by its reference. Nothing is recorded until you agree.
        </p>
        <TextField
          label="CSV file of your bank"
          type="file"
          accept=".csv,text/csv,text/plain"
          onChange={(event) => void choose(event)}
        />
        <ErrorText>{send.error}</ErrorText>
        {result !== null && <Result result={result} pending={send.pending} onRecord={record} />}
      </div>
    </Card>
  )
}

interface ResultProps {
  readonly result: ImportedPayments
  readonly pending: boolean
  readonly onRecord: () => unknown
}

function Result({ result, pending, onRecord }: ResultProps) {
  const { rows, matches, problems, skipped, recorded } = result
  const count = (number: number) => `${number} ${pluralize(number, 'payment', 'payments')}`
  return (
    <>
      <p role="status">
        {result.dry_run ? `${count(matches)} found, ${problems} to look at, ${skipped} skipped.` : `${count(recorded)} recorded.`}
      </p>
      <div className={styles.rows} role="list" aria-label="Rows of the file">
        <WindowedRows rows={rows} rowKey={({ line }) => line} render={(row) => <Row row={row} />} />
      </div>
      {result.dry_run && matches > 0 && (
        <div className={styles.row}>
          <Button variant="primary" pending={pending} onClick={onRecord}>
            Record {count(matches)}
          </Button>
        </div>
      )}
    </>
  )
}

function Row({ row }: { readonly row: ImportedPayment }) {
  return (
    <div className={styles.bankRow} role="listitem">
      <span className={styles.row}>
        <Badge tone={TONES[row.status]}>{LABELS[row.status]}</Badge>
        <span>
          Line {row.line}
          {row.entry_name !== null && `: ${entryLabel({ name: row.entry_name, user_name: row.user_name ?? 'a deleted member' })}`}
        </span>
      </span>
      {row.reason !== null && <span>{row.reason}</span>}
      <span className={styles.muted}>{row.text}</span>
    </div>
  )
}
