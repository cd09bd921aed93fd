/**
 * A keyed collection that can be forked in constant time: a fork sees its base and keeps its own changes apart.
 * A batch of commands decides on a fork, which is thrown away when the batch fails, so the cost of a command does
 * not depend on how much the pool holds.
 */
export class ForkableMap<K, V> {
  readonly #base: ForkableMap<K, V> | undefined
  readonly #rows = new Map<K, V>()
  readonly #deleted = new Set<K>()
  #baseHidden = false

  constructor(base?: ForkableMap<K, V>) {
    this.#base = base
  }

  /** An empty-handed view over this one. This one must not change while the fork is in use. */
  fork(): ForkableMap<K, V> {
    return new ForkableMap(this)
  }

  get(key: K): V | undefined {
    const own = this.#rows.get(key)
    if (own !== undefined) return own
    if (this.#base === undefined || this.#baseHidden || this.#deleted.has(key)) return undefined
    return this.#base.get(key)
  }

  has(key: K): boolean {
    return this.get(key) !== undefined
  }

  set(key: K, value: V): void {
    this.#rows.set(key, value)
    this.#deleted.delete(key)
  }

  delete(key: K): void {
    this.#rows.delete(key)
    if (this.#base !== undefined) this.#deleted.add(key)
  }

  clear(): void {
    this.#rows.clear()
    this.#deleted.clear()
    this.#baseHidden = true
  }

  /** Every value; the order is that of the first insertion as far as forks allow, so sort where order matters. */
  values(): IterableIterator<V> {
    const only = this.#onlySource()
    return only === undefined ? this.#mergedValues() : only.values()
  }

  entries(): IterableIterator<[K, V]> {
    const only = this.#onlySource()
    return only === undefined ? this.#mergedEntries() : only.entries()
  }

  /** Where all there is stands, when it stands in one place: most forks change nothing of most tables. */
  #onlySource(): ForkableMap<K, V> | Map<K, V> | undefined {
    if (this.#base === undefined || this.#baseHidden) return this.#rows
    return this.#rows.size === 0 && this.#deleted.size === 0 ? this.#base : undefined
  }

  *#mergedValues(): IterableIterator<V> {
    for (const [, value] of this.#mergedEntries()) yield value
  }

  *#mergedEntries(): IterableIterator<[K, V]> {
    for (const entry of this.#base?.entries() ?? []) {
      if (!this.#deleted.has(entry[0]) && !this.#rows.has(entry[0])) yield entry
    }
    yield* this.#rows.entries()
  }

  /** Whether it holds nothing; cheap, unlike counting. */
  isEmpty(): boolean {
    return this.values().next().done === true
  }

  /** How many it holds; walks a fork's base. */
  count(): number {
    if (this.#base === undefined) return this.#rows.size
    let n = 0
    for (const _ of this.values()) n += 1
    return n
  }
}
