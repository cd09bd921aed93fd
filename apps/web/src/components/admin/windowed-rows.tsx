import { Virtuoso } from 'react-virtuoso'
import type { ReactNode } from 'react'

/** Above so many rows only those in sight are in the page. */
const WINDOWED_ABOVE = 200
/** Rows are ready a bit before they come into sight, in pixels. */
const AHEAD = 300

interface WindowedRowsProps<Row> {
  readonly rows: readonly Row[]
  readonly rowKey: (row: Row) => string | number
  readonly render: (row: Row, index: number) => ReactNode
  /** What scrolls; the page itself without it. */
  readonly scroller?: HTMLElement | null
}

/** The rows of a list, whose heights may differ; windowed above 200. */
export function WindowedRows<Row>({ rows, rowKey, render, scroller }: WindowedRowsProps<Row>) {
  if (rows.length <= WINDOWED_ABOVE) return rows.map((row, index) => <div key={rowKey(row)}>{render(row, index)}</div>)
  return (
    <Virtuoso
      {...(scroller ? { customScrollParent: scroller } : { useWindowScroll: true })}
      data={rows}
      computeItemKey={(_, row) => rowKey(row)}
      increaseViewportBy={AHEAD}
      itemContent={(index, row) => render(row, index)}
    />
  )
}
