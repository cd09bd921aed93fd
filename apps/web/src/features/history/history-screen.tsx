import { useCallback, useMemo } from 'react'
import type { SeasonView } from '@outlast/contract/live'
import { PageHeader } from '../../components/ui/page-header.tsx'
import type { Sort } from '../../components/data-table/data-table.tsx'
import { Tabs } from '../../components/ui/tabs.tsx'
import { TextField } from '../../components/forms/text-field.tsx'
import { CopyLink } from './share-buttons.tsx'
import { ExportCsv } from './share-buttons.tsx'
import styles from './history.module.css'
import { TABS, USUAL_SORT } from './history-params.ts'
import { SeasonGate, TableSkeleton } from './season-gate.tsx'
import { SeasonInput } from './season-input.tsx'
import { SeasonPanel } from './season-panel.tsx'
import { ShownCount } from './season-panel.tsx'
import { Survival } from './survival.tsx'
import { type HistoryAddress, rememberSeason, useHistoryParams } from './use-history-params.ts'
import { useSeason } from './use-season.ts'
import { useShown } from './use-shown.ts'

const BACK = { to: '/', label: 'Dashboard' }

/** The historical matrix: every season of the pool, week by week (pool.md §2). Anybody may look. */
export function HistoryScreen() {
  const address = useHistoryParams()
  const { params, change, setSearch } = address
  const seasons = useSeason(params.season)
  const { usual, years, year } = seasons
  const takeSeason = useCallback(
    (next: number) => {
      rememberSeason(next, usual)
      change({ season: next })
    },
    [usual, change],
  )
  return (
    <div className={styles.page}>
      <PageHeader title="History" lead="Every entry and every revealed pick, week by week." back={BACK} />
      <div className={styles.controls}>
        <SeasonInput year={year} years={years} onChange={takeSeason} />
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
      <SeasonGate seasons={seasons} onSeason={takeSeason}>
        {(view, shownYear) => <SeasonTabs key={shownYear} view={view} year={shownYear} address={address} />}
      </SeasonGate>
    </div>
  )
}

interface SeasonTabsProps {
  readonly view: SeasonView
  readonly year: number
  readonly address: HistoryAddress
}

function SeasonTabs({ view, year, address: { params, change, setSearch } }: SeasonTabsProps) {
  const shown = useShown(view, params)
  const sortBy = useCallback((sort: Sort) => change({ sort }), [change])
  const clearSearch = useCallback(() => setSearch(''), [setSearch])
  const linked = useMemo(() => ({ ...params, season: year }), [params, year])
  const search = params.search.trim()
  return (
    <>
      <Tabs
        label="View"
        tabs={TABS}
        value={params.tab}
        onValueChange={(tab) => tab !== params.tab && change({ tab, sort: USUAL_SORT[tab] })}
      >
        {shown === undefined ? (
          <TableSkeleton />
        ) : (
          <div className={styles.panel}>
            <div className={styles.bar}>
              <ShownCount shown={shown} total={view.entries.length} search={search} />
              <div className={styles.actions}>
                <ExportCsv shown={shown} season={year} />
                <CopyLink params={linked} />
              </div>
            </div>
            <SeasonPanel shown={shown} search={search} sort={params.sort} onSort={sortBy} onClearSearch={clearSearch} />
          </div>
        )}
      </Tabs>
      {shown !== undefined && <Survival view={view} />}
    </>
  )
}
