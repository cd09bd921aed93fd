import { type ReactNode, useMemo } from 'react'
import { type FillerRowProps, type ItemProps, type TableProps, TableVirtuoso } from 'react-virtuoso'
import { classes } from '../../lib/classes.ts'
import {
  Cells,
  type DataTableProps,
  HeaderRow,
  type Layout,
  roleIn,
  rowStyle,
  scrollRegion,
  tableProps,
  tableWidth,
} from './data-table-rows.tsx'
import styles from './data-table.module.css'

/** The number of rows that are rendered above and below the visible ones. */
const OVERSCAN_ROWS = 4
/** How far rows of unequal heights are rendered beyond the window, in pixels. */
const OVERSCAN = 300
/** The width of a column without one of its own, in pixels. */
const COLUMN_WIDTH = 120
/** How many rows a table in a page shows before it has measured itself. */
const FIRST_ROWS = 20

interface Context {
  readonly table: DataTableProps<never>
  readonly layout: Layout
}

interface WithContext {
  readonly context: Context
}

// Defined once: new component types would remount every row on each change.
const tableComponents = {
  Table: ({ children, style, context: { table, layout } }: TableProps & WithContext) => {
    const { className, style: own, ...props } = tableProps(table, layout)
    return (
      <table
        {...props}
        className={classes(className, !layout.isGrid && styles.windowed)}
        style={{ ...style, ...(own ?? { minWidth: tableWidth(table.columns, COLUMN_WIDTH) }) }}
      >
        {!layout.isGrid && (
          <colgroup>
            {table.columns.map((column) => (
              <col key={column.key} style={{ width: column.width }} />
            ))}
          </colgroup>
        )}
        {children}
      </table>
    )
  },
  TableRow: ({
    children,
    item,
    context: { table, layout },
    'data-index': index,
    ...measured
  }: ItemProps<unknown> & WithContext) => (
    <tr
      data-known-size={measured['data-known-size']}
      data-item-index={measured['data-item-index']}
      className={classes(styles.row, table.rowClass?.(item as never))}
      style={rowStyle(layout, table.rowHeight)}
      role={roleIn(layout, 'row')}
      aria-label={table.rowLabel?.(item as never)}
      aria-rowindex={index + 2}
      data-index={index}
    >
      {children}
    </tr>
  ),
  FillerRow: ({ height }: FillerRowProps) => <tr aria-hidden="true" style={{ height }} />,
}

interface WindowedTableProps<Row> {
  readonly table: DataTableProps<Row>
  readonly layout: Layout
}

/** A table of which only the visible rows are in the page. Its code loads with the first such table. */
export function WindowedTable<Row>({ table, layout }: WindowedTableProps<Row>) {
  const { label, rows, columns, rowKey, rowHeight = 34, sort, onSort, footer, onEnd } = table
  const context = useMemo<Context>(() => ({ table: table as never, layout }), [table, layout])
  const { height } = layout
  const overscan = OVERSCAN_ROWS * rowHeight
  const isEven = height !== undefined && !table.below
  return (
    <TableVirtuoso<Row, Context>
      {...(height === undefined
        ? { useWindowScroll: true, increaseViewportBy: OVERSCAN, initialItemCount: Math.min(rows.length, FIRST_ROWS) }
        : {
            className: classes(styles.region, styles.contained),
            style: { height },
            ...scrollRegion(label),
            overscan: { main: overscan, reverse: overscan },
            // Shows rows at once, and not only after the table has measured itself.
            initialItemCount: Math.min(rows.length, Math.ceil(height / rowHeight)),
          })}
      {...(height !== undefined && !isEven && { defaultItemHeight: rowHeight })}
      {...(isEven && { fixedItemHeight: rowHeight })}
      {...(table.onRegion && { scrollerRef: table.onRegion })}
      {...(onEnd && { endReached: onEnd })}
      data={rows}
      context={context}
      components={tableComponents}
      computeItemKey={(_, row) => rowKey(row)}
      fixedHeaderContent={
        layout.isStacked ? null : () => <HeaderRow layout={layout} columns={columns} sort={sort} onSort={onSort} />
      }
      fixedFooterContent={footer === undefined ? null : () => footerRow(footer, columns.length)}
      itemContent={(_, row) => <Cells row={row} layout={layout} table={table} />}
    />
  )
}

function footerRow(footer: ReactNode, columns: number) {
  return (
    <tr>
      <td className={styles.footCell} colSpan={columns}>
        {footer}
      </td>
    </tr>
  )
}
