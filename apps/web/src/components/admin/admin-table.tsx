import { type CSSProperties, memo, type ReactNode, useState } from 'react'
import { shallow } from 'zustand/shallow'
import { classes } from '../../lib/classes.ts'
import styles from './admin-table.module.css'
import { useFocusRecovery } from './use-focus-recovery.ts'
import { useWideLayout } from '../../lib/use-media.ts'
import { WindowedRows } from './windowed-rows.tsx'

/** A column of an {@link AdminTable}. */
export interface AdminColumn<Row> {
  readonly key: string
  readonly header: string
  /** A stable function: rows are drawn again only when something of them changed. May give a component with a state of its own. */
  readonly cell: (row: Row) => ReactNode
  /** The column's grid track, e.g. `120px` or `minmax(100px, 1fr)`. */
  readonly track: string
  /** Its place in the card that a row is on a phone: the heading, a line without a label, or with one of half width. */
  readonly place: 'title' | 'full' | 'half'
}

interface AdminTableProps<Row> {
  readonly label: string
  readonly rows: readonly Row[]
  readonly columns: readonly AdminColumn<Row>[]
  readonly rowKey: (row: Row) => string | number
  /** A line below a row: its error, what somebody else changed. A stable function. */
  readonly note?: ((row: Row) => ReactNode) | undefined
  /** Instead of the table when there are no rows. */
  readonly empty: ReactNode
}

/**
 * The admin's table: rows that are edited in place, each with its own state; a card each on a phone; windowed above 200 rows. Where
 * a row goes that has the focus (a filter does not take it any more), the focus goes to the one in its place.
 */
export function AdminTable<Row extends object>({ label, rows, columns, rowKey, note, empty }: AdminTableProps<Row>) {
  const [region, setRegion] = useState<HTMLElement | null>(null)
  const wide = useWideLayout()
  const noticeFocus = useFocusRecovery(region, rows)
  if (rows.length === 0) return empty
  const tracks = { '--tracks': columns.map((column) => column.track).join(' ') } as CSSProperties
  return (
    <div
      ref={setRegion}
      className={styles.region}
      style={tracks}
      {...(wide ? { role: 'region', 'aria-label': `${label}, scrolls`, tabIndex: 0 } : {})}
      onFocus={noticeFocus}
    >
      <div role="table" aria-label={label} aria-rowcount={rows.length + 1} className={styles.table}>
        <div role="rowgroup" className={styles.head}>
          <div role="row" aria-rowindex={1} className={styles.headRow}>
            {columns.map((column) => (
              <span key={column.key} role="columnheader">
                {column.header}
              </span>
            ))}
          </div>
        </div>
        <div role="rowgroup" className={styles.body}>
          {region && (
            <WindowedRows
              rows={rows}
              rowKey={rowKey}
              scroller={wide ? region : null}
              render={(row, index) => <TableRow row={row} index={index} columns={columns as never} note={note as never} />}
            />
          )}
        </div>
      </div>
    </div>
  )
}

interface TableRowProps {
  readonly row: object
  readonly index: number
  readonly columns: readonly AdminColumn<object>[]
  readonly note: ((row: object) => ReactNode) | undefined
}

const TableRow = memo(
  function TableRow({ row, index, columns, note }: TableRowProps) {
    return (
      <div role="row" aria-rowindex={index + 2} className={styles.row}>
        {columns.map((column) => (
          <div key={column.key} role="cell" className={classes(styles.cell)} data-place={column.place}>
            <span className={styles.label} aria-hidden="true">
              {column.header}
            </span>
            <div className={styles.value}>{column.cell(row)}</div>
          </div>
        ))}
        {note && (
          <div role="cell" className={styles.note}>
            {note(row)}
          </div>
        )}
      </div>
    )
  },
  (before, after) =>
    before.index === after.index &&
    before.columns === after.columns &&
    before.note === after.note &&
    shallow(before.row, after.row),
)
