import { type ReactNode, useMemo } from 'react'
import { type ItemProps, type TableProps, TableVirtuoso } from 'react-virtuoso'
import { classes } from '../../lib/classes.ts'
import { Cells, type Column, type DataTableProps, HeaderRow, scrollRegion, tableWidth } from './data-table-rows.tsx'
import styles from './data-table.module.css'

/** The number of rows that are rendered above and below the visible ones. */
const OVERSCAN_ROWS = 4
/** The width of a column without one of its own, in pixels. */
const COLUMN_WIDTH = 120

interface Context {
  readonly label: string
  readonly rowCount: number
  readonly columns: readonly Pick<Column<never>, 'key' | 'width'>[]
  readonly tableClass: string
  readonly rowHeight: number
  readonly rowClass: ((row: never) => string | undefined) | undefined
}

interface WithContext {
  readonly context: Context
}

// Defined once: new component types would remount every row on each change.
const tableComponents = {
  Table: ({ children, style, context }: TableProps & WithContext) => (
    <table
      className={context.tableClass}
      style={{ ...style, minWidth: tableWidth(context.columns, COLUMN_WIDTH) }}
      aria-label={context.label}
      aria-rowcount={context.rowCount + 1}
    >
      <colgroup>
        {context.columns.map((column) => (
          <col key={column.key} style={{ width: column.width }} />
        ))}
      </colgroup>
      {children}
    </table>
  ),
  TableRow: ({ children, item, context, 'data-index': index }: ItemProps<unknown> & WithContext) => (
    <tr
      className={classes(styles.row, context.rowClass?.(item as never))}
      style={{ height: context.rowHeight }}
      aria-rowindex={index + 2}
      data-index={index}
    >
      {children}
    </tr>
  ),
}

/** A table of which only the visible rows are in the page. Its code loads with the first such table. */
export function WindowedTable<Row>(props: DataTableProps<Row>) {
  const { label, rows, columns, rowKey, maxHeight = 480, rowHeight = 34, stickyFirstColumn = false } = props
  const { onRowClick, sort, onSort, footer, rowClass } = props
  const context = useMemo<Context>(
    () => ({
      label,
      rowCount: rows.length,
      columns,
      rowHeight,
      rowClass,
      tableClass: classes(
        styles.table,
        styles.windowed,
        stickyFirstColumn && styles.stickyFirst,
        onRowClick !== undefined && styles.clickable,
      ),
    }),
    [label, rows.length, columns, rowHeight, rowClass, stickyFirstColumn, onRowClick],
  )
  return (
    <TableVirtuoso<Row, Context>
      className={classes(styles.region, styles.contained)}
      style={{ height: maxHeight }}
      {...(props.onRegion && { scrollerRef: props.onRegion })}
      {...scrollRegion(label)}
      data={rows}
      context={context}
      components={tableComponents}
      fixedItemHeight={rowHeight}
      // Shows rows at once, and not only after the table has measured itself.
      initialItemCount={Math.min(rows.length, Math.ceil(maxHeight / rowHeight))}
      overscan={{ main: OVERSCAN_ROWS * rowHeight, reverse: OVERSCAN_ROWS * rowHeight }}
      computeItemKey={(_, row) => rowKey(row)}
      fixedHeaderContent={() => <HeaderRow columns={columns} sort={sort} onSort={onSort} />}
      fixedFooterContent={footer === undefined ? null : () => footerRow(footer, columns.length)}
      itemContent={(_, row) => <Cells row={row} columns={columns} rowHeader={stickyFirstColumn} onRowClick={onRowClick} />}
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
