import { weekLabel } from '@outlast/domain/rules'
import { memo, useMemo, useState } from 'react'
import { type Column, DataTable, type Sort } from '../../ui/table/data-table.tsx'
import { AutoLegend } from '../../pool/team-chip.tsx'
import { useNarrowerThan } from '../../lib/use-media.ts'
import { EliminationCell, EntryCell, livesCell, PickCell } from './cells.tsx'
import styles from './history.module.css'
import { weekName } from '@outlast/views/matrix-csv'
import { picksOf } from '@outlast/views/season-rows'
import type { MatrixRow, SeasonTable } from './season-table.ts'
import { useStableNumbers } from './use-stable-numbers.ts'

interface MatrixTableProps {
  readonly table: Extract<SeasonTable, { tab: 'matrix' }>
  readonly sort: Sort
  readonly onSort: (sort: Sort) => void
}

/** Column widths in pixels, on a wide screen and on a phone. */
const ENTRY = { wide: 248, narrow: 128 }
const ELIMINATION = { wide: 104, narrow: 60 }
const WEEK = 70
/** What each further pick of a week takes. */
const NEXT_CHIP = 56

/** One row per entry and one column per week. It is scrolled to the latest weeks at first, and the elimination is next to them. */
export const MatrixTable = memo(({ table: { rows, weeks, slots, openWeek, hasLives }, sort, onSort }: MatrixTableProps) => {
  const isNarrow = useNarrowerThan(720)
  const numbers = useStableNumbers(weeks)
  const picks = useStableNumbers(slots)
  const columns = useMemo(() => columnsOf(numbers, picks, hasLives, isNarrow), [numbers, picks, hasLives, isNarrow])
  const last = openWeek === null || openWeek === weeks.at(-1) ? 'eliminated' : weekKey(openWeek)
  const [onRegion] = useState(() => scrollTo(columns.findIndex(({ key }) => key === last)))
  const hasAutoPicks = useMemo(() => rows.some(({ entry }) => entry.auto.length > 0), [rows])
  return (
    <>
      <DataTable
        label="Matrix"
        rows={rows}
        columns={columns}
        rowKey={rowKey}
        rowClass={rowClass}
        sort={sort}
        onSort={onSort}
        stickyFirstColumn
        onRegion={onRegion}
      />
      {hasAutoPicks && (
        <p className="note">
          <AutoLegend />
        </p>
      )}
    </>
  )
})

/** Returns a ref that scrolls a table sideways until a column is the last visible one. */
const scrollTo = (column: number) => (region: HTMLElement | Window | null) => {
  if (!(region instanceof HTMLElement)) return
  const header = region.querySelectorAll('th[scope=col]')[column]
  if (header !== undefined) region.scrollLeft += header.getBoundingClientRect().right - region.getBoundingClientRect().right
}

const rowKey = (row: MatrixRow): number => row.entry.id
const rowClass = (row: MatrixRow): string | undefined => (row.isOwn ? styles.own : undefined)

const entryCell = ({ entry, eliminatedWeek, isOwn, isChampion }: MatrixRow) => (
  <EntryCell
    id={entry.id}
    name={entry.name}
    user={entry.user_name}
    isOwn={isOwn}
    isChampion={isChampion}
    isOut={eliminatedWeek !== null}
  />
)

const eliminationCell = ({ eliminatedWeek, isChampion }: MatrixRow) => (
  <EliminationCell week={eliminatedWeek} isChampion={isChampion} />
)
const shortEliminationCell = ({ eliminatedWeek, isChampion }: MatrixRow) => (
  <EliminationCell week={eliminatedWeek} isChampion={isChampion} isShort />
)

function columnsOf(
  weeks: readonly number[],
  slots: readonly number[],
  hasLives: boolean,
  isNarrow: boolean,
): readonly Column<MatrixRow>[] {
  const width = isNarrow ? 'narrow' : 'wide'
  return [
    { key: 'entry', header: 'Entry', cell: entryCell, width: ENTRY[width], sortable: true },
    ...(hasLives ? [LIVES_COLUMN] : []),
    ...weeks.map((week, i) => weekColumn(week, slots[i] ?? 1)),
    {
      key: 'eliminated',
      header: isNarrow ? 'Out' : 'Eliminated',
      headerLabel: 'Eliminated',
      cell: isNarrow ? shortEliminationCell : eliminationCell,
      width: ELIMINATION[width],
      sortable: true,
    },
  ]
}

const LIVES_COLUMN: Column<MatrixRow> = {
  key: 'lives',
  header: 'Lives',
  width: 64,
  cell: ({ livesLeft }) => livesCell(livesLeft),
}

const weekKey = (week: number): string => `week-${week}`

function weekColumn(week: number, slots: number): Column<MatrixRow> {
  return {
    key: weekKey(week),
    header: `W${weekLabel(week)}`,
    headerLabel: weekName(week),
    width: WEEK + (slots - 1) * NEXT_CHIP,
    align: 'center',
    cell: (row) => {
      const isMissed = row.entry.missed.includes(week)
      const [pick, ...more] = picksOf(row, week)
      const cell = <PickCell team={pick?.team} result={pick?.result ?? null} isAuto={pick?.isAuto === true} isMissed={isMissed} />
      const missing = pick !== undefined && isMissed ? slots - 1 - more.length : 0
      if (more.length + missing === 0) return cell
      return (
        <span className={styles.picks}>
          {cell}
          {more.map(({ team, result, isAuto }) => (
            <PickCell key={team} team={team} result={result} isAuto={isAuto} isMissed={false} />
          ))}
          {Array.from({ length: missing }, (_, i) => (
            <PickCell key={i} team={undefined} result={null} isAuto={false} isMissed />
          ))}
        </span>
      )
    },
  }
}
