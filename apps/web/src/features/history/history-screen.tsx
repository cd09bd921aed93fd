import type { SeasonView } from '@outlast/contract/live'
import { useCallback, useMemo } from 'react'
import type { Sort } from '../../components/data-table/data-table.tsx'
import { TextField } from '../../components/forms/text-field.tsx'
import { PageHeader } from '../../components/ui/page-header.tsx'
import { Tabs } from '../../components/ui/tabs.tsx'
import { TABS, DEFAULT_SORT } from './history-params.ts'
import styles from './history.module.css'
import { SeasonGate, TableSkeleton } from './season-gate.tsx'
import { SeasonInput } from './season-input.tsx'
import { SeasonPanel, RowCount } from './season-panel.tsx'
import { CopyLink, ExportCsv } from './share-buttons.tsx'
import { Survival } from './survival.tsx'
import { type HistoryUrlState, storeSeason, useHistoryParams } from './use-history-params.ts'
import { useSeasonTable } from './use-season-table.ts'
import { useSeason } from './use-season.ts'

const BACK = { to: '/', label: 'Dashboard' }

/** Every season of the pool, week by week. Public. */
export function HistoryScreen() {
  const urlState = useHistoryParams()
  const { params, change, setSearch } = urlState
  const seasons = useSeason(params.season)
  const { defaultYear, years, year } = seasons
  const showSeason = useCallback(
    (next: number) => {
      storeSeason(next, defaultYear)
      change({ season: next })
    },
    [defaultYear, change],
  )
  return (
    <div className={styles.page}>
      <PageHeader title="History" lead="Every entry and every revealed pick, week by week." back={BACK} />
      <div className={styles.controls}>
        <SeasonInput year={year} years={years} onChange={showSeason} />
        <TextField
          label="Search"
          type="search"
          placeholder="Entry or user"
          value={params.search}
          onChange={(event) => setSearch(event.target.value)}
          autoComplete="off"
          maxLength={80}
        />
      </div>
      <SeasonGate seasons={seasons} onSeason={showSeason}>
        {(view, shownYear) => <SeasonTabs key={shownYear} view={view} year={shownYear} urlState={urlState} />}
      </SeasonGate>
    </div>
  )
}

interface SeasonTabsProps {
  readonly view: SeasonView
  readonly year: number
  readonly urlState: HistoryUrlState
}

function SeasonTabs({ view, year, urlState: { params, change, setSearch } }: SeasonTabsProps) {
  const table = useSeasonTable(view, params)
  const sortBy = useCallback((sort: Sort) => change({ sort }), [change])
  const clearSearch = useCallback(() => setSearch(''), [setSearch])
  const linkParams = useMemo(() => ({ ...params, season: year }), [params, year])
  const search = params.search.trim()
  return (
    <>
      <Tabs
        label="View"
        tabs={TABS}
        value={params.tab}
        onValueChange={(tab) => tab !== params.tab && change({ tab, sort: DEFAULT_SORT[tab] })}
      >
        {table === undefined ? (
          <TableSkeleton />
        ) : (
          <div className={styles.panel}>
            <div className={styles.bar}>
              <RowCount table={table} total={view.entries.length} search={search} />
              <div className={styles.actions}>
                <ExportCsv table={table} season={year} />
                <CopyLink params={linkParams} />
              </div>
            </div>
            <SeasonPanel table={table} search={search} sort={params.sort} onSort={sortBy} onClearSearch={clearSearch} />
          </div>
        )}
      </Tabs>
      {table !== undefined && <Survival view={view} />}
    </>
  )
}
