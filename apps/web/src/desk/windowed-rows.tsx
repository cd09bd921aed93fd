import type { ReactNode } from 'react'
import { Virtuoso } from 'react-virtuoso'
import { usePrinting } from '../lib/use-printing.ts'

/** A list with more rows renders only the visible ones. */
const WINDOWED_ABOVE = 200
/** Rows render this far before they scroll into view, in pixels, in a list without an expected row height. */
const OVERSCAN = 300
/** The number of rows that are rendered above and below the visible ones. */
const OVERSCAN_ROWS = 4

interface WindowedRowsProps<Row> {
  readonly rows: readonly Row[]
  readonly rowKey: (row: Row) => string | number
  readonly render: (row: Row, index: number) => ReactNode
  /** The element that scrolls. Without it, the page scrolls. */
  readonly scroller?: HTMLElement | null
  /** The height of most rows, in pixels. */
  readonly rowHeight?: number | undefined
}

/** The rows of a list, which may differ in height. Windowed above 200 rows, on paper all. */
export function WindowedRows<Row>({ rows, rowKey, render, scroller, rowHeight }: WindowedRowsProps<Row>) {
  const isPrinting = usePrinting()
  if (rows.length <= WINDOWED_ABOVE || isPrinting)
    return rows.map((row, index) => <div key={rowKey(row)}>{render(row, index)}</div>)
  return (
    <Virtuoso
      {...(scroller ? { customScrollParent: scroller } : { useWindowScroll: true })}
      data={rows}
      computeItemKey={(_, row) => rowKey(row)}
      {...(rowHeight === undefined ? {} : { defaultItemHeight: rowHeight })}
      increaseViewportBy={rowHeight === undefined ? OVERSCAN : OVERSCAN_ROWS * rowHeight}
      itemContent={(index, row) => render(row, index)}
    />
  )
}
