import type { MouseEvent, ReactNode } from 'react'
import { classes } from '../../lib/classes.ts'
import { useNarrowerThan } from '../../lib/use-media.ts'
import { usePrinting } from '../../lib/use-printing.ts'
import { lazyPart } from '../lazy-part.tsx'
import {
  Cells,
  type DataTableProps,
  HeaderRow,
  type Layout,
  layoutOf,
  roleIn,
  rowStyle,
  scrollRegion,
  tableProps,
} from './data-table-rows.tsx'
import styles from './data-table.module.css'

export type { Column, RowLine, Sort } from './data-table-rows.tsx'

/** A table with more rows renders only the visible ones. */
const WINDOWED_ABOVE = 200

interface LaidOutProps<Row> {
  readonly table: DataTableProps<Row>
  readonly layout: Layout
}

const LazyWindowedTable = lazyPart<LaidOutProps<unknown>>(
  () => import('./data-table-windowed.tsx').then((module) => module.WindowedTable),
  { placeholder: ({ layout: { height } }) => <div style={{ height }} /> },
)
const WindowedTable = LazyWindowedTable as <Row>(props: LaidOutProps<Row>) => ReactNode

/** Loads the code of long tables, while the rows of one are being prepared. */
export const preloadWindowedTable = (): void => LazyWindowedTable.preload()

/** A table that scrolls below a fixed header. Above 200 rows it is windowed, and looks and reads the same; on paper it has all of its rows. */
export function DataTable<Row>(table: DataTableProps<Row>) {
  const { rows, empty, onRowClick, onEnd } = table
  const isPrinting = usePrinting()
  const layout = layoutOf(table, useNarrowerThan(table.stacksBelow ?? 0))
  if (rows.length === 0 && empty !== undefined) return empty
  const isWindowed = (rows.length > WINDOWED_ABOVE || onEnd !== undefined) && !isPrinting
  return (
    <div className={styles.frame} onClick={onRowClick && ((event) => openRow(event, table))} role="presentation">
      {isWindowed ? <WindowedTable table={table} layout={layout} /> : <PlainTable table={table} layout={layout} />}
    </div>
  )
}

/** What is in a row and has a use of its own. */
const CONTROLS = `a, button, input, select, textarea, label, .${styles.below ?? ''}`

/** Opens the clicked row, unless the click was on a control inside it. The keyboard uses the button in the first cell. */
function openRow<Row>(event: MouseEvent<HTMLElement>, { rows, onRowClick }: DataTableProps<Row>) {
  if (!(event.target instanceof Element) || event.target.closest(CONTROLS)) return
  const index = Number(event.target.closest('tr')?.dataset['index'] ?? -1)
  const row = rows[index]
  if (row !== undefined) onRowClick?.(row)
}

function PlainTable<Row>({ table, layout }: LaidOutProps<Row>) {
  const { label, rows, columns, rowKey, rowHeight, sort, onSort, footer, rowClass, rowLabel, onRegion } = table
  const region = layout.height === undefined ? {} : { style: { maxHeight: layout.height }, ...scrollRegion(label) }
  return (
    <div ref={onRegion} className={classes(layout.height !== undefined && styles.region)} {...region}>
      <table {...tableProps(table, layout)}>
        {!layout.isStacked && (
          <thead className={styles.head} role={roleIn(layout, 'rowgroup')}>
            <HeaderRow layout={layout} columns={columns} sort={sort} onSort={onSort} />
          </thead>
        )}
        <tbody role={roleIn(layout, 'rowgroup')}>
          {rows.map((row, index) => (
            <tr
              key={rowKey(row)}
              className={classes(styles.row, rowClass?.(row))}
              style={rowStyle(layout, rowHeight)}
              role={roleIn(layout, 'row')}
              aria-label={rowLabel?.(row)}
              aria-rowindex={index + 2}
              data-index={index}
            >
              <Cells row={row} layout={layout} table={table} />
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
