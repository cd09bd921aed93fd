import { entryLabel } from '@outlast/contract/entry-label'
import { decimalsOf, formatAmounts, formatMoney, type Money, plainAmount } from '@outlast/contract/money'
import { useState } from 'react'
import { write } from '../../api/client.ts'
import { parseAmount, pluralize } from '../../lib/numbers.ts'
import { Button } from '../../ui/button.tsx'
import { ErrorText } from '../../ui/errors.tsx'
import { SelectField } from '../../ui/forms/select-field.tsx'
import { TextField } from '../../ui/forms/text-field.tsx'
import { useAction } from '../../ui/forms/use-action.ts'
import { toast } from '../../ui/toast.tsx'
import type { PaymentRow } from './payment-cells.tsx'
import { PAYMENT_TYPES, type PaymentType, typeLabel } from './payment-list.ts'
import styles from './payments.module.css'

interface SelectionBarProps {
  readonly rows: readonly PaymentRow[]
  /** What the rows have left to pay. */
  readonly due: readonly Money[]
  readonly onClear: () => void
  /** Called with the ids of the entries that an action was about when it has ended. */
  readonly onDone: (entryIds: readonly number[]) => void
}

const TYPES = PAYMENT_TYPES.map((type) => ({ value: type, label: typeLabel(type) }))

/** Records payments of the selected rows: all that they owe, or a part of what one of them owes. */
export function SelectionBar({ rows, due: left, onClear, onDone }: SelectionBarProps) {
  const [type, setType] = useState<PaymentType>('cash')
  const [first] = rows
  const single = rows.length === 1 ? first : undefined
  // Edited for one row only: selecting another starts from what that one owes.
  const [edited, setEdited] = useState<{ readonly id: number; readonly text: string }>()
  const due = single?.balance?.due_cents ?? 0
  const currency = single?.balance?.currency ?? null
  const amount = edited !== undefined && edited.id === single?.entry.id ? edited.text : plainAmount(due, currency)
  const cents = parseAmount(amount, decimalsOf(currency))
  const isPart = single !== undefined && due > 0
  const record = useAction(
    async () => {
      const payment_type = type
      if (isPart && cents !== undefined) {
        const body = { amount_cents: cents, payment_type }
        const { due_cents } = await write('recordPartPayment', { params: { id: single.entry.id }, body })
        return toast(due_cents === 0 ? 'Paid in full' : `Recorded: ${formatMoney(due_cents, currency)} left`)
      }
      const { recorded } = await write('confirmPayments', {
        body: { entry_ids: rows.map(({ entry }) => entry.id), payment_type },
      })
      return toast(`${recorded} ${pluralize(recorded, 'payment', 'payments')} recorded`)
    },
    { fallback: 'Failed to record the payment' },
  )
  const takeBack = useAction((id: number) => write('setPayment', { params: { id }, body: { is_paid: false } }), {
    success: 'Taken back',
    fallback: 'Failed to update payment',
  })
  const finish = async (action: Promise<unknown>): Promise<void> => {
    const ids = rows.map(({ entry }) => entry.id)
    await action
    onDone(ids)
  }
  const paid = single !== undefined && !single.entry.is_paid ? (single.balance?.paid_cents ?? 0) : 0
  return (
    <section className={`wrap ${styles.bar}`} aria-label="Selected entries">
      <p className={styles.barText}>
        {single === undefined ? `${rows.length} entries` : entryLabel(single.entry)}
        {left.length > 0 && ` · ${formatAmounts(left, currency)} to pay`}
      </p>
      {isPart && (
        <TextField
          small
          label="Amount"
          inputMode="decimal"
          autoComplete="off"
          value={amount}
          onChange={(event) => setEdited({ id: single.entry.id, text: event.target.value })}
        />
      )}
      <SelectField
        small
        label="Paid by"
        options={TYPES}
        value={type}
        onChange={(event) => setType(event.target.value as PaymentType)}
      />
      <Button
        variant="primary"
        size="small"
        pending={record.pending}
        disabled={isPart && (cents === undefined || cents === 0 || cents > due)}
        onClick={() => finish(record.run())}
      >
        Record {rows.length} {pluralize(rows.length, 'payment', 'payments')}
      </Button>
      {paid > 0 && single !== undefined && (
        <Button size="small" pending={takeBack.pending} onClick={() => finish(takeBack.run(single.entry.id))}>
          Take back {formatMoney(paid, currency)}
        </Button>
      )}
      <Button size="small" variant="quiet" onClick={onClear}>
        Clear selection
      </Button>
      <ErrorText>{record.error ?? takeBack.error}</ErrorText>
    </section>
  )
}
