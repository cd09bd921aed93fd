import { useState } from 'react'
import { describe, expect, it } from 'vitest'
import { userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { expectAccessible } from '../../../tests/expect-accessible.ts'
import { type Column, DataTable, type Sort } from './data-table.tsx'

interface Row {
  readonly id: number
  readonly name: string
  readonly wins: number
}

const rowsOf = (count: number): Row[] =>
  Array.from({ length: count }, (_, i) => ({ id: i + 1, name: `Entry ${i + 1}`, wins: i % 7 }))

const COLUMNS: readonly Column<Row>[] = [
  { key: 'name', header: 'Entry', cell: ({ name }) => name, sortable: true },
  { key: 'wins', header: 'W', headerLabel: 'Wins', cell: ({ wins }) => wins, align: 'end', sortable: true },
]

function Table({ count, onRowClick }: { readonly count: number; readonly onRowClick?: (row: Row) => unknown }) {
  const [sort, setSort] = useState<Sort>({ key: 'name', direction: 'asc' })
  return (
    <DataTable
      label="Entries"
      rows={rowsOf(count)}
      columns={COLUMNS}
      rowKey={({ id }) => id}
      empty={<p>No entries</p>}
      sort={sort}
      onSort={setSort}
      onRowClick={onRowClick}
    />
  )
}

describe('DataTable', () => {
  it('names itself, its columns and the column that it is sorted by', async () => {
    const screen = await render(<Table count={3} />)
    await expect.element(screen.getByRole('table', { name: 'Entries' })).toHaveAttribute('aria-rowcount', '4')
    const entry = screen.getByRole('columnheader', { name: 'Entry' })
    await expect.element(entry).toHaveAttribute('aria-sort', 'ascending')
    await userEvent.click(screen.getByRole('button', { name: 'Entry' }))
    await expect.element(entry).toHaveAttribute('aria-sort', 'descending')
    await userEvent.click(screen.getByRole('button', { name: 'Wins' }))
    await expect.element(entry).not.toHaveAttribute('aria-sort')
    await expectAccessible(screen.container)
  })

  it('shows what replaces it when it is empty', async () => {
    const screen = await render(<Table count={0} />)
    await expect.element(screen.getByText('No entries')).toBeVisible()
    expect(screen.container.querySelector('table')).toBeNull()
  })

  it('opens a row by a click anywhere in it, and from the keyboard by the button in its first cell', async () => {
    const opened: string[] = []
    const screen = await render(<Table count={3} onRowClick={({ name }) => opened.push(name)} />)
    await userEvent.click(screen.getByRole('cell', { name: '1', exact: true }))
    screen.getByRole('button', { name: 'Entry 3' }).element().focus()
    await userEvent.keyboard('{Enter}')
    expect(opened).toEqual(['Entry 2', 'Entry 3'])
  })

  it('renders only some of more than 200 rows, counts all of them, and keeps its header in view', async () => {
    const screen = await render(<Table count={1000} />)
    const table = screen.getByRole('table', { name: 'Entries' })
    await expect.element(table).toHaveAttribute('aria-rowcount', '1001')
    await expect.element(screen.getByText('Entry 1', { exact: true })).toBeVisible()
    const shown = screen.container.querySelectorAll('tbody tr[data-index]').length
    expect(shown).toBeGreaterThan(5)
    expect(shown).toBeLessThan(60)
    const region = screen.getByRole('region', { name: 'Entries' }).element()
    // The height of all rows is an estimate until the first ones are measured.
    const scrollToEnd = () => {
      region.scrollTop = region.scrollHeight
      return screen.getByText('Entry 1000', { exact: true }).elements().length
    }
    await expect.poll(scrollToEnd).toBe(1)
    await expect.element(screen.getByRole('columnheader', { name: 'Entry' })).toBeInViewport()
  })
})
