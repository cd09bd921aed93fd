import type { ReactNode } from 'react'
import { ResultMark } from '../../components/pool/result-mark.tsx'
import { TeamChip } from '../../components/pool/team-chip.tsx'
import { Badge } from '../../components/ui/badge.tsx'
import { Button } from '../../components/ui/button.tsx'
import { type Column, DataTable } from '../../components/ui/data-table.tsx'
import styles from './admin-weeks.module.css'
import { usePickActions } from './pick-actions.ts'
import { type PickRow, resultText } from './pick-rows.ts'

const ROW_HEIGHT = 34
/** Fingers need more than a mouse. */
const TOUCH_ROW_HEIGHT = 48

const COLUMNS: readonly Column<PickRow>[] = [
  { key: 'id', header: 'Entry ID', width: 80, align: 'end', cell: (row) => row.entryId },
  { key: 'entry', header: 'Entry', width: 170, cell: (row) => <Clipped>{row.entryName}</Clipped> },
  { key: 'user', header: 'User', width: 150, cell: (row) => <Clipped>{row.userName}</Clipped> },
  { key: 'email', header: 'Email', width: 210, cell: (row) => <Clipped>{row.email}</Clipped> },
  { key: 'mobile', header: 'Mobile', width: 130, cell: (row) => row.mobile ?? '–' },
  { key: 'result', header: 'Result', width: 80, cell: (row) => <Result row={row} /> },
  { key: 'team', header: 'Team', width: 112, cell: (row) => <Team row={row} /> },
  { key: 'actions', header: 'Actions', width: 164, cell: (row) => <Actions row={row} /> },
]

interface PicksTableProps {
  readonly rows: readonly PickRow[]
  readonly empty: ReactNode
}

/** Who picked what in a week, and what an admin can do about it. */
export function PicksTable({ rows, empty }: PicksTableProps) {
  const rowHeight = matchMedia('(pointer: coarse)').matches ? TOUCH_ROW_HEIGHT : ROW_HEIGHT
  return (
    <DataTable label="Picks" rows={rows} columns={COLUMNS} rowKey={(row) => row.entryId} rowHeight={rowHeight} empty={empty} />
  )
}

function Clipped({ children }: { readonly children: string }) {
  return (
    <span className={styles.clipped} title={children}>
      {children}
    </span>
  )
}

function Result({ row }: { readonly row: PickRow }) {
  return (
    <span className={styles.result} data-result={row.result}>
      {resultText(row.result)}
    </span>
  )
}

function Team({ row }: { readonly row: PickRow }) {
  if (row.isHidden) return <Badge>hidden</Badge>
  if (row.team === null) return <ResultMark result={null} />
  return (
    <span className={styles.team}>
      <TeamChip abbr={row.team} />
      {row.isOverride && <span className={styles.muted}>by admin</span>}
    </span>
  )
}

function Actions({ row }: { readonly row: PickRow }) {
  const { change, remove } = usePickActions()
  const has = row.pickId !== null
  return (
    <span className={styles.rowActions}>
      <Button
        size="small"
        className={styles.tiny}
        aria-label={`${has ? 'Change' : 'Add'} pick of ${row.entryName}`}
        onClick={() => change(row)}
      >
        {has ? 'Change' : 'Add'}
      </Button>
      {has && (
        <Button size="small" className={styles.tiny} aria-label={`Delete pick of ${row.entryName}`} onClick={() => remove(row)}>
          Delete
        </Button>
      )}
    </span>
  )
}
