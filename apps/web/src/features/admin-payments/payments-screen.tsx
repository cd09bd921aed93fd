import type { AdminEntry } from '@outlast/contract'
import { useDeferredValue, useMemo, useState } from 'react'
import { useSiteNow } from '../../clock/site-clock.ts'
import { AdminTable } from '../../components/admin/admin-table.tsx'
import { ListSkeleton, Counts, Toolbar } from '../../components/admin/admin-list.tsx'
import { useRoster } from '../../components/admin/roster.ts'
import { RowEdits, useEditedRowIds } from '../../components/admin/row-edits.tsx'
import { Button } from '../../components/ui/button.tsx'
import { EmptyState } from '../../components/ui/empty-state.tsx'
import { ErrorBox } from '../../components/ui/errors.tsx'
import { PageHeader } from '../../components/ui/page-header.tsx'
import { SegmentedControl } from '../../components/ui/segmented-control.tsx'
import { SelectField } from '../../components/forms/select-field.tsx'
import { useStoredChoice } from '../../lib/local-storage.ts'
import { COLUMNS, keyOf, noteOf } from './payment-columns.tsx'
import { type Filter, FILTERS, newYorkDay, paymentList, paymentTotals, type Sort, SORTS } from './payment-list.ts'
import styles from './payments.module.css'

const HOUR_MS = 3_600_000

const FILTER_OPTIONS = [
  { value: 'unpaid', label: 'Unpaid' },
  { value: 'paid', label: 'Paid' },
  { value: 'all', label: 'All' },
] as const

const SORT_OPTIONS = [
  { value: 'default', label: 'Default' },
  { value: 'user', label: 'By user' },
  { value: 'email', label: 'By email' },
]

/** Who has paid, who has not: `/admin/payments`. */
export function PaymentsScreen() {
  const { entries, refresh } = useRoster()
  return (
    <div className={styles.screen}>
      <PageHeader title="Admin Payments" lead="One row per entry. Choose how it was paid, then mark it paid." />
      {entries.status === 'loading' && <ListSkeleton label="Loading payments…" />}
      {entries.status === 'failed' && <ErrorBox message={entries.message} retrying={entries.retrying} onRetry={entries.retry} />}
      {entries.status === 'ready' && (
        <RowEdits>
          <Payments entries={entries.rows} refresh={refresh} />
        </RowEdits>
      )}
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
  const rows = usePaymentRows(entries, refresh, filter, sort, useDeferredValue(search))
  const totals = useMemo(() => paymentTotals(entries), [entries])
  return (
    <>
      <Counts
        counts={[
          [totals.unpaid, 'unpaid'],
          [totals.paid, 'paid'],
          [entries.length, entries.length === 1 ? 'entry' : 'entries'],
          ...totals.byType,
        ]}
      />
      <Toolbar hint="User, email, entry or mobile" search={search} onSearch={setSearch}>
        <SegmentedControl showLabel label="Show" value={filter} options={FILTER_OPTIONS} onChange={setFilter} />
        <SelectField label="Sort" options={SORT_OPTIONS} value={sort} onChange={(event) => setSort(event.target.value as Sort)} />
      </Toolbar>
      <AdminTable
        label="Payments"
        rows={rows}
        columns={COLUMNS}
        rowKey={keyOf}
        note={noteOf}
        empty={
          <Nothing
            filter={filter}
            any={entries.length > 0}
            searching={search !== ''}
            onAll={() => {
              setSearch('')
              setFilter('all')
            }}
          />
        }
      />
    </>
  )
}

function usePaymentRows(entries: readonly AdminEntry[], refresh: () => void, filter: Filter, sort: Sort, search: string) {
  const inHand = useEditedRowIds()
  const today = newYorkDay(useSiteNow(HOUR_MS))
  return useMemo(() => {
    const list = paymentList(entries, { filter, sort, search, inHand: new Set(inHand.map(Number)) })
    return list.map((entry) => ({ entry, today, refresh }))
  }, [entries, filter, sort, search, inHand, today, refresh])
}

interface NothingProps {
  readonly filter: Filter
  readonly any: boolean
  readonly searching: boolean
  readonly onAll: () => unknown
}

function Nothing({ filter, any, searching, onAll }: NothingProps) {
  if (!any) return <EmptyState title="No entries yet">Each entry that somebody creates gets a row here.</EmptyState>
  const all = <Button onClick={onAll}>Show all entries</Button>
  if (searching) return <EmptyState title="Nothing found" action={all} />
  return <EmptyState title={filter === 'unpaid' ? 'Everybody has paid' : 'Nobody has paid yet'} action={all} />
}
