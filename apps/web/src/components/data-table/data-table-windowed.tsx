import { useMemo } from 'react'
import { type ItemProps, type TableProps, TableVirtuoso } from 'react-virtuoso'
import { classes } from '../../lib/classes.ts'
import styles from './data-table.module.css'
import { Cells, type Column, type DataTableProps, HeaderRow, scrollRegion, tableWidth } from './data-table-rows.tsx'

/** Four rows before and after those in sight (pool.md §9). */
const OVERSCAN_ROWS = 4
/** Room for a column that does not say how wide it is. */
const COLUMN_WIDTH = 120

interface Context {
  readonly label: string
  readonly rowCount: number
  readonly columns: readonly Pick<Column<never>, 'key' | 'width'>[]
  readonly tableClass: string
  readonly rowHeight: number
  readonly rowClass: ((row: never) => string | undefined) | undefined
}

interface Around {
  readonly context: Context
}

// Made once: new component types would make every row anew at each change.
const parts = {
  Table: ({ children, style, context }: TableProps & Around) => (
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
  TableRow: ({ children, item, context, 'data-index': index }: ItemProps<unknown> & Around) => (
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

/** The table of many rows: only those in sight are in the page. Comes when the first such table is shown. */
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
      {...scrollRegion(label)}
      data={rows}
      context={context}
      components={parts}
      fixedItemHeight={rowHeight}
      overscan={{ main: OVERSCAN_ROWS * rowHeight, reverse: OVERSCAN_ROWS * rowHeight }}
      computeItemKey={(_, row) => rowKey(row)}
      fixedHeaderContent={() => <HeaderRow columns={columns} sort={sort} onSort={onSort} />}
      fixedFooterContent={footer === undefined ? null : () => footerRow(footer, columns.length)}
      itemContent={(_, row) => <Cells row={row} columns={columns} rowHeader={stickyFirstColumn} onRowClick={onRowClick} />}
    />
  )
}

function footerRow(footer: React.ReactNode, columns: number) {
  return (
    <tr>
      <td className={styles.footCell} colSpan={columns}>
        {footer}
      </td>
    </tr>
  )
}
