import type { SeasonView } from '@outlast/contract/live'
import { useCallback, useState } from 'react'
import { ButtonLink } from '../../components/ui/button.tsx'
import { Section } from '../../components/ui/card.tsx'
import type { Sort } from '../../components/data-table/data-table.tsx'
import { TextField } from '../../components/forms/text-field.tsx'
import styles from './history.module.css'
import { USUAL_SORT, writeParams } from './history-params.ts'
import { SeasonGate, TableSkeleton } from './season-gate.tsx'
import { SeasonPanel } from './season-panel.tsx'
import { ShownCount } from './season-panel.tsx'
import { useSeason } from './use-season.ts'
import { useShown } from './use-shown.ts'

interface TheGridProps {
  /** As a part of another page, under its own heading. */
  readonly embedded: true
}

/** The matrix of the current season, as a part of the dashboard (pool.md §2). */
export function TheGrid(_props: TheGridProps) {
  const seasons = useSeason(null)
  const [search, setSearch] = useState('')
  const [sort, setSort] = useState<Sort>(USUAL_SORT.matrix)
  const link = `/history?${writeParams({ tab: 'matrix', season: seasons.year, search, sort }).toString()}`
  return (
    <Section
      title="The Grid"
      actions={
        <ButtonLink to={link} size="small">
          Open History
        </ButtonLink>
      }
    >
      <SeasonGate seasons={seasons} onSeason={nothing}>
        {(view, year) => <Grid key={year} view={view} search={search} onSearch={setSearch} sort={sort} onSort={setSort} />}
      </SeasonGate>
    </Section>
  )
}

/** The current week's season is always there. */
const nothing = (): void => undefined

interface GridProps {
  readonly view: SeasonView
  readonly search: string
  readonly onSearch: (search: string) => void
  readonly sort: Sort
  readonly onSort: (sort: Sort) => void
}

function Grid({ view, search, onSearch, sort, onSort }: GridProps) {
  const shown = useShown(view, { tab: 'matrix', search, sort })
  const clear = useCallback(() => onSearch(''), [onSearch])
  if (shown === undefined) return <TableSkeleton />
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
        <ShownCount shown={shown} total={view.entries.length} search={search.trim()} />
      </div>
      <SeasonPanel shown={shown} search={search.trim()} sort={sort} onSort={onSort} onClearSearch={clear} />
    </div>
  )
}
