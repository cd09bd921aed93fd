import { expect, it } from 'vitest'
import { combine } from './combine.ts'

it('combine: returns the rows of all tables, with their types', () => {
  const all = combine([{ one: 1, two: 'b' }, { three: true }])
  const row: { readonly one: number; readonly two: string; readonly three: boolean } = all
  expect(row).toEqual({ one: 1, two: 'b', three: true })
})

it('combine: does not compile if two tables have the same key', () => {
  // @ts-expect-error both have `two`
  expect(combine([{ one: 1, two: 2 }, { two: 3 }])).toEqual({ one: 1, two: 3 })
})
