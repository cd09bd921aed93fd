import { expect, it } from 'vitest'
import { longestRun } from './longest-run.ts'

const out = (id: number, eliminatedWeek: number, takesPart = true) =>
  ({
    id,
    name: `Entry ${id}`,
    takesPart,
    standing: { status: 'out', losses: 1, eliminatedWeek, cause: 'loss', team: null },
  }) as const
const alive = { id: 9, name: 'Entry 9', takesPart: true, standing: { status: 'alive', losses: 0 } } as const

it('finds the entry that lasted longest once all that take part are out', () => {
  expect(longestRun([out(1, 3), out(2, 5), out(3, 5)])).toEqual({ id: 2, name: 'Entry 2', week: 5 })
  expect(longestRun([out(1, 3), { ...alive, takesPart: false }])).toEqual({ id: 1, name: 'Entry 1', week: 3 })
})

it('is null while an entry is in or its standing loads, and without any', () => {
  expect(longestRun([out(1, 3), alive])).toBeNull()
  expect(longestRun([out(1, 3), { ...alive, standing: null }])).toBeNull()
  expect(longestRun([out(1, 3, false)])).toBeNull()
})
