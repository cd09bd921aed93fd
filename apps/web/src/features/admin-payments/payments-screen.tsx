import type { AdminEntry } from '@outlast/contract'
import { type ReactNode, useCallback, useDeferredValue, useMemo, useState } from 'react'
import { shallow } from 'zustand/shallow'
import { write } from '../../api/client.ts'
import { useSiteNow } from '../../clock/site-clock.ts'
import { ListSkeleton, Counts, Toolbar } from '../../desk/admin-list.tsx'
import { useMay } from '../../desk/may.ts'
import { useRoster } from '../../desk/roster.ts'
import { RowEdits, useEditedRowIds } from '../../desk/row-edits.tsx'
import { useFocusRecovery } from '../../desk/use-focus-recovery.ts'
import { useWaiting } from '../../lib/arrivals.ts'
import { type Column, DataTable } from '../../ui/table/data-table.tsx'
import { useAction } from '../../ui/forms/use-action.ts'
import { SelectField } from '../../ui/forms/select-field.tsx'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorBox, ErrorText } from '../../ui/errors.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { SegmentedControl } from '../../ui/segmented-control.tsx'
import { useStoredChoice } from '../../lib/local-storage.ts'
import { useMedia } from '../../lib/use-media.ts'
import { formatCount, pluralize } from '../../lib/numbers.ts'
import { type PaymentRow, type Selection, SelectionContext } from './payment-cells.tsx'
import { MONEY_COLUMNS, PAYMENT_COLUMNS, PAYMENT_LINE, renderNote, rowKey, withoutAddresses } from './payment-columns.tsx'
import {
  countPayments,
  type Filter,
  FILTERS,
  listPayments,
  newYorkDate,
  type PaymentQuery,
  selectedRows,
  type Sort,
  SORTS,
} from './payment-list.ts'
import { SelectionBar } from './selection-bar.tsx'
import { type EntryBalances, useBalances } from './use-balances.ts'
import styles from './payments.module.css'

const HOUR_MS = 3_600_000
const NONE: ReadonlySet<number> = new Set()

const FILTER_OPTIONS = [
  { value: 'unpaid', label: 'Unpaid' },
  { value: 'paid', label: 'Paid' },
  { value: 'all', label: 'All' },
] as const

const NAME_SORTS = [
  { value: 'default', label: 'Default' },
  { value: 'user', label: 'By user' },
]
const SORT_OPTIONS = [...NAME_SORTS, { value: 'email', label: 'By email' }]

/** Shows which entries have paid, and records payments (`/admin/payments`). */
export function PaymentsScreen({ money }: { readonly money: ReactNode }) {
  const { entries, refresh } = useRoster()
  return (
    <div className="stack4">
      <PageHeader
        title="Admin Payments"
        help="season#money"
        lead="One row per entry. Choose the payment type, then mark the entry paid, or record cash with one click. Select rows for several at once, or for a part."
      />
      {entries.status === 'loading' && <ListSkeleton label="Loading payments…" />}
      {entries.status === 'failed' && <ErrorBox message={entries.message} retrying={entries.retrying} onRetry={entries.retry} />}
      {entries.status === 'ready' && (
        <RowEdits>
          <Payments entries={entries.rows} refresh={refresh} />
        </RowEdits>
      )}
      {money}
    </div>
  )
}

interface PaymentsProps {
  readonly entries: readonly AdminEntry[]
  readonly refresh: () => void
}

function Payments({ entries, refresh }: PaymentsProps) {
  const [filter, setFilter] = useStoredChoice('admin-payments-filter', FILTERS, 'unpaid')
  const [sort, setSort] = useStoredChoice('admin-payments-sort', SORTS, 'default')
  const [search, setSearch] = useState('')
  const [selected, setSelected] = useState<ReadonlySet<number>>(NONE)
  const selection = useMemo<Selection>(
    () => ({ ids: selected, toggle: (id) => setSelected((before) => before.symmetricDifference(new Set([id]))) }),
    [selected],
  )
  const seesAddresses = useMay('adminListUsers')
  const balances = useBalances(entries)
  const columns = balances.hasFees ? MONEY_COLUMNS : PAYMENT_COLUMNS
  const rows = usePaymentRows(entries, { refresh, balances }, { filter, sort, search: useDeferredValue(search) })
  const chosen = useMemo(() => selectedRows(rows, selected), [rows, selected])
  const claims = useMemo(() => entries.filter(({ payment_claimed_at: at }) => at !== null), [entries])
  const refreshAll = (): void => {
    balances.refetch()
    refresh()
  }
  const totals = useMemo(() => countPayments(entries), [entries])
  return (
    <>
      <Counts
        counts={[
          [totals.unpaid, 'unpaid'],
          [totals.paid, 'paid'],
          [entries.length, pluralize(entries.length, 'entry', 'entries')],
          ...totals.byType,
        ]}
      />
      <Toolbar hint={seesAddresses ? 'User, email, entry or mobile' : 'User or entry'} search={search} onSearch={setSearch}>
        <SegmentedControl showLabel label="Show" value={filter} options={FILTER_OPTIONS} onChange={setFilter} />
        <SelectField
          label="Sort"
          options={seesAddresses ? SORT_OPTIONS : NAME_SORTS}
          value={sort}
          onChange={(event) => setSort(event.target.value as Sort)}
        />
      </Toolbar>
      {claims.length > 1 && <ConfirmClaims claims={claims} onDone={refreshAll} />}
      {chosen.rows.length > 0 && (
        <SelectionBar
          {...chosen}
          onClear={() => setSelected(NONE)}
          onDone={(done) => {
            // Rows that were selected while the call was running stay selected.
            setSelected((now) => now.difference(new Set(done)))
            refreshAll()
          }}
        />
      )}
      <SelectionContext value={selection}>
        {rows.length === 0 ? (
          <NoPayments
            filter={filter}
            hasEntries={entries.length > 0}
            isSearching={search !== ''}
            onShowAll={() => {
              setSearch('')
              setFilter('all')
            }}
          />
        ) : (
          <PaymentTable rows={rows} columns={seesAddresses ? columns : withoutAddresses(columns)} />
        )}
      </SelectionContext>
    </>
  )
}

