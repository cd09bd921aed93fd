import { weekLabel } from '@outlast/domain/rules'
import { memo, useMemo } from 'react'
import { type Column, DataTable, type Sort } from '../../ui/table/data-table.tsx'
import { TeamChip } from '../../pool/team-chip.tsx'
import { teamName } from '../../pool/teams.ts'
import { useNarrowerThan } from '../../lib/use-media.ts'
import styles from './history.module.css'
import { weekName } from '@outlast/views/matrix-csv'
import type { TeamRow } from './season-table.ts'
import { useStableNumbers } from './use-stable-numbers.ts'

interface UsageTableProps {
  readonly rows: readonly TeamRow[]
  readonly weeks: readonly number[]
  readonly sort: Sort
  readonly onSort: (sort: Sort) => void
}

/** How often each team was picked in each week, as a heat map. */
export const UsageTable = memo(({ rows, weeks, sort, onSort }: UsageTableProps) => {
  const isNarrow = useNarrowerThan(720)
  const numbers = useStableNumbers(weeks)
  const columns = useMemo(() => columnsOf(numbers, isNarrow), [numbers, isNarrow])
  return (
    <DataTable label="Team Usage" rows={rows} columns={columns} rowKey={rowKey} sort={sort} onSort={onSort} stickyFirstColumn />
  )
})

const rowKey = (row: TeamRow): string => row.team_abbr

const chipCell = (row: TeamRow) => <TeamChip abbr={row.team_abbr} />
const teamCell = (row: TeamRow) => (
  <span className="row">
    <TeamChip abbr={row.team_abbr} />
    <span className={styles.user}>{teamName(row.team_abbr)}</span>
  </span>
)
const totalCell = (row: TeamRow) => <strong>{row.total}</strong>
const percentCell = (row: TeamRow) => `${row.percent.toFixed(1)}%`

function columnsOf(weeks: readonly number[], isNarrow: boolean): readonly Column<TeamRow>[] {
  return [
    { key: 'team', header: 'Team', cell: isNarrow ? chipCell : teamCell, width: isNarrow ? 76 : 240, sortable: true },
    { key: 'total', header: 'Total', cell: totalCell, width: 76, align: 'end', sortable: true },
    { key: 'percent', header: 'Percent', cell: percentCell, width: 76, align: 'end' },
    ...weeks.map(weekColumn),
  ]
}

function weekColumn(week: number): Column<TeamRow> {
  return {
    key: `week-${week}`,
    header: `W${weekLabel(week)}`,
    headerLabel: weekName(week),
    width: 52,
    align: 'center',
    cell: ({ weeks, highestCount }) => {
      const count = weeks[week] ?? 0
      return (
        <span className={styles.heat} style={{ background: heatColor(count, highestCount) }} data-none={count === 0 || undefined}>
          {count}
        </span>
      )
    },
  }
}

/** The strongest color, at which the number is still readable. */
const MAX_COLOR_PERCENT = 40

function heatColor(count: number, highestCount: number): string | undefined {
  if (count === 0) return undefined
  return `color-mix(in srgb, var(--accent) ${Math.ceil((count / highestCount) * MAX_COLOR_PERCENT)}%, transparent)`
}
