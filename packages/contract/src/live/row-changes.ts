interface Row {
  readonly id: number
}

type Compare<R> = (a: R, b: R) => number

/** Collects changes to a sorted list of rows and applies them in one pass. A later change of a row replaces an earlier one. */
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

  /** Returns the row with this id as it is after the changes; `undefined` when it is missing or removed. */
  current(id: number, rows: readonly R[]): R | undefined {
    if (this.#removals.has(id)) return undefined
    return this.#puts.get(id) ?? rows.find((row) => row.id === id)
  }

  /**
   * Returns the sorted list with the changes applied. Unchanged rows keep their identity, and so does the list when nothing
   * changed, so that components skip rendering them.
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
    return moved.size === 0 ? kept : mergeSorted(kept, [...moved.values()].sort(compare), compare)
  }
}

function mergeSorted<R>(left: readonly R[], right: readonly R[], compare: Compare<R>): readonly R[] {
  const merged: R[] = []
  let next = 0
  for (const row of left) {
    for (let other = right[next]; other !== undefined && compare(other, row) < 0; other = right[next]) {
      merged.push(other)
      next += 1
    }
    merged.push(row)
  }
  return merged.concat(right.slice(next))
}
