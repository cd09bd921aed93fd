import type { AdminEntry } from '@outlast/contract'
import type { MouseEvent } from 'react'
import { write } from '../../api/client.ts'
import { EditConflict } from '../../desk/admin-list.tsx'
import { useRowEdit } from '../../desk/row-edits.tsx'
import { useTopicView } from '../../live/use-topic.ts'
import { toast } from '../../ui/toast.tsx'
import { SelectField } from '../../ui/forms/select-field.tsx'
import { TextField } from '../../ui/forms/text-field.tsx'
import { Button } from '../../ui/button.tsx'
import { ErrorText } from '../../ui/errors.tsx'
import { PAYMENT_TYPES, type PaymentType, settledText, typeLabel } from './payment-list.ts'
import styles from './payments.module.css'

/** A row of the payments table. */
export interface PaymentRow {
  readonly entry: AdminEntry
  /** The default date of a payment, `YYYY-MM-DD`. */
  readonly today: string
  /** Reloads the list after a change without a live view. */
  readonly refresh: () => void
}

interface PaymentValues {
  readonly is_paid: boolean
  readonly payment_type: PaymentType | ''
  /** An empty date means today. */
  readonly paid_date: string
}

const TYPE_OPTIONS = [{ value: '', label: 'Choose…' }, ...PAYMENT_TYPES.map((type) => ({ value: type, label: typeLabel(type) }))]
const TYPE_REQUIRED = 'Choose a payment type: venmo, paypal, square or cash'

function usePayment({ entry }: PaymentRow) {
  const { is_paid, payment_type, paid_date } = entry
  return useRowEdit<PaymentValues>(String(entry.id), { is_paid, payment_type: payment_type ?? '', paid_date: paid_date ?? '' })
}

const rowName = ({ entry }: PaymentRow): string => `${entry.name} of ${entry.user_name}`

/** The payment type, editable while the entry is unpaid. Unsaved edits stay visible when another admin marks the entry paid. */
export function PaymentTypeCell(row: PaymentRow) {
  const { values, dirty, pending, set } = usePayment(row)
  if (row.entry.is_paid && !dirty) return row.entry.payment_type === null ? '–' : typeLabel(row.entry.payment_type)
  return (
    <SelectField
      hideLabel
      small
      label={`Payment type: ${rowName(row)}`}
      options={TYPE_OPTIONS}
      value={values.payment_type}
      disabled={pending}
      onChange={(event) => set({ payment_type: event.target.value as PaymentType | '' })}
    />
  )
}

/** The payment date, editable while the entry is unpaid. */
export function PaidDateCell(row: PaymentRow) {
  const { values, dirty, pending, set } = usePayment(row)
  const { entry, today } = row
  if (entry.is_paid && !dirty) return <time dateTime={entry.paid_date ?? ''}>{entry.paid_date ?? '–'}</time>
  return (
    <TextField
      hideLabel
      small
      label={`Paid date: ${rowName(row)}`}
      type="date"
      min="2000-01-01"
      max="2100-12-31"
      value={values.paid_date === '' ? today : values.paid_date}
      disabled={pending}
      readOnly={entry.is_paid}
      onChange={(event) => set({ paid_date: event.target.value })}
    />
  )
}

/** The button that marks an entry paid or unpaid. */
export function PaymentActionCell(row: PaymentRow) {
  const { entry, today, refresh } = row
  const edit = usePayment(row)
  const currency = useTopicView('pool', (pool) => pool.rules.currency) ?? null
  const toggle = async ({ currentTarget }: MouseEvent<HTMLElement>): Promise<void> => {
    const { payment_type, paid_date } = edit.values
    if (!entry.is_paid && payment_type === '') {
      currentTarget.closest('[role="row"]')?.querySelector('select')?.focus()
      return edit.showError(TYPE_REQUIRED)
    }
    const body = entry.is_paid ? { is_paid: false } : { is_paid: true, payment_type, paid_date: paid_date || today }
    const call = { params: { id: entry.id }, body, ifMatch: entry.version }
    const save = async (): Promise<void> => {
      const { settled } = await write('setPayment', call)
      toast(settledText(settled, currency))
    }
    if (await edit.run(save, { fallback: 'Failed to update payment' })) refresh()
  }
  return (
    <Button
      size="small"
      className={styles.action}
      variant={entry.is_paid ? 'secondary' : 'primary'}
      pending={edit.pending}
      aria-label={`${entry.is_paid ? 'Mark unpaid' : 'Mark paid'}: ${rowName(row)}`}
      onClick={toggle}
    >
      {entry.is_paid ? 'Mark unpaid' : 'Mark paid'}
    </Button>
  )
}

/** The row's error, and a warning when another admin changed the row. */
export function PaymentNote(row: PaymentRow) {
  const { conflicts, error, discard } = usePayment(row)
  return (
    <>
      {conflicts.length > 0 && <EditConflict current={describePayment(row.entry)} rowName={rowName(row)} onDiscard={discard} />}
      <ErrorText>{error}</ErrorText>
    </>
  )
}

function describePayment({ is_paid, payment_type, paid_date }: AdminEntry): string {
  if (!is_paid) return 'It is now unpaid.'
  return `It is now paid: ${[payment_type && typeLabel(payment_type), paid_date].filter(Boolean).join(', ')}.`
}