const NO_ROWS: readonly PaymentRow[] = []

interface PaymentTableProps {
  readonly rows: readonly PaymentRow[]
  readonly columns: readonly Column<PaymentRow>[]
}

/** Rows that are edited in place. They render in the background, so that a long table does not block the page; the focus of a row that disappears moves on. */
function PaymentTable({ rows, columns }: PaymentTableProps) {
  const [box, setBox] = useState<HTMLElement | null>(null)
  const shown = useDeferredValue(rows, NO_ROWS)
  useWaiting(shown.length === 0)
  const handleFocus = useFocusRecovery(box, shown)
  return (
    <div ref={setBox} onFocus={handleFocus}>
      <DataTable
        label="Payments"
        rows={shown}
        columns={columns}
        rowKey={rowKey}
        sameRow={shallow}
        rowHeight={useMedia('(pointer: coarse)') ? 48 : undefined}
        stacksBelow={1000}
        line={PAYMENT_LINE}
        below={renderNote}
      />
    </div>
  )
}

/** Confirms all members who say “I have paid”. Each has a row of its own, too. */
function ConfirmClaims({ claims, onDone }: { readonly claims: readonly AdminEntry[]; readonly onDone: () => void }) {
  const confirm = useAction(() => write('confirmPayments', { body: { entry_ids: claims.map(({ id }) => id) } }).finally(onDone), {
    success: ({ recorded }) => `${formatCount(recorded, 'payment')} recorded`,
    fallback: 'Failed to confirm the payments',
  })
  return (
    <section className={styles.bar} aria-label="Members who say they paid">
      <p className={styles.barText}>{claims.length} members say “I have paid”</p>
      <Button size="small" pending={confirm.pending} onClick={() => void confirm.run()}>
        Confirm all {claims.length}
      </Button>
      <ErrorText>{confirm.error}</ErrorText>
    </section>
  )
}

interface RowSources extends Pick<PaymentRow, 'refresh'> {
  readonly balances: EntryBalances
}

function usePaymentRows(
  entries: readonly AdminEntry[],
  { refresh, balances: { of, refetch } }: RowSources,
  { filter, sort, search }: Omit<PaymentQuery, 'editedIds'>,
): readonly PaymentRow[] {
  const editedIds = useEditedRowIds()
  const today = newYorkDate(useSiteNow(HOUR_MS))
  const refreshAll = useCallback(() => {
    refetch()
    refresh()
  }, [refetch, refresh])
  return useMemo(() => {
    const list = listPayments(entries, { filter, sort, search, editedIds: new Set(editedIds.map(Number)) })
    return list.map((entry) => ({
      entry,
      today,
      refresh: refreshAll,
      balance: of.get(entry.id),
    }))
  }, [entries, filter, sort, search, editedIds, today, refreshAll, of])
}

interface NoPaymentsProps {
  readonly filter: Filter
  readonly hasEntries: boolean
  readonly isSearching: boolean
  readonly onShowAll: () => unknown
}

function NoPayments({ filter, hasEntries, isSearching, onShowAll }: NoPaymentsProps) {
  if (!hasEntries) return <EmptyState title="No entries yet">Each new entry gets a row here.</EmptyState>
  const showAll = <Button onClick={onShowAll}>Show all entries</Button>
  if (isSearching) return <EmptyState title="No entries found" action={showAll} />
  return <EmptyState title={filter === 'unpaid' ? 'Everyone has paid' : 'No one has paid yet'} action={showAll} />
}
