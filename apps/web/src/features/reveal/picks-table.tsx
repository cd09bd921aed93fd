import type { GameInfo } from '@outlast/contract/live'
import { type DistributionRow, picksOfRow } from '@outlast/views'
import { memo, type ReactNode, useMemo, useState } from 'react'
import { DataTable, type Sort } from '../../ui/table/data-table.tsx'
import { SelectField, type SelectOption } from '../../ui/forms/select-field.tsx'
import { AutoLegend } from '../../pool/team-chip.tsx'
import { teamName } from '../../pool/teams.ts'
import { makerName } from '../../pool/maker-name.ts'
import { TextField } from '../../ui/forms/text-field.tsx'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { SegmentedControl } from '../../ui/segmented-control.tsx'
import { useStoredChoice } from '../../lib/local-storage.ts'
import { PICK_COLUMNS, PICK_COLUMNS_WITH_LIVES, type PickTableRow } from './pick-columns.tsx'
import styles from './picks-table.module.css'
import {
  filterText,
  ownFirst,
  parseFilter,
  type PickFilter,
  type PickSort,
  type ResultFilter,
  type RevealFilter,
  sortRows,
} from './picks.ts'
import { NO_FILTER } from './reveal-params.ts'
import { formatEntries, formatPicks } from './weeks.ts'

interface PicksTableProps {
  /** The rows that match the filter, sorted by entry. */
  readonly rows: readonly PickTableRow[]
  /** The number of rows without the filter. */
  readonly total: number
  /** How many picks each entry has in the week. */
  readonly picks: number
  readonly games: readonly GameInfo[]
  readonly teams: readonly DistributionRow[]
  readonly noPick: number
  readonly filter: RevealFilter
  readonly change: (patch: Partial<RevealFilter>) => void
}

const SORTS = ['entry', 'team'] as const
const SORT_OPTIONS = [
  { value: 'entry', label: 'Entry' },
  { value: 'team', label: 'Team' },
] as const

const RESULT_OPTIONS: readonly (SelectOption & { readonly value: ResultFilter })[] = [
  { value: 'all', label: 'All results' },
  { value: 'win', label: 'Wins' },
  { value: 'loss', label: 'Losses' },
  { value: 'tie', label: 'Ties' },
  { value: 'tbd', label: 'TBD' },
]

/** Offers the result "tie" only where a tie is not a loss. */
function resultOptions(games: PicksTableProps['games']): typeof RESULT_OPTIONS {
  return games.some(({ counts_as }) => counts_as?.level === 'tie')
    ? RESULT_OPTIONS
    : RESULT_OPTIONS.filter(({ value }) => value !== 'tie')
}

/** Who picked for the owners of entries. */
const makersOf = (rows: PicksTableProps['rows']): readonly string[] => [
  ...new Set(rows.flatMap((row) => picksOfRow(row).flatMap(({ made_by: made }) => (made === undefined ? [] : makerName(made))))),
]

