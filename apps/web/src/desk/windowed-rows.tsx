import type { ReactNode } from 'react'
import { Virtuoso } from 'react-virtuoso'
import { usePrinting } from '../lib/use-printing.ts'

/** A list with more rows renders only the visible ones. */
const WINDOWED_ABOVE = 200
/** Rows render this far before they scroll into view, in pixels. */
const OVERSCAN = 300

interface WindowedRowsProps<Row> {
  readonly rows: readonly Row[]
  readonly rowKey: (row: Row) => string | number
  readonly render: (row: Row, index: number) => ReactNode
}

/** The rows of a list in the page, which may differ in height. Windowed above 200 rows, on paper all. */
export function WindowedRows<Row>({ rows, rowKey, render }: WindowedRowsProps<Row>) {
  const isPrinting = usePrinting()
  if (rows.length <= WINDOWED_ABOVE || isPrinting)
    return rows.map((row, index) => <div key={rowKey(row)}>{render(row, index)}</div>)
  return (
    <Virtuoso
      useWindowScroll
      data={rows}
      computeItemKey={(_, row) => rowKey(row)}
      increaseViewportBy={OVERSCAN}
      itemContent={(index, row) => render(row, index)}
    />
  )
}
