import { memo, type ReactNode } from 'react'
import { VisuallyHidden } from '../screen-reader.tsx'
import styles from './data-table.module.css'

/** A column of a data table. */
export interface Column<Row> {
  readonly key: string
  readonly header: string
  /** Keep its identity stable: a cell renders again only when its row or the columns change. */
  readonly cell: (row: Row) => ReactNode
  readonly align?: 'start' | 'end' | 'center' | undefined
  /** In pixels. */
  readonly width?: number | undefined
  readonly sortable?: boolean | undefined
  /** The header for screen readers, when `header` is abbreviated or empty. */
  readonly headerLabel?: string | undefined
}

/** The column that a table is sorted by. */
export interface Sort {
  readonly key: string
  readonly direction: 'asc' | 'desc'
}

/** Props of a data table. */
export interface DataTableProps<Row> {
  /** The accessible name. */
  readonly label: string
  readonly rows: readonly Row[]
  readonly columns: readonly Column<Row>[]
  readonly rowKey: (row: Row) => string | number
  /** Replaces the table when it is empty. */
  readonly empty?: ReactNode
  /** In pixels; 480 by default. */
  readonly maxHeight?: number | undefined
  readonly stickyFirstColumn?: boolean | undefined
  /** Called with the region in which the table scrolls. */
  readonly onRegion?: ((region: HTMLElement | Window | null) => void) | undefined
  /** In pixels; 34 by default. Exact in a windowed table, a minimum otherwise. */
  readonly rowHeight?: number | undefined
  /** Handles a click anywhere in a row. The first cell becomes a button, for the keyboard. */
  readonly onRowClick?: ((row: Row) => unknown) | undefined
  readonly sort?: Sort | undefined
  readonly onSort?: ((sort: Sort) => unknown) | undefined
  /** A last row that stays visible. */
  readonly footer?: ReactNode
  /** Returns a class for a row. Keep its identity stable. */
  readonly rowClass?: ((row: Row) => string | undefined) | undefined
}

/** Returns the next sort after a click on a column: ascending first, then the reverse. */
export function nextSort(sort: Sort | undefined, key: string): Sort {
  return { key, direction: sort?.key === key && sort.direction === 'asc' ? 'desc' : 'asc' }
}

/** Returns the table's minimum width in pixels. Columns without a width count as `fallback`. */
export function tableWidth(columns: readonly { readonly width?: number | undefined }[], fallback: number): number {
  return columns.reduce((sum, column) => sum + (column.width ?? fallback), 0)
}

interface HeaderRowProps {
  readonly columns: readonly Pick<Column<never>, 'key' | 'header' | 'headerLabel' | 'align' | 'sortable' | 'width'>[]
  readonly sort?: Sort | undefined
  readonly onSort?: ((sort: Sort) => unknown) | undefined
}

/** The header row. Sortable columns have a button. */
export function HeaderRow({ columns, sort, onSort }: HeaderRowProps) {
  return (
    <tr aria-rowindex={1}>
      {columns.map((column) => {
        const direction = sort?.key === column.key ? sort.direction : undefined
        const sortable = column.sortable === true && onSort !== undefined
        return (
          <th
            key={column.key}
            className={styles.header}
            scope="col"
            data-align={column.align}
            style={{ minWidth: column.width }}
            aria-sort={direction === undefined ? undefined : direction === 'asc' ? 'ascending' : 'descending'}
          >
            {sortable ? (
              <button type="button" className={styles.sort} onClick={() => onSort(nextSort(sort, column.key))}>
                <HeaderText header={column.header} label={column.headerLabel} />
                <span className={styles.arrow} aria-hidden="true">
                  {direction === undefined ? '' : direction === 'asc' ? '▲' : '▼'}
                </span>
              </button>
            ) : (
              <HeaderText header={column.header} label={column.headerLabel} />
            )}
          </th>
        )
      })}
    </tr>
  )
}

function HeaderText({ header, label }: { readonly header: string; readonly label: string | undefined }) {
  if (label === undefined) return header
  return (
    <>
      <span aria-hidden="true">{header}</span>
      <VisuallyHidden>{label}</VisuallyHidden>
    </>
  )
}

interface CellsProps<Row> {
  readonly row: Row
  readonly columns: readonly Column<Row>[]
  readonly rowHeader: boolean
  readonly onRowClick?: ((row: Row) => unknown) | undefined
}

function RowCells<Row>({ row, columns, rowHeader, onRowClick }: CellsProps<Row>): ReactNode {
  return columns.map((column, index) => {
    const Cell = rowHeader && index === 0 ? 'th' : 'td'
    const content = column.cell(row)
    return (
      <Cell key={column.key} className={styles.cell} data-align={column.align} scope={Cell === 'th' ? 'row' : undefined}>
        {index === 0 && onRowClick ? (
          <button type="button" className={styles.open} onClick={() => onRowClick(row)}>
            {content}
          </button>
        ) : (
          content
        )}
      </Cell>
    )
  })
}

/** The cells of one row. Memoized, because the rows of a live table change one at a time. */
export const Cells = memo(RowCells) as typeof RowCells

/** Returns props that make an element scrollable with the keyboard. */
export function scrollRegion(label: string) {
  return { role: 'region', 'aria-label': label, tabIndex: 0 } as const
}
