/**
 * A map that can be forked in constant time. A fork reads through to its base and keeps its own changes separate. A batch of
 * commands runs on a fork, which is discarded if the batch fails, so the cost of a command does not grow with the pool.
 */
export class ForkableMap<K, V> {
  readonly #base: ForkableMap<K, V> | undefined
  readonly #entries = new Map<K, V>()
  readonly #deleted = new Set<K>()
  #baseHidden = false

  constructor(base?: ForkableMap<K, V>) {
    this.#base = base
  }

  /** Returns a fork. The original must not change while the fork is in use. */
  fork(): ForkableMap<K, V> {
    return new ForkableMap(this)
  }

  get(key: K): V | undefined {
    const own = this.#entries.get(key)
    if (own !== undefined) return own
    if (this.#base === undefined || this.#baseHidden || this.#deleted.has(key)) return undefined
    return this.#base.get(key)
  }

  has(key: K): boolean {
    return this.get(key) !== undefined
  }

  set(key: K, value: V): void {
    this.#entries.set(key, value)
    this.#deleted.delete(key)
  }

  delete(key: K): void {
    this.#entries.delete(key)
    if (this.#base !== undefined) this.#deleted.add(key)
  }

  clear(): void {
    this.#entries.clear()
    this.#deleted.clear()
    this.#baseHidden = true
  }

  /** Returns all values. Forks do not preserve the order of insertion, so callers sort where order matters. */
  values(): IterableIterator<V> {
    const source = this.#singleSource()
    return source === undefined ? this.#mergedValues() : source.values()
  }

  entries(): IterableIterator<[K, V]> {
    const source = this.#singleSource()
    return source === undefined ? this.#mergedEntries() : source.entries()
  }

  /** The single source of all entries, if there is one. Most forks change nothing, and then need no merging. */
  #singleSource(): ForkableMap<K, V> | Map<K, V> | undefined {
    if (this.#base === undefined || this.#baseHidden) return this.#entries
    return this.#entries.size === 0 && this.#deleted.size === 0 ? this.#base : undefined
  }

  *#mergedValues(): IterableIterator<V> {
    for (const [, value] of this.#mergedEntries()) yield value
  }

  *#mergedEntries(): IterableIterator<[K, V]> {
    for (const entry of this.#base?.entries() ?? []) {
      if (!this.#deleted.has(entry[0]) && !this.#entries.has(entry[0])) yield entry
    }
    yield* this.#entries.entries()
  }

  /** Whether the map is empty. Unlike {@link count}, this is cheap. */
  isEmpty(): boolean {
    return this.values().next().done === true
  }

  /** Returns the number of entries. On a fork this iterates over the base. */
  count(): number {
    if (this.#base === undefined) return this.#entries.size
    let count = 0
    for (const _ of this.values()) count += 1
    return count
  }
}
