import { memo, type ReactNode } from 'react'
import styles from './data-table.module.css'
import { type Column, nextSort, type Sort } from './data-table-types.ts'
import { VisuallyHidden } from './visually-hidden.tsx'

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
