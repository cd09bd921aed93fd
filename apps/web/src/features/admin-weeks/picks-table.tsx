import { weekLabel } from '@outlast/domain/rules'
import { createContext, type ReactNode, use } from 'react'
import { Link } from 'wouter'
import { type Column, DataTable } from '../../ui/table/data-table.tsx'
import { ResultMark, TeamChip } from '../../pool/team-chip.tsx'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { useMedia, useNarrowerThan } from '../../lib/use-media.ts'
import styles from './admin-weeks.module.css'
import { type PickRow, resultText } from './pick-rows.ts'

const ROW_HEIGHT = 34
/** Touch targets need more height. */
const TOUCH_ROW_HEIGHT = 48

const ID: Column<PickRow> = { key: 'id', header: 'Entry ID', width: 76, align: 'end', cell: (row) => row.entryId }
const ENTRY: Column<PickRow> = { key: 'entry', header: 'Entry', width: 150, cell: (row) => <Name row={row} /> }
const USER: Column<PickRow> = {
  key: 'user',
  header: 'User',
  width: 140,
  cell: (row) => <Clipped width="short">{row.userName}</Clipped>,
}
const EMAIL: Column<PickRow> = {
  key: 'email',
  header: 'Email',
  width: 190,
  cell: (row) => <Clipped width="wide">{row.email}</Clipped>,
}
const MOBILE: Column<PickRow> = { key: 'mobile', header: 'Mobile', width: 120, cell: (row) => row.mobile ?? '–' }
const RESULT: Column<PickRow> = { key: 'result', header: 'Result', width: 70, cell: (row) => <Result row={row} /> }
const TEAM: Column<PickRow> = { key: 'team', header: 'Team', width: 76, cell: (row) => <Team row={row} /> }
const ACTIONS: Column<PickRow> = { key: 'actions', header: 'Actions', width: 144, cell: (row) => <Actions row={row} /> }

const COLUMNS = [ID, ENTRY, USER, EMAIL, MOBILE, RESULT, TEAM, ACTIONS]
/** On a phone the entry stays in view, followed by its pick and the actions. */
const NARROW_COLUMNS = [
  { ...ENTRY, width: 112, cell: (row: PickRow) => <Name row={row} width="tiny" /> },
  TEAM,
  RESULT,
  ACTIONS,
  ID,
  USER,
  EMAIL,
  MOBILE,
]

/** Where a week takes several picks, they have to fit. */
const wider = (column: Column<PickRow>): Column<PickRow> =>
  column === TEAM || column === RESULT ? { ...column, width: 2 * (column.width ?? 0) } : column

interface PicksTableProps {
  readonly weekNumber: number
  readonly rows: readonly PickRow[]
  readonly empty: ReactNode
}

/** The picks of a week with buttons to change and delete them. */
export function PicksTable({ weekNumber, rows, empty }: PicksTableProps) {
  const isNarrow = useNarrowerThan(760)
  const isSeveral = rows.some(({ picked }) => picked !== null)
  const columns = isNarrow ? NARROW_COLUMNS : COLUMNS
  return (
    <DataTable
      label={`Picks of week ${weekLabel(weekNumber)}`}
      rows={rows}
      columns={isSeveral ? columns.map(wider) : columns}
      rowKey={(row) => row.entryId}
      rowHeight={useMedia('(pointer: coarse)') ? TOUCH_ROW_HEIGHT : ROW_HEIGHT}
      stickyFirstColumn={isNarrow}
      empty={empty}
    />
  )
}

interface ClippedProps {
  readonly width?: 'tiny' | 'short' | 'wide' | undefined
  readonly children: string
}

function Clipped({ width, children }: ClippedProps) {
  return (
    <span className={styles.clipped} data-width={width} title={children}>
      {children}
    </span>
  )
}

/** The entry's name, which leads to its page. */
function Name({ row, width }: Pick<ClippedProps, 'width'> & { readonly row: PickRow }) {
  return (
    <Link to={`/entry/${row.entryId}`}>
      <Clipped width={width}>{row.entryName}</Clipped>
    </Link>
  )
}

function Result({ row }: { readonly row: PickRow }) {
  return (
    <span className={styles.team}>
      {[row.result, ...row.more.map(({ result }) => result)].map((result, i) => (
        <span key={i} className={styles.result} data-result={result}>
          {resultText(result)}
        </span>
      ))}
    </span>
  )
}

function Team({ row }: { readonly row: PickRow }) {
  if (row.isHidden) return <Badge>{row.picked === null ? 'hidden' : `${row.picked} · hidden`}</Badge>
  if (row.team === null) return <ResultMark result={null} />
  return (
    <span className={styles.team}>
      {[row.team, ...row.more.map(({ team }) => team)].map((team) => (
        <TeamChip key={team} abbr={team} />
      ))}
      {row.isOverride && <span className="note">by admin</span>}
      {row.isAuto && <span className="note">auto</span>}
      {row.picked !== null && <span className="note">{row.picked}</span>}
    </span>
  )
}

function Actions({ row }: { readonly row: PickRow }) {
  const { change, remove } = usePickActions()
  const hasPick = row.pickId !== null
  return (
    <span className={styles.rowActions}>
      <Button
        size="small"
        className={styles.tiny}
        aria-label={`${hasPick ? 'Change' : 'Add'} pick of ${row.entryName}`}
        onClick={() => change(row)}
      >
        {hasPick ? 'Change' : 'Add'}
      </Button>
      {hasPick && (
        <Button size="small" className={styles.tiny} aria-label={`Delete pick of ${row.entryName}`} onClick={() => remove(row)}>
          Delete
        </Button>
      )}
    </span>
  )
}

/** What the buttons of a row do. */
export interface PickActions {
  readonly change: (row: PickRow) => void
  readonly remove: (row: PickRow) => void
}

// In a context, so that the cell functions stay the same between renders.
export const PickActionsContext = createContext<PickActions | undefined>(undefined)

function usePickActions(): PickActions {
  const actions = use(PickActionsContext)
  if (actions === undefined) throw new Error('usePickActions must be used inside PickActionsContext')
  return actions
}
