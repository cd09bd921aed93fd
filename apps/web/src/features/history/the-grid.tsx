import type { SeasonView } from '@outlast/contract/live'
import { useCallback, useState } from 'react'
import type { Sort } from '../../components/data-table/data-table.tsx'
import { TextField } from '../../components/forms/text-field.tsx'
import { ButtonLink } from '../../components/ui/button.tsx'
import { Section } from '../../components/ui/card.tsx'
import { DEFAULT_SORT, formatParams } from './history-params.ts'
import styles from './history.module.css'
import { SeasonGate, TableSkeleton } from './season-gate.tsx'
import { SeasonPanel, RowCount } from './season-panel.tsx'
import { useSeasonTable } from './use-season-table.ts'
import { useSeason } from './use-season.ts'

interface TheGridProps {
  /** The grid is always a section of another page. */
  readonly embedded: true
}

/** The matrix of the current season, as a section of the dashboard. */
export function TheGrid(_props: TheGridProps) {
  const seasons = useSeason(null)
  const [search, setSearch] = useState('')
  const [sort, setSort] = useState<Sort>(DEFAULT_SORT.matrix)
  const link = `/history?${formatParams({ tab: 'matrix', season: seasons.year, search, sort }).toString()}`
  return (
    <Section
      title="The Grid"
      actions={
        <ButtonLink to={link} size="small">
          Open History
        </ButtonLink>
      }
    >
      <SeasonGate seasons={seasons} onSeason={noop}>
        {(view, year) => <Grid key={year} view={view} search={search} onSearch={setSearch} sort={sort} onSort={setSort} />}
      </SeasonGate>
    </Section>
  )
}

/** The current season always exists, so no other season is ever offered. */
const noop = (): void => undefined

interface GridProps {
  readonly view: SeasonView
  readonly search: string
  readonly onSearch: (search: string) => void
  readonly sort: Sort
  readonly onSort: (sort: Sort) => void
}

function Grid({ view, search, onSearch, sort, onSort }: GridProps) {
  const table = useSeasonTable(view, { tab: 'matrix', search, sort })
  const clear = useCallback(() => onSearch(''), [onSearch])
  if (table === undefined) return <TableSkeleton />
  return (
    <div className={styles.panel}>
      <div className={styles.bar}>
        <div className={styles.search}>
          <TextField
            label="Search The Grid"
            hideLabel
            type="search"
            placeholder="Search entry or user"
            value={search}
            onChange={(event) => onSearch(event.target.value)}
            autoComplete="off"
            maxLength={80}
          />
        </div>
        <RowCount table={table} total={view.entries.length} search={search.trim()} />
      </div>
      <SeasonPanel table={table} search={search.trim()} sort={sort} onSort={onSort} onClearSearch={clear} />
    </div>
  )
}
