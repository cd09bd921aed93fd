import type { PoolState } from '../src/index.ts'
import { ForkableMap } from '../src/values/forkable-map.ts'

/** Serializes a state in a fixed order. Accounts without entries look the same, whether or not they had some. */
export function dump(pool: PoolState): string {
  return JSON.stringify(pool, (key, value: unknown) => {
    if (!(value instanceof ForkableMap)) return value
    const rows = [...(value as ForkableMap<number, unknown>).entries()].sort(([a], [b]) => a - b)
    return key === 'entriesOfUser' ? rows.filter(([, entries]) => !Array.isArray(entries) || entries.length > 0) : rows
  })
}
