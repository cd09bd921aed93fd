import { memo, useMemo } from 'react'
import { type Column, DataTable, type Sort } from '../../components/data-table/data-table.tsx'
import { EliminationCell, EntryCell, PickCell } from './cells.tsx'
import styles from './history.module.css'
import type { MatrixRow } from './shown.ts'
import { weekName } from './shown-csv.ts'
import { useNarrow } from './media.ts'
import { useSameNumbers } from './use-same-numbers.ts'

interface MatrixTableProps {
  readonly rows: readonly MatrixRow[]
  readonly weeks: readonly number[]
  readonly sort: Sort
  readonly onSort: (sort: Sort) => void
}

/** Pixels on a wide screen, and on a phone. */
const ENTRY = { wide: 248, narrow: 128 }
const ELIMINATION = { wide: 104, narrow: 60 }
const WEEK = 70

/** A row per entry, a column per week. When it ended for an entry comes first: on a phone the weeks are out of sight. */
export const MatrixTable = memo(({ rows, weeks, sort, onSort }: MatrixTableProps) => {
  const isNarrow = useNarrow()
  const numbers = useSameNumbers(weeks)
  const columns = useMemo(() => columnsOf(numbers, isNarrow), [numbers, isNarrow])
  return (
    <DataTable
      label="Matrix"
      rows={rows}
      columns={columns}
      rowKey={keyOf}
      rowClass={classOf}
      sort={sort}
      onSort={onSort}
      stickyFirstColumn
    />
  )
})

const keyOf = (row: MatrixRow): number => row.entry.id
const classOf = (row: MatrixRow): string | undefined => (row.isOwn ? styles.own : undefined)

const entryCell = ({ entry, isOwn, isChampion }: MatrixRow) => (
  <EntryCell name={entry.name} user={entry.user_name} isOwn={isOwn} isChampion={isChampion} isOut={entry.is_eliminated} />
)

const eliminationCell = ({ entry, isChampion }: MatrixRow) => (
  <EliminationCell week={entry.eliminated_week} isChampion={isChampion} />
)
const shortEliminationCell = ({ entry, isChampion }: MatrixRow) => (
  <EliminationCell week={entry.eliminated_week} isChampion={isChampion} isShort />
)

function columnsOf(weeks: readonly number[], isNarrow: boolean): readonly Column<MatrixRow>[] {
  const width = isNarrow ? 'narrow' : 'wide'
  return [
    { key: 'entry', header: 'Entry', cell: entryCell, width: ENTRY[width], sortable: true },
    {
      key: 'eliminated',
      header: isNarrow ? 'Out' : 'Eliminated',
      headerLabel: 'Eliminated',
      cell: isNarrow ? shortEliminationCell : eliminationCell,
      width: ELIMINATION[width],
      sortable: true,
    },
    ...weeks.map(weekColumn),
  ]
}

function weekColumn(week: number): Column<MatrixRow> {
  return {
    key: `week-${week}`,
    header: `W${week}`,
    headerLabel: weekName(week),
    width: WEEK,
    align: 'center',
    cell: ({ entry, missed }) => {
      const pick = entry.picks[week]
      return <PickCell team={pick?.team_abbr} result={pick?.result ?? null} isMissed={missed.includes(week)} />
    },
  }
}
