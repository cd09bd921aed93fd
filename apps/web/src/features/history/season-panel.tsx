import { memo } from 'react'
import type { Sort } from '../../components/data-table/data-table.tsx'
import { Button } from '../../components/ui/button.tsx'
import { EmptyState } from '../../components/ui/empty-state.tsx'
import styles from './history.module.css'
import { LeaderboardTable } from './leaderboard-table.tsx'
import { MatrixTable } from './matrix-table.tsx'
import type { Shown } from './shown.ts'
import { UsageTable } from './usage-table.tsx'

interface SeasonPanelProps {
  readonly shown: Shown
  /** What was searched for. */
  readonly search: string
  readonly sort: Sort
  readonly onSort: (sort: Sort) => void
  readonly onClearSearch: () => void
}

/** The table of a tab, or why there is none. */
export const SeasonPanel = memo(({ shown, search, sort, onSort, onClearSearch }: SeasonPanelProps) => {
  if (shown.rows.length === 0) return <NoRows shown={shown} search={search} onClearSearch={onClearSearch} />
  switch (shown.tab) {
    case 'matrix':
      return <MatrixTable rows={shown.rows} weeks={shown.weeks} sort={sort} onSort={onSort} />
    case 'leaderboard':
      return <LeaderboardTable rows={shown.rows} sort={sort} onSort={onSort} />
    case 'usage':
      return <UsageTable rows={shown.rows} weeks={shown.weeks} sort={sort} onSort={onSort} />
  }
})

function NoRows({ shown, search, onClearSearch }: Pick<SeasonPanelProps, 'shown' | 'search' | 'onClearSearch'>) {
  if (search !== '')
    return (
      <EmptyState title={`Nothing found for “${search}”`} action={<Button onClick={onClearSearch}>Clear search</Button>}>
        The search looks at the names of entries and of their users.
      </EmptyState>
    )
  if (shown.tab === 'usage') return <EmptyState title="No picks yet">Picks show here once a week has locked.</EmptyState>
  return <EmptyState title="No entries yet">Entries show here as soon as members create them.</EmptyState>
}

interface ShownCountProps {
  readonly shown: Shown
  readonly total: number
  readonly search: string
}

const number = new Intl.NumberFormat('en-US')

/** How much of the season is shown, said politely as the search narrows it. */
export function ShownCount({ shown, total, search }: ShownCountProps) {
  return (
    <p className={styles.count} role="status">
      {textOf(shown, total, search)}
    </p>
  )
}

function textOf({ tab, rows }: Shown, total: number, search: string): string {
  const all = `${number.format(total)} ${total === 1 ? 'entry' : 'entries'}`
  if (tab !== 'usage') return search === '' ? all : `${number.format(rows.length)} of ${all}`
  const teams = `${rows.length} ${rows.length === 1 ? 'team' : 'teams'}`
  return search === '' ? `${teams} picked by ${all}` : `${teams} picked by entries matching “${search}”`
}
