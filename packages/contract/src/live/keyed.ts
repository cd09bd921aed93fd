/** Sorted lists of rows with ids, changed without touching the rows that stay. */

interface Row {
  readonly id: number
}

type Compare<R> = (a: R, b: R) => number

/** What becomes of a list: later calls win over earlier ones for the same row. */
export class RowChanges<R extends Row> {
  readonly #puts = new Map<number, R>()
  readonly #removals = new Set<number>()

  /** Replaces the row with this id, or adds it. */
  put(row: R): void {
    this.#puts.set(row.id, row)
    this.#removals.delete(row.id)
  }

  remove(id: number): void {
    this.#puts.delete(id)
    this.#removals.add(id)
  }

  /** The row with this id as it will be; `undefined` when there will be none. */
  current(id: number, rows: readonly R[]): R | undefined {
    if (this.#removals.has(id)) return undefined
    return this.#puts.get(id) ?? rows.find((row) => row.id === id)
  }

  /**
   * The list after the changes, still sorted. Rows that stay are the same objects, and a list that stays is the same
   * list, so that whoever shows them need not look at them again.
   */
  applyTo(rows: readonly R[], compare: Compare<R>): readonly R[] {
    if (this.#puts.size === 0 && this.#removals.size === 0) return rows
    const moved = new Map(this.#puts)
    const kept: R[] = []
    for (const row of rows) {
      if (this.#removals.has(row.id)) continue
      const replacement = moved.get(row.id)
      if (replacement === undefined) {
        if (!this.#puts.has(row.id)) kept.push(row)
      } else if (compare(row, replacement) === 0) {
        kept.push(replacement)
        moved.delete(row.id)
      }
    }
    return moved.size === 0 ? kept : merged(kept, [...moved.values()].sort(compare), compare)
  }
}

function merged<R>(left: readonly R[], right: readonly R[], compare: Compare<R>): readonly R[] {
  const all: R[] = []
  let next = 0
  for (const row of left) {
    for (let other = right[next]; other !== undefined && compare(other, row) < 0; other = right[next]) {
      all.push(other)
      next += 1
    }
    all.push(row)
  }
  return all.concat(right.slice(next))
}