/** Every entry with its pick and result, with filters and sorting. */
export const PicksTable = memo(function PicksTable(props: PicksTableProps): ReactNode {
  const { rows, total, picks, games, teams, noPick, filter, change } = props
  const [key, setKey] = useStoredChoice<PickSort['key']>('reveal-sort', SORTS, 'entry')
  const [direction, setDirection] = useState<PickSort['direction']>('asc')
  const sorted = useMemo(() => ownFirst(sortRows(rows, { key, direction })), [rows, key, direction])
  const options = useMemo(() => filterOptions(teams, noPick, games, filter.pick), [teams, noPick, games, filter.pick])
  const hasOverrides = useMemo(() => rows.some((row) => picksOfRow(row).some((pick) => pick.is_override)), [rows])
  const hasAutoPicks = useMemo(() => rows.some((row) => picksOfRow(row).some((pick) => pick.is_auto)), [rows])
  const makers = useMemo(() => makersOf(rows), [rows])
  const sortBy = (sort: Sort): void => {
    setKey(sort.key === 'team' ? 'team' : 'entry')
    setDirection(sort.direction)
  }
  if (total === 0) return <EmptyState title="No entries">No entry was alive in this week.</EmptyState>
  return (
    <>
      <div className={styles.controls}>
        <TextField
          label="Find an entry"
          type="search"
          placeholder="Name"
          value={filter.search}
          onChange={(event) => change({ search: event.target.value })}
          autoComplete="off"
          maxLength={80}
        />
        <SelectField
          label="Result"
          value={filter.result}
          options={resultOptions(games)}
          onChange={({ target }) =>
            change({ result: RESULT_OPTIONS.find(({ value }) => value === target.value)?.value ?? 'all' })
          }
        />
        <SelectField
          label="Team"
          value={filterText(filter.pick)}
          options={options}
          onChange={(event) => change({ pick: parseFilter(event.target.value) })}
        />
        <SegmentedControl
          label="Sort by"
          showLabel
          value={key}
          options={SORT_OPTIONS}
          onChange={(sortKey) => sortBy({ key: sortKey, direction: 'asc' })}
        />
      </div>
      <div className={`note ${styles.shown}`}>
        <p role="status">{rows.length === total ? formatEntries(total) : `${rows.length} of ${formatEntries(total)}`}</p>
        {isFiltered(filter) && (
          <Button size="small" variant="quiet" onClick={() => change(NO_FILTER)}>
            Show all
          </Button>
        )}
      </div>
      <div className={styles.table}>
        <DataTable
          label="Picks and results"
          rows={sorted}
          columns={rows.some((row) => row.lives !== undefined) ? PICK_COLUMNS_WITH_LIVES : PICK_COLUMNS}
          rowKey={rowKey}
          rowClass={rowClass}
          maxHeight={480}
          rowHeight={picks === 1 ? undefined : picks * LINE}
          stickyFirstColumn
          sort={{ key, direction }}
          onSort={sortBy}
          empty={<EmptyState title="No picks found">No entry matches this filter.</EmptyState>}
        />
      </div>
      {makers.length > 0 && (
        <p className={styles.legend}>
          <span aria-hidden="true">↷</span> picked for the owner by {makers.join(', ')}
        </p>
      )}
      {hasOverrides && (
        <p className={styles.legend}>
          <span aria-hidden="true">✎</span> changed by an admin
        </p>
      )}
      {hasAutoPicks && (
        <p className={styles.legend}>
          <AutoLegend />
        </p>
      )}
    </>
  )
})

/** The height of a line of a row with several, in pixels. */
const LINE = 34

const rowKey = (row: PickTableRow): number => row.entry_id
const rowClass = (row: PickTableRow): string | undefined => (row.isOwn ? styles.own : undefined)
const isFiltered = ({ pick, result, search }: RevealFilter): boolean =>
  pick.kind !== 'all' || result !== 'all' || search.trim() !== ''

function filterOptions(
  teams: readonly DistributionRow[],
  noPick: number,
  games: readonly GameInfo[],
  filter: PickFilter,
): readonly SelectOption[] {
  const picked = teams.map(({ team_abbr: team, count }) => teamOption(team, count))
  const game = filter.kind === 'game' ? games.find(({ id }) => id === filter.gameId) : undefined
  // The selected team stays in the list even after a correction removed its last pick.
  const isMissing = filter.kind === 'team' && !teams.some((row) => row.team_abbr === filter.team)
  return [
    { value: 'all', label: 'All teams' },
    ...picked.sort((a, b) => (a.value < b.value ? -1 : 1)),
    ...(isMissing ? [teamOption(filter.team, 0)] : []),
    ...(noPick > 0 || filter.kind === 'none' ? [{ value: 'none', label: `No pick (${noPick})` }] : []),
    ...(game === undefined ? [] : [{ value: filterText(filter), label: `${game.away_team_abbr} at ${game.home_team_abbr}` }]),
  ]
}

const teamOption = (team: string, count: number) => ({ value: team, label: `${team} ${teamName(team)}, ${formatPicks(count)}` })
