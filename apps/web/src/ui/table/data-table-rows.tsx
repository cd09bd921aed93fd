import { type CSSProperties, memo, type ReactNode, useState } from 'react'
import { classes } from '../../lib/classes.ts'
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
  /** Its share of the room that is left; `width` is then its least. All columns of such a table have a width or a share, and none follows its content. */
  readonly grow?: number | undefined
  /** How an open line shows the value: full-width without a label, or half-width with one. `line`: the line shows it itself. */
  readonly place?: 'line' | 'full' | 'half' | undefined
  readonly sortable?: boolean | undefined
  /** The header for screen readers, when `header` is abbreviated or empty. */
  readonly headerLabel?: string | undefined
}

/** A row as one line that opens. Keep its identity stable. */
export interface RowLine<Row> {
  readonly before: (row: Row) => ReactNode
  readonly text: (row: Row) => ReactNode
  readonly after: (row: Row) => ReactNode
  /** Whom the row is about, for the button that opens it. */
  readonly name: (row: Row) => string
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
  /** In pixels; 480 by default. With `page` the table has no scroller of its own. */
  readonly maxHeight?: number | 'page' | undefined
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
  /** The accessible name of a row that its cells do not give. */
  readonly rowLabel?: ((row: Row) => string) | undefined
  /** Whether two rows show the same; by default only if they are the same. */
  readonly sameRow?: ((a: Row, b: Row) => boolean) | undefined
  /** In windows that are narrower, in pixels, the page scrolls and the cells of a row are below one another, or in its `line`. */
  readonly stacksBelow?: number | undefined
  readonly line?: RowLine<Row> | undefined
  /** Renders below the cells of a row: its error, its edit conflict or its editor. Keep its identity stable. */
  readonly below?: ((row: Row) => ReactNode) | undefined
  /** Whether what is below a row is open, where `onRowClick` opens and closes it. */
  readonly isOpen?: ((row: Row) => boolean) | undefined
  /** Called when the last row comes into view. */
  readonly onEnd?: (() => unknown) | undefined
}

/** How a table is laid out in the window that it is in. */
export interface Layout {
  readonly isStacked: boolean
  /** Whether each row is a grid, and the table one in name only. */
  readonly isGrid: boolean
  /** Undefined if the page scrolls. */
  readonly height: number | undefined
}

/** The visible height, in pixels, unless a table has its own. */
const MAX_HEIGHT = 480

export function layoutOf(props: Pick<DataTableProps<never>, 'columns' | 'maxHeight'>, isStacked: boolean): Layout {
  const { columns, maxHeight = MAX_HEIGHT } = props
  return {
    isStacked,
    isGrid: isStacked || columns.some(({ grow }) => grow !== undefined),
    height: isStacked || maxHeight === 'page' ? undefined : maxHeight,
  }
}

/** Returns the class of a table, and the widths of its columns if its rows are grids. */
export function tableProps<Row>(props: DataTableProps<Row>, { isGrid, isStacked, height }: Layout) {
  return {
    className: classes(
      styles.table,
      isGrid && styles.grid,
      isStacked && styles.stacked,
      height === undefined && styles.inPage,
      props.stickyFirstColumn && styles.stickyFirst,
      props.onRowClick && styles.clickable,
      props.line && styles.edited,
    ),
    style: isGrid ? ({ '--tracks': props.columns.map(track).join(' ') } as CSSProperties) : undefined,
    role: isGrid ? 'table' : undefined,
    'aria-label': props.label,
    'aria-rowcount': props.rows.length + 1,
  }
}

const track = ({ grow, width = 0 }: Pick<Column<never>, 'grow' | 'width'>): string =>
  grow === undefined ? `${width}px` : `minmax(${width}px, ${grow}fr)`

/** Returns the height of rows: exact, or a minimum where a row may have something below. */
export const rowStyle = ({ isGrid, isStacked }: Layout, rowHeight = 34): CSSProperties =>
  isStacked ? {} : { [isGrid ? 'minHeight' : 'height']: rowHeight }

