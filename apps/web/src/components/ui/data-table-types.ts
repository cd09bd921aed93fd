import type { ReactNode } from 'react'

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
