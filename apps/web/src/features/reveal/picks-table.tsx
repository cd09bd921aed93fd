import type { DistributionRow, GameInfo, RevealRow } from '@outlast/contract/live'
import { memo, type ReactNode, useMemo, useState } from 'react'
import { teamName } from '../../components/pool/teams.ts'
import { Button } from '../../components/ui/button.tsx'
import { DataTable, type Sort } from '../../components/data-table/data-table.tsx'
import { EmptyState } from '../../components/ui/empty-state.tsx'
import { SegmentedControl } from '../../components/ui/segmented-control.tsx'
import { SelectField, type SelectOption } from '../../components/forms/select-field.tsx'
import { useStoredChoice } from '../../lib/local-storage.ts'
import { PICK_COLUMNS } from './pick-columns.tsx'
import { ALL, filterOf, filterText, type PickFilter, type PickSort, sortRows } from './picks.ts'
import { entriesInWords, picksInWords } from './weeks.ts'
import styles from './picks-table.module.css'

interface PicksTableProps {
  /** Those that the filter leaves, by entry. */
  readonly rows: readonly RevealRow[]
  /** How many there are without the filter. */
  readonly all: number
  readonly games: readonly GameInfo[]
  readonly teams: readonly DistributionRow[]
  readonly noPick: number
  readonly filter: PickFilter
  readonly setFilter: (filter: PickFilter) => void
}

const SORTS = ['entry', 'team'] as const
const SORT_OPTIONS = [
  { value: 'entry', label: 'Entry' },
  { value: 'team', label: 'Team' },
] as const

/** Every entry with its pick and how it stands; filtered and sorted here. */
export const PicksTable = memo(function PicksTable(props: PicksTableProps): ReactNode {
  const { rows, all, games, teams, noPick, filter, setFilter } = props
  const [key, setKey] = useStoredChoice<PickSort['key']>('reveal-sort', SORTS, 'entry')
  const [direction, setDirection] = useState<PickSort['direction']>('asc')
  const sorted = useMemo(() => sortRows(rows, { key, direction }), [rows, key, direction])
  const options = useMemo(() => filterOptions(teams, noPick, games, filter), [teams, noPick, games, filter])
  const changed = useMemo(() => rows.some((row) => row.is_override), [rows])
  const sort = ({ key: by, direction: way }: Sort): void => {
    setKey(by === 'team' ? 'team' : 'entry')
    setDirection(way)
  }
  if (all === 0) return <EmptyState title="No entries">No entry went into this week alive.</EmptyState>
  return (
    <>
      <div className={styles.controls}>
        <SelectField
          label="Team"
          value={filterText(filter)}
          options={options}
          onChange={(event) => setFilter(filterOf(event.target.value))}
        />
        <SegmentedControl
          label="Sort by"
          showLabel
          value={key}
          options={SORT_OPTIONS}
          onChange={(by) => sort({ key: by, direction: 'asc' })}
        />
      </div>
      <div className={styles.shown}>
        <p role="status">{rows.length === all ? entriesInWords(all) : `${rows.length} of ${entriesInWords(all)}`}</p>
        {filter.kind !== 'all' && (
          <Button size="small" variant="quiet" onClick={() => setFilter(ALL)}>
            Show all
          </Button>
        )}
      </div>
      <div className={styles.table}>
        <DataTable
          label="Picks and results"
          rows={sorted}
          columns={PICK_COLUMNS}
          rowKey={keyOf}
          maxHeight={480}
          stickyFirstColumn
          sort={{ key, direction }}
          onSort={sort}
          empty={<EmptyState title="No picks here">Nobody picked that.</EmptyState>}
        />
      </div>
      {changed && (
        <p className={styles.legend}>
          <span aria-hidden="true">✎</span> changed by an admin
        </p>
      )}
    </>
  )
})

const keyOf = (row: RevealRow): number => row.entry_id

function filterOptions(
  teams: readonly DistributionRow[],
  noPick: number,
  games: readonly GameInfo[],
  filter: PickFilter,
): readonly SelectOption[] {
  const picked = teams.map(({ team_abbr: team, count }) => teamOption(team, count))
  const game = filter.kind === 'game' ? games.find((one) => one.id === filter.gameId) : undefined
  // What is chosen stays to be seen, even if a correction took its last pick away.
  const gone = filter.kind === 'team' && !teams.some((row) => row.team_abbr === filter.team)
  return [
    { value: 'all', label: 'All teams' },
    ...picked.sort((a, b) => (a.value < b.value ? -1 : 1)),
    ...(gone ? [teamOption(filter.team, 0)] : []),
    ...(noPick > 0 || filter.kind === 'none' ? [{ value: 'none', label: `No pick (${noPick})` }] : []),
    ...(game === undefined ? [] : [{ value: filterText(filter), label: `${game.away_team_abbr} at ${game.home_team_abbr}` }]),
  ]
}

const teamOption = (team: string, count: number) => ({ value: team, label: `${team} ${teamName(team)}, ${picksInWords(count)}` })
