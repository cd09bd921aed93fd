import { lazy, type MouseEvent, Suspense } from 'react'
import { classes } from '../../lib/classes.ts'
import styles from './data-table.module.css'
import { Cells, type DataTableProps, HeaderRow, scrollRegion } from './data-table-rows.tsx'

export type { Column, DataTableProps, Sort } from './data-table-rows.tsx'

/** Above so many rows a table draws only those in sight. */
const WINDOWED_ABOVE = 200

const WindowedTable = lazy(() => import('./data-table-windowed.tsx').then((module) => ({ default: module.WindowedTable }))) as <
  Row,
>(
  props: DataTableProps<Row>,
) => React.JSX.Element

/** A table that scrolls inside itself, with a header that stays; windowed above 200 rows, with the same look and meaning. */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { rows, empty, maxHeight = 480 } = props
  if (rows.length === 0 && empty !== undefined) return empty
  return (
    <div className={styles.frame} onClick={props.onRowClick && ((event) => openRow(event, props))} role="presentation">
      {rows.length > WINDOWED_ABOVE ? (
        <Suspense fallback={<div style={{ height: maxHeight }} />}>
          <WindowedTable {...props} />
        </Suspense>
      ) : (
        <PlainTable {...props} />
      )}
    </div>
  )
}

/** Rows open by a click anywhere that is not a control of its own. The keyboard has the button in the first cell. */
function openRow<Row>(event: MouseEvent<HTMLElement>, { rows, onRowClick }: DataTableProps<Row>) {
  if (!(event.target instanceof Element) || event.target.closest('a, button, input, select, textarea, label')) return
  const index = Number(event.target.closest('tr')?.dataset['index'] ?? -1)
  const row = rows[index]
  if (row !== undefined) onRowClick?.(row)
}

function PlainTable<Row>(props: DataTableProps<Row>) {
  const { label, rows, columns, rowKey, maxHeight = 480, rowHeight = 34, stickyFirstColumn = false } = props
  const { onRowClick, sort, onSort, footer, rowClass } = props
  const table = classes(styles.table, stickyFirstColumn && styles.stickyFirst, onRowClick && styles.clickable)
  return (
    <div className={styles.region} style={{ maxHeight }} {...scrollRegion(label)}>
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
