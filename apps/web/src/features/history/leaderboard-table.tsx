import { memo } from 'react'
import { type Column, DataTable, type Sort } from '../../ui/table/data-table.tsx'
import { useNarrowerThan } from '../../lib/use-media.ts'
import { EliminationCell, EntryCell, livesCell } from './cells.tsx'
import styles from './history.module.css'
import type { StandingRow } from './season-table.ts'

interface LeaderboardTableProps {
  readonly rows: readonly StandingRow[]
  /** Whether an entry begins with several lives. */
  readonly hasLives: boolean
  readonly sort: Sort
  readonly onSort: (sort: Sort) => void
}

/** The ranking: one's own entries on top, then the champion, alive entries, then the others by elimination, latest first. */
export const LeaderboardTable = memo(({ rows, hasLives, sort, onSort }: LeaderboardTableProps) => (
  <DataTable
    label="Leaderboard"
    rows={rows}
    columns={COLUMNS[useNarrowerThan(720) ? 'narrow' : 'wide'][hasLives ? 'withLives' : 'withoutLives']}
    rowKey={rowKey}
    rowClass={rowClass}
    sort={sort}
    onSort={onSort}
  />
))

const rowKey = (row: StandingRow): number => row.entry_id
const rowClass = (row: StandingRow): string | undefined => (row.isOwn ? styles.own : undefined)

const cells = {
  rank: (row: StandingRow) => (
    <strong className={styles.rank} title={row.isTied ? 'Shared rank' : undefined}>
      {row.rank}
      <span className={styles.tie}>{row.isTied ? '=' : ''}</span>
    </strong>
  ),
  entry: ({ entry_id, entry, user_name, isOwn, is_champion, eliminated_week }: StandingRow) => (
    <EntryCell
      id={entry_id}
      name={entry}
      user={user_name}
      isOwn={isOwn}
      isChampion={is_champion}
      isOut={eliminated_week !== null}
    />
  ),
  wins: (row: StandingRow) => row.wins,
  losses: (row: StandingRow) => row.losses,
  eliminated: (row: StandingRow) => <EliminationCell week={row.eliminated_week} isChampion={row.is_champion} />,
  out: (row: StandingRow) => <EliminationCell week={row.eliminated_week} isChampion={row.is_champion} isShort />,
}

type ColumnLabel = Pick<Column<StandingRow>, 'key' | 'header' | 'width'> & Partial<Column<StandingRow>>

const columnsOf = (
  rank: ColumnLabel,
  entry: ColumnLabel,
  wins: ColumnLabel,
  losses: ColumnLabel,
  eliminated: ColumnLabel,
): Column<StandingRow>[] => [
  { ...rank, headerLabel: 'Rank', cell: cells.rank, align: 'end', sortable: true },
  { ...entry, cell: cells.entry, sortable: true },
  { ...wins, headerLabel: 'Wins', cell: cells.wins, align: 'end', sortable: true },
  { ...losses, headerLabel: 'Losses', cell: cells.losses, align: 'end', sortable: true },
  { headerLabel: 'Eliminated', cell: cells.eliminated, sortable: true, ...eliminated },
]

const WIDE = columnsOf(
  { key: 'rank', header: 'Rank', width: 84 },
  { key: 'entry', header: 'Entry', width: 320 },
  { key: 'wins', header: 'Wins', width: 96 },
  { key: 'losses', header: 'Losses', width: 96 },
  { key: 'eliminated', header: 'Eliminated', width: 140 },
)

const NARROW = columnsOf(
  { key: 'rank', header: '#', width: 52 },
  { key: 'entry', header: 'Entry', width: 118 },
  { key: 'wins', header: 'W', width: 46 },
  { key: 'losses', header: 'L', width: 46 },
  { key: 'eliminated', header: 'Out', width: 64, cell: cells.out },
)

const withLives = (columns: readonly Column<StandingRow>[], width: number): readonly Column<StandingRow>[] =>
  columns.toSpliced(2, 0, { key: 'lives', header: 'Lives', width, cell: (row) => livesCell(row.lives_left) })

const COLUMNS = {
  wide: { withLives: withLives(WIDE, 96), withoutLives: WIDE },
  narrow: { withLives: withLives(NARROW, 60), withoutLives: NARROW },
} as const
