import { entryLabel } from '@outlast/contract/entry-label'
import type { AdminEntry, CallInput, EntryBalance } from '@outlast/contract'
import { createContext, type MouseEvent, use } from 'react'
import { Link } from 'wouter'
import { write } from '../../api/client.ts'
import { EditConflict } from '../../desk/admin-list.tsx'
import { useRowEdit } from '../../desk/row-edits.tsx'
import { toast } from '../../ui/toast.tsx'
import { SelectField } from '../../ui/forms/select-field.tsx'
import { TextField } from '../../ui/forms/text-field.tsx'
import { Button } from '../../ui/button.tsx'
import { ErrorText } from '../../ui/errors.tsx'
import { formatAmounts } from '@outlast/contract/money'
import { balanceText, PAYMENT_TYPES, type PaymentType, settledText, typeLabel } from './payment-list.ts'
import styles from './payments.module.css'

/** A row of the payments table. */
export interface PaymentRow {
  readonly entry: AdminEntry
  /** The default date of a payment, `YYYY-MM-DD`. */
  readonly today: string
  /** What it owes; undefined until that is loaded. */
  readonly balance: EntryBalance | undefined
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

export const rowName = ({ entry }: PaymentRow): string => `${entry.name} of ${entry.user_name}`

/** The selected entries. Apart from the rows, which render in the background, so that a box shows a click at once. */
export interface Selection {
  readonly ids: ReadonlySet<number>
  /** Selects an entry, or no longer. */
  readonly toggle: (id: number) => void
}

export const SelectionContext = createContext<Selection>({ ids: new Set(), toggle: () => undefined })

/** The member's name, with the box that selects the row. */
export function SelectCell({ withName = true, ...row }: PaymentRow & { readonly withName?: boolean }) {
  const { entry } = row
  const { ids, toggle } = use(SelectionContext)
  return (
    <label className={styles.select} title={entry.user_name}>
      <input
        type="checkbox"
        aria-label={`Select ${rowName(row)}`}
        checked={ids.has(entry.id)}
        onChange={() => toggle(entry.id)}
      />
      {withName && <span className={styles.name}>{entry.user_name}</span>}
    </label>
  )
}

/** The same on a phone, whose line says the name. */
export const SelectBox = (row: PaymentRow) => <SelectCell {...row} withName={false} />

/** A row on a phone: whom it is about, and what is left. */
export function PaymentLine({ entry, balance }: PaymentRow) {
  const left = balance === undefined ? { text: entry.is_paid ? 'Paid' : 'Unpaid', isOpen: !entry.is_paid } : balanceText(balance)
  return (
    <>
      <Link className={styles.nameLink} to={`/entry/${entry.id}`}>
        {entryLabel(entry)}
      </Link>
      <span className={left.isOpen ? 'warn' : 'muted'}>
        {entry.payment_claimed_at === null ? left.text : `Says paid · ${left.text}`}
      </span>
    </>
  )
}

/** The entry's name, which leads to its page. */
export function EntryCell({ entry: { id, name } }: PaymentRow) {
  return (
    <strong className={styles.name} title={name}>
      <Link to={`/entry/${id}`}>{name}</Link>
    </strong>
  )
}

/** What the entry owes in total. */
export function AmountCell({ balance }: PaymentRow) {
  return balance === undefined ? '…' : formatAmounts(balance.asked, balance.currency)
}

/** The amount still due, or the credit. */
export function BalanceCell({ balance }: PaymentRow) {
  if (balance === undefined) return '…'
  const { text, isOpen } = balanceText(balance)
  return <span className={isOpen ? 'warn' : 'muted'}>{text}</span>
}

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

/** The answer to a member who says “I have paid”. */
function ClaimActions(row: PaymentRow) {
  const { entry, refresh } = row
  const edit = usePayment(row)
  const confirm = async (): Promise<void> => {
    const save = () => write('confirmPayments', { body: { entry_ids: [entry.id] } })
    if (await edit.run(save, { success: '1 payment recorded', fallback: 'Failed to confirm the payment' })) refresh()
  }
  const decline = async (): Promise<void> => {
    const save = () => write('declinePaymentClaim', { params: { id: entry.id } })
    const messages = { success: 'Declined: the entry is still unpaid', fallback: 'Failed to decline the payment' }
    if (await edit.run(save, messages)) refresh()
  }
  return (
    <span className={styles.actions}>
      <Button size="small" pending={edit.pending} aria-label={`Confirm: ${rowName(row)}`} onClick={confirm}>
        Confirm
      </Button>
      <Button size="small" pending={edit.pending} aria-label={`Decline: ${rowName(row)}`} onClick={decline}>
        Decline
      </Button>
    </span>
  )
}

/** What takes one tap on a phone: the answer to a claim, or cash. */
export const QuickActions = (row: PaymentRow) =>
  row.entry.payment_claimed_at === null ? <PaymentButtons {...row} only="cash" /> : <ClaimActions {...row} />

/** The answer to a claim, or the buttons that record a payment. */
export const PaymentActionCell = (row: PaymentRow) =>
  row.entry.payment_claimed_at === null ? <PaymentButtons {...row} /> : <ClaimActions {...row} />

/** The button that marks an entry paid or unpaid, and the one for cash. */
function PaymentButtons({ only, ...row }: PaymentRow & { readonly only?: 'cash' }) {
  const { entry, balance, today, refresh } = row
  const edit = usePayment(row)
  const send = async (body: CallInput<'setPayment'>['body']): Promise<void> => {
    const save = async (): Promise<void> => {
      const { settled } = await write('setPayment', { params: { id: entry.id }, body, ifMatch: entry.version })
      toast(settledText(settled))
    }
    if (await edit.run(save, { fallback: 'Failed to update payment' })) refresh()
  }
  const toggle = ({ currentTarget }: MouseEvent<HTMLElement>): unknown => {
    if (entry.is_paid) return send({ is_paid: false })
    const { payment_type, paid_date } = edit.values
    if (payment_type === '' || payment_type === 'bank') {
      currentTarget.closest('tr')?.querySelector('select')?.focus()
      return edit.showError(TYPE_REQUIRED)
    }
    return send({ is_paid: true, payment_type, paid_date: paid_date || today })
  }
  const owes = !entry.is_paid || (balance?.due_cents ?? 0) > 0
  return (
    <span className={styles.actions}>
      {owes && (
        <Button
          size="small"
          pending={edit.pending}
          aria-label={`Cash: ${rowName(row)}`}
          title="Record that it paid all that it owes in cash"
          onClick={() =>
            send({ is_paid: true, payment_type: 'cash', ...(entry.is_paid ? {} : { paid_date: edit.values.paid_date || today }) })
          }
        >
          Cash
        </Button>
      )}
      {only === undefined && (
        <Button
          size="small"
          className={styles.action}
          pending={edit.pending}
          aria-label={`${entry.is_paid ? 'Mark unpaid' : 'Mark paid'}: ${rowName(row)}`}
          onClick={toggle}
        >
          {entry.is_paid ? 'Mark unpaid' : 'Mark paid'}
        </Button>
      )}
    </span>
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
