import { expect, it } from 'vitest'
import { naturalOrder } from './natural-order.ts'

const sorted = (...names: readonly string[]) => naturalOrder(names, (name) => name)

it('sorts names by the value of their numbers', () => {
  expect(sorted('Long Entry 10', 'Long Entry 2', 'Anchors', 'Long Entry 1')).toEqual([
    'Anchors',
    'Long Entry 1',
    'Long Entry 2',
    'Long Entry 10',
  ])
})
it('keeps the order of equal names, and does not change its input', () => {
  const rows = [
    { id: 2, name: 'A' },
    { id: 1, name: 'A' },
  ] as const
  expect(naturalOrder(rows, ({ name }) => name).map(({ id }) => id)).toEqual([2, 1])
})
