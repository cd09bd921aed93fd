import ChevronDown from 'lucide-react/dist/esm/icons/chevron-down.mjs'
import { type CSSProperties, memo, type ReactNode, useDeferredValue, useState } from 'react'
import { shallow } from 'zustand/shallow'
import { useWaiting } from '../lib/arrivals.ts'
import { useMedia, useWideLayout } from '../lib/use-media.ts'
import styles from './admin-table.module.css'
import { useFocusRecovery } from './use-focus-recovery.ts'
import { WindowedRows } from './windowed-rows.tsx'

/** A column of an {@link AdminTable}. */
export interface AdminColumn<Row> {
  readonly key: string
  readonly header: string
  /** Keep its identity stable: a row renders again only when it changed. May return a component with state. */
  readonly cell: (row: Row) => ReactNode
  /** The column's grid track, e.g. `120px` or `minmax(100px, 1fr)`. */
  readonly track: string
  /** How an open row on a phone shows the value: full-width without a label, or half-width with one. `line`: its line shows it. */
  readonly place: 'line' | 'full' | 'half'
}

/** The line of a row on a phone. Keep its identity stable. */
export interface RowLine<Row> {
  readonly before: (row: Row) => ReactNode
  readonly text: (row: Row) => ReactNode
  readonly after: (row: Row) => ReactNode
  /** Whom the row is about, for the button that opens it. */
  readonly name: (row: Row) => string
}

interface AdminTableProps<Row> {
  readonly label: string
  readonly rows: readonly Row[]
  readonly columns: readonly AdminColumn<Row>[]
  readonly rowKey: (row: Row) => string | number
  /** A row on a phone: what its one line says, and the control before and those after it. */
  readonly line: RowLine<Row>
  /** Renders below a row: its error or its edit conflict. Keep its identity stable. */
  readonly note?: ((row: Row) => ReactNode) | undefined
  /** Replaces the table when it is empty. */
  readonly empty: ReactNode
}

/** The height of a row, in pixels; touch targets need more. Only an error or an edit conflict makes a row taller. */
const ROW_HEIGHT = 34
const TOUCH_ROW_HEIGHT = 48

const NO_ROWS: readonly never[] = []

/**
 * A table whose rows are edited in place. On a phone each row is a line that opens. Windowed above 200 rows. When the focused row disappears,
 * because a filter no longer matches it, the focus moves to the row that takes its place. Rows render in the background, in tasks of a few
 * milliseconds, so that a long table does not block the page.
 */
export function AdminTable<Row extends object>({ label, rows, columns, line, rowKey, note, empty }: AdminTableProps<Row>) {
  const [region, setRegion] = useState<HTMLElement | null>(null)
  const isWide = useWideLayout()
  const rowHeight = useMedia('(pointer: coarse)') ? TOUCH_ROW_HEIGHT : ROW_HEIGHT
  const shownRows = useDeferredValue(rows, NO_ROWS)
  useWaiting(shownRows.length === 0 && rows.length > 0)
  const handleFocus = useFocusRecovery(region, shownRows)
  if (rows.length === 0) return empty
  const style = { '--tracks': columns.map((column) => column.track).join(' '), '--row-height': `${rowHeight}px` } as CSSProperties
  return (
    <div
      ref={setRegion}
      className={styles.region}
      style={style}
      {...(isWide ? { role: 'region', 'aria-label': `${label}, scrollable`, tabIndex: 0 } : {})}
      onFocus={handleFocus}
    >
      <div role="table" aria-label={label} aria-rowcount={rows.length + 1}>
        <div role="rowgroup" className={styles.head}>
          <div role="row" aria-rowindex={1} className={styles.headRow}>
            {columns.map((column) => (
              <span key={column.key} role="columnheader">
                {column.header}
              </span>
            ))}
          </div>
        </div>
        <div role="rowgroup">
          {region && (
            <WindowedRows
              rows={shownRows}
              rowKey={rowKey}
              scroller={isWide ? region : null}
              rowHeight={isWide ? rowHeight : undefined}
              render={(row, index) => (
                <TableRow
                  row={row}
                  index={index}
                  columns={columns as never}
                  line={isWide ? undefined : (line as never)}
                  note={note as never}
                />
              )}
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
  /** On a phone. */
  readonly line: RowLine<object> | undefined
  readonly note: ((row: object) => ReactNode) | undefined
}

const TableRow = memo(
  function TableRow({ row, index, columns, line, note }: TableRowProps) {
    const [isOpen, setOpen] = useState(false)
    const shown = line === undefined ? columns : columns.filter(({ place }) => isOpen && place !== 'line')
    return (
      <div role="row" aria-rowindex={index + 2} className={styles.row} data-open={isOpen}>
        {line && (
          <div role="cell" className={styles.line}>
            {line.before(row)}
            <div className={styles.text}>{line.text(row)}</div>
            {line.after(row)}
            <button
              type="button"
              className={styles.opener}
              aria-expanded={isOpen}
              aria-label={`Details: ${line.name(row)}`}
              onClick={() => setOpen(!isOpen)}
            >
              <ChevronDown size={20} aria-hidden="true" />
            </button>
          </div>
        )}
        {shown.map((column) => (
          <div key={column.key} role="cell" className={styles.cell} data-place={column.place}>
            <span className={styles.label} aria-hidden="true">
              {column.header}
            </span>
            <div>{column.cell(row)}</div>
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
    before.line === after.line &&
    before.note === after.note &&
    shallow(before.row, after.row),
)
