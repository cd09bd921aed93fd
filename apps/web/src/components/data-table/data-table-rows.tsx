import { type ReactNode, memo } from 'react'
import styles from './data-table.module.css'
import { VisuallyHidden } from '../ui/screen-reader.tsx'

/** A column of a {@link DataTableProps table}. */
export interface Column<Row> {
  readonly key: string
  readonly header: string
  /** A stable function: rows are drawn again only when their row or the columns change. */
  readonly cell: (row: Row) => ReactNode
  readonly align?: 'start' | 'end' | 'center' | undefined
  /** Pixels. */
  readonly width?: number | undefined
  readonly sortable?: boolean | undefined
  /** What the header says to a screen reader, when `header` is short or empty. */
  readonly headerLabel?: string | undefined
}

/** What a table is sorted by. */
export interface Sort {
  readonly key: string
  readonly direction: 'asc' | 'desc'
}

/** Props of a table. */
export interface DataTableProps<Row> {
  /** What the table is called. */
  readonly label: string
  readonly rows: readonly Row[]
  readonly columns: readonly Column<Row>[]
  readonly rowKey: (row: Row) => string | number
  /** Instead of the table when there are no rows. */
  readonly empty?: ReactNode
  /** Pixels; 480 unless said otherwise. */
  readonly maxHeight?: number | undefined
  readonly stickyFirstColumn?: boolean | undefined
  /** Pixels; 34 unless said otherwise. Exact when windowed, else the least. */
  readonly rowHeight?: number | undefined
  /** A click anywhere in a row; its first cell becomes a button for the keyboard. */
  readonly onRowClick?: ((row: Row) => unknown) | undefined
  readonly sort?: Sort | undefined
  readonly onSort?: ((sort: Sort) => unknown) | undefined
  /** A last line that stays in sight. */
  readonly footer?: ReactNode
  /** A class for a row, e.g. of the entry that is out. A stable function. */
  readonly rowClass?: ((row: Row) => string | undefined) | undefined
}

/** What sorting by `key` means next: the other way round, or ascending first. */
export function nextSort(sort: Sort | undefined, key: string): Sort {
  return { key, direction: sort?.key === key && sort.direction === 'asc' ? 'desc' : 'asc' }
}

/** How wide a table must be at least, so that no column falls below its width (columns without one: `fallback`). */
export function tableWidth(columns: readonly { readonly width?: number | undefined }[], fallback: number): number {
  return columns.reduce((sum, column) => sum + (column.width ?? fallback), 0)
}

interface HeaderRowProps {
  readonly columns: readonly Pick<Column<never>, 'key' | 'header' | 'headerLabel' | 'align' | 'sortable' | 'width'>[]
  readonly sort?: Sort | undefined
  readonly onSort?: ((sort: Sort) => unknown) | undefined
}

/** The line of headers, with a button in each that can be sorted by. */
export function HeaderRow({ columns, sort, onSort }: HeaderRowProps) {
  return (
    <tr aria-rowindex={1}>
      {columns.map((column) => {
        const sorted = sort?.key === column.key ? sort.direction : undefined
        const sortable = column.sortable === true && onSort !== undefined
        return (
          <th
            key={column.key}
            className={styles.header}
            scope="col"
            data-align={column.align}
            style={{ minWidth: column.width }}
            aria-sort={sorted === undefined ? undefined : sorted === 'asc' ? 'ascending' : 'descending'}
          >
            {sortable ? (
              <button type="button" className={styles.sort} onClick={() => onSort(nextSort(sort, column.key))}>
                <HeaderText header={column.header} label={column.headerLabel} />
                <span className={styles.arrow} aria-hidden="true">
                  {sorted === undefined ? '' : sorted === 'asc' ? '▲' : '▼'}
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

function CellsOf<Row>({ row, columns, rowHeader, onRowClick }: CellsProps<Row>): ReactNode {
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

/** The cells of one row. Drawn again only when the row changes: the rows of a live table change one at a time. */
export const Cells = memo(CellsOf) as typeof CellsOf

/** Makes an element a region that the keyboard can scroll: arrows, Page Up and Down, Home and End. */
export function scrollRegion(label: string) {
  return { role: 'region', 'aria-label': label, tabIndex: 0 } as const
}
