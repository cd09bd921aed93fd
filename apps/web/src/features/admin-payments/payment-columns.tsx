import { weekLabel } from '@outlast/domain/rules'
import { Badge } from '../../ui/badge.tsx'
import type { Column, RowLine } from '../../ui/table/data-table.tsx'
import {
  AmountCell,
  BalanceCell,
  EntryCell,
  PaidDateCell,
  PaymentActionCell,
  PaymentLine,
  PaymentNote,
  type PaymentRow,
  PaymentTypeCell,
  QuickActions,
  rowName,
  SelectBox,
  SelectCell,
} from './payment-cells.tsx'

/** The columns of the payments table (docs/rules.md), so narrow that those about money fit beside them. */
export const PAYMENT_COLUMNS: readonly Column<PaymentRow>[] = [
  {
    key: 'user',
    header: 'User',
    width: 132,
    grow: 1.4,
    place: 'line',
    cell: (row) => <SelectCell {...row} />,
  },
  {
    key: 'email',
    header: 'Email',
    width: 72,
    grow: 1.2,
    place: 'full',
    cell: ({ entry }) => <Email email={entry.user_email} />,
  },
  {
    key: 'entry',
    header: 'Entry',
    width: 92,
    grow: 1.1,
    place: 'half',
    cell: (row) => <EntryCell {...row} />,
  },
  { key: 'mobile', header: 'Mobile', width: 92, place: 'half', cell: ({ entry }) => entry.user_mobile ?? '–' },
  { key: 'status', header: 'Status', width: 72, place: 'half', cell: ({ entry }) => <Status {...entry} /> },
  {
    key: 'payment',
    header: 'Payment',
    width: 62,
    place: 'half',
    cell: ({ entry }) => <Badge tone={entry.is_paid ? 'win' : 'warn'}>{paymentLabel(entry)}</Badge>,
  },
  { key: 'type', header: 'Payment type', width: 100, place: 'half', cell: (row) => <PaymentTypeCell {...row} /> },
  { key: 'date', header: 'Paid date', width: 128, place: 'half', cell: (row) => <PaidDateCell {...row} /> },
  { key: 'action', header: 'Action', width: 146, place: 'full', cell: (row) => <PaymentActionCell {...row} /> },
]

const MONEY: readonly Column<PaymentRow>[] = [
  { key: 'amount', header: 'Amount due', width: 66, place: 'half', cell: (row) => <AmountCell {...row} /> },
  { key: 'reference', header: 'Reference', width: 68, place: 'half', cell: ({ balance }) => balance?.reference ?? '…' },
  { key: 'balance', header: 'Balance', width: 80, place: 'half', cell: (row) => <BalanceCell {...row} /> },
]

/** The columns for readers who may not see addresses. */
export const withoutAddresses = (columns: readonly Column<PaymentRow>[]): readonly Column<PaymentRow>[] =>
  columns.filter(({ key }) => key !== 'email' && key !== 'mobile')

/** In a pool with fees: also what each entry owes, its reference, and what is left. */
export const MONEY_COLUMNS: readonly Column<PaymentRow>[] = PAYMENT_COLUMNS.flatMap((column) =>
  column.key === 'type' ? [...MONEY, column] : [column],
)

/** A row on a phone: whom it is about and what is left, and what takes one tap. */
export const PAYMENT_LINE: RowLine<PaymentRow> = {
  before: (row) => <SelectBox {...row} />,
  text: (row) => <PaymentLine {...row} />,
  after: (row) => <QuickActions {...row} />,
  name: rowName,
}

export const renderNote = (row: PaymentRow) => <PaymentNote {...row} />

export const rowKey = (row: PaymentRow): number => row.entry.id

/** A member who says “I have paid” waits for an answer. */
function paymentLabel({ is_paid: isPaid, payment_claimed_at: claimed }: PaymentRow['entry']): string {
  if (isPaid) return 'Paid'
  return claimed === null ? 'Unpaid' : 'Says paid'
}

function Status({
  is_eliminated,
  eliminated_week,
}: {
  readonly is_eliminated: boolean
  readonly eliminated_week: number | null
}) {
  if (!is_eliminated) return 'Alive'
  return <Badge tone="loss">{eliminated_week === null ? 'Out' : `Out · W${weekLabel(eliminated_week)}`}</Badge>
}

/** An email that breaks before its @ when it does not fit on one line of a card. */
function Email({ email }: { readonly email: string }) {
  const [name = '', ...domain] = email.split('@')
  return (
    <span title={email}>
      {name}
      <wbr />@{domain.join('@')}
    </span>
  )
}
