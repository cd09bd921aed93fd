import type { MouseEvent, ReactNode } from 'react'
import { classes } from '../../lib/classes.ts'
import { usePrinting } from '../../lib/use-printing.ts'
import { lazyPart } from '../lazy-part.tsx'
import { Cells, type DataTableProps, HeaderRow, scrollRegion } from './data-table-rows.tsx'
import styles from './data-table.module.css'

export type { Column, Sort } from './data-table-rows.tsx'

/** A table with more rows renders only the visible ones. */
const WINDOWED_ABOVE = 200
/** The visible height, in pixels, unless a table has its own. */
const MAX_HEIGHT = 480

const LazyWindowedTable = lazyPart<DataTableProps<unknown>>(
  () => import('./data-table-windowed.tsx').then((module) => module.WindowedTable),
  { placeholder: ({ maxHeight }) => <div style={{ height: maxHeight ?? MAX_HEIGHT }} /> },
)
const WindowedTable = LazyWindowedTable as <Row>(props: DataTableProps<Row>) => ReactNode

/** Loads the code of long tables, while the rows of one are being prepared. */
export const preloadWindowedTable = (): void => LazyWindowedTable.preload()

/** A table that scrolls below a fixed header. Above 200 rows it is windowed, and looks and reads the same; on paper it has all of its rows. */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { rows, empty } = props
  const isPrinting = usePrinting()
  if (rows.length === 0 && empty !== undefined) return empty
  return (
    <div className={styles.frame} onClick={props.onRowClick && ((event) => openRow(event, props))} role="presentation">
      {rows.length > WINDOWED_ABOVE && !isPrinting ? <WindowedTable {...props} /> : <PlainTable {...props} />}
    </div>
  )
}

/** Opens the clicked row, unless the click was on a control inside it. The keyboard uses the button in the first cell. */
function openRow<Row>(event: MouseEvent<HTMLElement>, { rows, onRowClick }: DataTableProps<Row>) {
  if (!(event.target instanceof Element) || event.target.closest('a, button, input, select, textarea, label')) return
  const index = Number(event.target.closest('tr')?.dataset['index'] ?? -1)
  const row = rows[index]
  if (row !== undefined) onRowClick?.(row)
}

function PlainTable<Row>(props: DataTableProps<Row>) {
  const { label, rows, columns, rowKey, maxHeight = MAX_HEIGHT, rowHeight = 34, stickyFirstColumn = false } = props
  const { onRowClick, sort, onSort, footer, rowClass, onRegion } = props
  const table = classes(styles.table, stickyFirstColumn && styles.stickyFirst, onRowClick && styles.clickable)
  return (
    <div ref={onRegion} className={styles.region} style={{ maxHeight }} {...scrollRegion(label)}>
      <table className={table} aria-label={label} aria-rowcount={rows.length + 1}>
        <thead className={styles.head}>
          <HeaderRow columns={columns} sort={sort} onSort={onSort} />
        </thead>
        <tbody>
          {rows.map((row, index) => (
            <tr
              key={rowKey(row)}
              className={classes(styles.row, rowClass?.(row))}
              style={{ height: rowHeight }}
              aria-rowindex={index + 2}
              data-index={index}
            >
              <Cells row={row} columns={columns} rowHeader={stickyFirstColumn} onRowClick={onRowClick} />
            </tr>
          ))}
        </tbody>
        {footer !== undefined && (
          <tfoot className={styles.foot}>
            <tr>
              <td colSpan={columns.length}>{footer}</td>
            </tr>
          </tfoot>
        )}
      </table>
    </div>
  )
}
