import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ForkableMap } from './forkable-map.ts'

type Change =
  | { readonly kind: 'set'; readonly key: number; readonly value: number }
  | { readonly kind: 'delete'; readonly key: number }
  | { readonly kind: 'clear' }
type Step = Change | { readonly kind: 'fork' } | { readonly kind: 'drop' }

const key = fc.integer({ min: 0, max: 6 })
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 8, arbitrary: fc.record({ kind: fc.constant('set' as const), key, value: fc.integer() }) },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('delete' as const), key }) },
  { weight: 1, arbitrary: fc.constant({ kind: 'clear' as const }) },
  { weight: 3, arbitrary: fc.constant({ kind: 'fork' as const }) },
  { weight: 2, arbitrary: fc.constant({ kind: 'drop' as const }) },
)

function apply(target: ForkableMap<number, number> | Map<number, number>, change: Change): void {
  if (change.kind === 'set') target.set(change.key, change.value)
  else if (change.kind === 'delete') target.delete(change.key)
  else target.clear()
}

const ascending = (a: number, b: number) => a - b

function expectSame(table: ForkableMap<number, number>, map: ReadonlyMap<number, number>): void {
  expect([...table.entries()].sort(([a], [b]) => a - b)).toEqual([...map.entries()].sort(([a], [b]) => a - b))
  expect([...table.values()].sort(ascending)).toEqual([...map.values()].sort(ascending))
  expect(table.count()).toBe(map.size)
  expect(table.isEmpty()).toBe(map.size === 0)
  for (let k = 0; k <= 6; k += 1) {
    expect(table.get(k)).toBe(map.get(k))
    expect(table.has(k)).toBe(map.has(k))
  }
}

describe('ForkableMap', () => {
  it('behaves like independent copies of a Map when forked', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
        const tables = [new ForkableMap<number, number>()]
        const maps = [new Map<number, number>()]
        for (const next of steps) {
          if (next.kind === 'fork') {
            tables.push(tables.at(-1)!.fork())
            maps.push(new Map(maps.at(-1)))
          } else if (next.kind === 'drop') {
            if (tables.length > 1) tables.pop()
            if (maps.length > 1) maps.pop()
          } else {
            apply(tables.at(-1)!, next)
            apply(maps.at(-1)!, next)
          }
          // The base of the fork is unchanged.
          for (const [i, table] of tables.entries()) expectSame(table, maps[i]!)
        }
      }),
      { numRuns: 500 },
    )
  })
})
