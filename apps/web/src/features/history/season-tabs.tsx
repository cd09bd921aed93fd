import { type SeasonView } from '@outlast/contract/live'
import { participantsOf } from '@outlast/views'
import { useCallback, useMemo } from 'react'
import type { Sort } from '../../ui/table/data-table.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { DEFAULT_SORT, type HistoryParams, TABS } from './history-params.ts'
import styles from './history.module.css'
import { TableSkeleton } from './season-gate.tsx'
import { RowCount, SeasonPanel } from './season-panel.tsx'
import { CopyLink, ExportCsv } from './share-buttons.tsx'
import { useSeasonTable } from './use-season-table.ts'

interface SeasonTabsProps {
  readonly view: SeasonView
  readonly year: number
  readonly params: HistoryParams
  readonly onChange: (patch: Partial<Omit<HistoryParams, 'search'>>) => void
  readonly onSearch: (search: string) => void
}

/** A season as a matrix, a leaderboard and a table of used teams, which can be exported and linked to. */
export function SeasonTabs({ view, year, params, onChange, onSearch }: SeasonTabsProps) {
  const table = useSeasonTable(view, params)
  const sortBy = useCallback((sort: Sort) => onChange({ sort }), [onChange])
  const clearSearch = useCallback(() => onSearch(''), [onSearch])
  const linkParams = useMemo(() => ({ ...params, season: year }), [params, year])
  const search = params.search.trim()
  return (
    <Tabs
      label="View"
      tabs={TABS}
      value={params.tab}
      onValueChange={(tab) => tab !== params.tab && onChange({ tab, sort: DEFAULT_SORT[tab] })}
    >
      {table === undefined ? (
        <TableSkeleton />
      ) : (
        <div className={styles.panel}>
          <SeasonPanel table={table} search={search} sort={params.sort} onSort={sortBy} onClearSearch={clearSearch} />
          <div className={styles.bar}>
            <RowCount table={table} total={participantsOf(view).length} search={search} />
            <div className="wrap">
              <ExportCsv table={table} season={year} />
              <CopyLink params={linkParams} />
            </div>
          </div>
        </div>
      )}
    </Tabs>
  )
}