/** The role of an element that CSS lays out as something else than its tag. */
export const roleIn = <Role extends string>({ isGrid }: Layout, role: Role): Role | undefined => (isGrid ? role : undefined)

/** Returns the next sort after a click on a column: ascending first, then the reverse. */
export function nextSort(sort: Sort | undefined, key: string): Sort {
  return { key, direction: sort?.key === key && sort.direction === 'asc' ? 'desc' : 'asc' }
}

/** Returns the table's minimum width in pixels. Columns without a width count as `fallback`. */
export function tableWidth(columns: readonly { readonly width?: number | undefined }[], fallback: number): number {
  return columns.reduce((sum, column) => sum + (column.width ?? fallback), 0)
}

interface HeaderRowProps {
  readonly layout: Layout
  readonly columns: readonly Pick<Column<never>, 'key' | 'header' | 'headerLabel' | 'align' | 'sortable' | 'width'>[]
  readonly sort?: Sort | undefined
  readonly onSort?: ((sort: Sort) => unknown) | undefined
}

/** The header row. Sortable columns have a button. */
export function HeaderRow({ layout, columns, sort, onSort }: HeaderRowProps) {
  return (
    <tr aria-rowindex={1} role={roleIn(layout, 'row')}>
      {columns.map((column) => {
        const direction = sort?.key === column.key ? sort.direction : undefined
        const sortable = column.sortable === true && onSort !== undefined
        return (
          <th
            key={column.key}
            className={styles.header}
            scope="col"
            role={roleIn(layout, 'columnheader')}
            data-align={column.align}
            style={{ minWidth: layout.isGrid ? undefined : column.width }}
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
  readonly layout: Layout
  readonly table: DataTableProps<Row>
}

function RowCells<Row>({ row, layout, table }: CellsProps<Row>): ReactNode {
  const { columns, stickyFirstColumn = false, onRowClick, isOpen, below } = table
  const [isLineOpen, setLineOpen] = useState(false)
  const line = layout.isStacked ? table.line : undefined
  const shown = line === undefined ? columns : columns.filter(({ place }) => isLineOpen && place !== 'line')
  return (
    <>
      {line && (
        <td role={roleIn(layout, 'cell')} className={styles.line}>
          {line.before(row)}
          <div className={styles.text}>{line.text(row)}</div>
          {line.after(row)}
          <button
            type="button"
            className={styles.opener}
            aria-expanded={isLineOpen}
            aria-label={`Details: ${line.name(row)}`}
            onClick={() => setLineOpen(!isLineOpen)}
          />
        </td>
      )}
      {shown.map((column, index) => {
        const Cell = (stickyFirstColumn || isOpen) && index === 0 ? 'th' : 'td'
        const content = column.cell(row)
        return (
          <Cell
            key={column.key}
            className={styles.cell}
            role={roleIn(layout, Cell === 'th' ? 'rowheader' : 'cell')}
            data-align={column.align}
            data-place={layout.isStacked ? column.place : undefined}
            data-label={line && column.header}
            scope={Cell === 'th' ? 'row' : undefined}
          >
            {index === 0 && onRowClick ? (
              <button type="button" className={styles.open} aria-expanded={isOpen?.(row)} onClick={() => onRowClick(row)}>
                {content}
              </button>
            ) : (
              content
            )}
          </Cell>
        )
      })}
      {below && (
        <td role={roleIn(layout, 'cell')} className={styles.below}>
          {below(row)}
        </td>
      )}
    </>
  )
}

/** The parts of a table that its cells depend on. */
const CELL_PROPS = ['columns', 'line', 'below', 'isOpen', 'onRowClick'] as const

/** The cells of one row. Memoized, because the rows of a live table change one at a time. */
export const Cells = memo(
  RowCells,
  (before, after) =>
    (before.row === after.row || after.table.sameRow?.(before.row, after.row) === true) &&
    before.layout.isStacked === after.layout.isStacked &&
    CELL_PROPS.every((name) => before.table[name] === after.table[name]),
) as typeof RowCells

/** Returns props that make an element scrollable with the keyboard. */
export function scrollRegion(label: string) {
  return { role: 'region', 'aria-label': label, tabIndex: 0 } as const
}
