import { memo } from 'react'
import type { Sort } from '../../ui/table/data-table.tsx'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { formatCount, formatNumber } from '../../lib/numbers.ts'
import { LeaderboardTable } from './leaderboard-table.tsx'
import { MatrixTable } from './matrix-table.tsx'
import type { SeasonTable } from './season-table.ts'
import { UsageTable } from './usage-table.tsx'

interface SeasonPanelProps {
  readonly table: SeasonTable
  readonly search: string
  readonly sort: Sort
  readonly onSort: (sort: Sort) => void
  readonly onClearSearch: () => void
}

/** The table of a tab, or an explanation when it has no rows. */
export const SeasonPanel = memo(({ table, search, sort, onSort, onClearSearch }: SeasonPanelProps) => {
  if (table.rows.length === 0) return <NoRows table={table} search={search} onClearSearch={onClearSearch} />
  switch (table.tab) {
    case 'matrix':
      return <MatrixTable table={table} sort={sort} onSort={onSort} />
    case 'leaderboard':
      return <LeaderboardTable rows={table.rows} hasLives={table.hasLives} sort={sort} onSort={onSort} />
    case 'usage':
      return <UsageTable rows={table.rows} weeks={table.weeks} sort={sort} onSort={onSort} />
  }
})

function NoRows({ table, search, onClearSearch }: Pick<SeasonPanelProps, 'table' | 'search' | 'onClearSearch'>) {
  if (search !== '')
    return (
      <EmptyState title={`No entries match “${search}”`} action={<Button onClick={onClearSearch}>Clear search</Button>}>
        The search covers entry names and user names.
      </EmptyState>
    )
  if (table.tab === 'usage') return <EmptyState title="No picks yet">Picks appear here once a week has locked.</EmptyState>
  return <EmptyState title="No entries yet">Entries appear here as soon as members create them.</EmptyState>
}

interface RowCountProps {
  readonly table: SeasonTable
  readonly total: number
  readonly search: string
}

/** How many rows the search leaves. Screen readers announce changes. */
export function RowCount({ table, total, search }: RowCountProps) {
  return (
    <p className="note" role="status">
      {describeCount(table, total, search)}
    </p>
  )
}

function describeCount({ tab, rows }: SeasonTable, total: number, search: string): string {
  const all = formatCount(total, 'entry', 'entries')
  if (tab !== 'usage') return search === '' ? all : `${formatNumber(rows.length)} of ${all}`
  const teams = formatCount(rows.length, 'team')
  return search === '' ? `${teams} picked by ${all}` : `${teams} picked by entries matching “${search}”`
}
