import { entryLabel } from '@outlast/contract/entry-label'
import { formatMoney } from '@outlast/contract/money'
import type { CallInput, ImportedPayment, ImportedPayments } from '@outlast/contract'
import { decodeText } from '@outlast/contract/decode-text'
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

const TONES = { match: 'win', proposed: 'win', problem: 'warn', skipped: 'neutral' } as const
const LABELS = { match: 'Payment', proposed: 'Proposed', problem: 'Look at it', skipped: 'Skipped' } as const

type Take = NonNullable<CallInput<'importPayments'>['body']['take']>
type Proposal = ImportedPayment['proposals'][number]

/** Matches a statement with what entries owe: first a dry run, row by row, then one click, or one for each row that is proposed. */
export function BankImportCard({ refresh }: { readonly refresh: () => void }): ReactNode {
  const [csv, setCsv] = useState<string | null>(null)
  const [result, setResult] = useState<ImportedPayments | null>(null)
  const [left, setLeft] = useState<ReadonlySet<number>>(new Set())
  const check = useAction((text: string) => write('importPayments', { body: { csv: text, dry_run: true } }), {
    fallback: 'Failed to read the file',
  })
  const record = useAction(
    (text: string, take?: Take) =>
      write('importPayments', { body: { csv: text, dry_run: false, ...(take !== undefined && { take }) } }),
    { fallback: 'Failed to record the payments' },
  )
  const choose = async ({ target }: ChangeEvent<HTMLInputElement>): Promise<void> => {
    const file = target.files?.[0]
    if (file === undefined) return
    const text = decodeText(new Uint8Array(await file.arrayBuffer()))
    setCsv(text)
    setLeft(new Set())
    setResult((await check.run(text)) ?? null)
  }
  const recordRows = async (take?: Take): Promise<void> => {
    if (csv === null) return
    const recorded = await record.run(csv, take)
    if (recorded === undefined) return
    // The answer to a line that was taken says what is still to do.
    setResult({ ...recorded, dry_run: take !== undefined })
    refresh()
  }
  const takeRow = ({ line }: ImportedPayment, proposal: Proposal): Promise<void> =>
    recordRows([{ line, entries: proposal.map(({ entry_id, cents }) => ({ entry_id, cents })) }])
  return (
    <Card title="Match your bank’s file">
      <div className={styles.stack}>
        <p className="note">
          Download the transactions of your bank, Venmo or PayPal as CSV. A payment is found by its reference, or proposed by the
          payer’s name. Nothing is recorded until you agree.
        </p>
        <TextField
          label="CSV file of your bank"
          type="file"
          accept=".csv,.tsv,.txt,text/csv,text/plain"
          onChange={(event) => void choose(event)}
        />
        <ErrorText>{check.error ?? record.error}</ErrorText>
        {result !== null && (
          <Result
            result={result}
            left={left}
            pending={record.pending}
            onRecord={() => recordRows()}
            onTake={takeRow}
            onLeave={({ line }) => setLeft(new Set([...left, line]))}
          />
        )}
      </div>
    </Card>
  )
}

interface RowActions {
  readonly pending: boolean
  readonly onTake: (row: ImportedPayment, proposal: Proposal) => unknown
  readonly onLeave: (row: ImportedPayment) => unknown
}

interface ResultProps extends RowActions {
  readonly result: ImportedPayments
  /** The lines of which the admin said “Not this”. */
  readonly left: ReadonlySet<number>
  readonly onRecord: () => unknown
}

function Result({ result, left, onRecord, ...actions }: ResultProps) {
  const { rows, currency, matches, recorded } = result
  const open = rows.filter(({ line }) => !left.has(line))
  const number = (status: ImportedPayment['status']) => open.filter((row) => row.status === status).length
  const some = (of: number, what: string) => (of > 0 ? `${of} ${what}, ` : '')
  const count = (of: number) => `${of} ${pluralize(of, 'payment', 'payments')}`
  const reasons = Map.groupBy(
    rows.filter(({ status }) => status === 'skipped'),
    ({ reason }) => reason ?? '',
  )
  return (
    <>
      <p role="status">
        {(!result.dry_run || recorded > 0) && `${count(recorded)} recorded. `}
        {result.dry_run &&
          `${count(matches)} found, ${some(number('proposed'), 'proposed')}${some(rows.length - open.length, 'not taken')}${number('problem')} to look at, ${number('skipped')} skipped.`}
      </p>
      {reasons.size > 0 && (
        <ul className="note" aria-label="Why rows are skipped">
          {[...reasons].map(([reason, of]) => (
            <li key={reason}>
              {of.length} × {reason}
            </li>
          ))}
        </ul>
      )}
      <div className={styles.rows} role="list" aria-label="Rows of the file">
        <WindowedRows
          rows={rows}
          rowKey={({ line }) => line}
          render={(row) => <Row row={row} currency={currency} isLeft={left.has(row.line)} {...actions} />}
        />
      </div>
      {result.dry_run && matches > 0 && (
        <div className="line">
          <Button variant="primary" pending={actions.pending} onClick={onRecord}>
            Record {count(matches)}
          </Button>
        </div>
      )}
    </>
  )
}

interface RowProps extends RowActions {
  readonly row: ImportedPayment
  readonly currency: string | null
  readonly isLeft: boolean
}

function Row({ row, isLeft, ...actions }: RowProps) {
  return (
    <div className={styles.bankRow} role="listitem">
      <span className="line">
        <Badge tone={isLeft ? 'neutral' : TONES[row.status]}>{isLeft ? 'Not taken' : LABELS[row.status]}</Badge>
        <span>
          Line {row.line}
          {row.entry_name !== null && `: ${entryLabel({ name: row.entry_name, user_name: row.user_name ?? 'a deleted member' })}`}
        </span>
      </span>
      {row.reason !== null && <span>{row.reason}</span>}
      <span className="note">{row.text}</span>
      {!isLeft && row.proposals.length > 0 && <Proposals row={row} {...actions} />}
    </div>
  )
}

function Proposals({ row, currency, pending, onTake, onLeave }: Omit<RowProps, 'isLeft'>) {
  const nameOf = ({ entry_name: name, user_name, cents }: Proposal[number]) =>
    `${formatMoney(cents, currency)} for ${entryLabel({ name, user_name: user_name ?? 'a deleted member' })}`
  return (
    <>
      {row.proposals.map((proposal) => {
        const paid = proposal.map(nameOf).join(', ')
        return (
          <span key={paid} className="line">
            <span>{paid}</span>
            <Button
              size="small"
              pending={pending}
              aria-label={`Take line ${row.line}: ${paid}`}
              onClick={() => onTake(row, proposal)}
            >
              Take
            </Button>
          </span>
        )
      })}
      <span className="line">
        <Button size="small" variant="quiet" aria-label={`Not this: line ${row.line}`} onClick={() => onLeave(row)}>
          Not this
        </Button>
      </span>
    </>
  )
}
