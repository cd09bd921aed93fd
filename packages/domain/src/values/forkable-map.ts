/**
 * A map that can be forked in constant time. A fork reads through to its base and keeps its own changes separate. A batch of
 * commands runs on a fork, which is discarded if the batch fails, so the cost of a command does not grow with the pool.
 */
export class ForkableMap<K, V> {
  readonly #base: ForkableMap<K, V> | undefined
  /** What the fork shows instead of a value of its base. */
  readonly #shown: ((value: V) => V) | undefined
  readonly #entries = new Map<K, V>()
  readonly #deleted = new Set<K>()
  #baseHidden = false
  #version = 0

  constructor(base?: ForkableMap<K, V>, shown?: (value: V) => V) {
    this.#base = base
    this.#shown = shown && once(shown)
  }

  /**
   * Returns a fork. The original must not change while the fork is in use.
   * @param shown what the fork shows instead of a value of the original; it runs once for each value
   */
  fork(shown?: (value: V) => V): ForkableMap<K, V> {
    return new ForkableMap(this, shown)
  }

  /** Returns this map and those that it was forked from, nearest first, without forks that show the same as the map below them. */
  *origins(): Iterable<ForkableMap<K, V>> {
    if (this.#differs()) yield this
    if (this.#base !== undefined) yield* this.#base.origins()
  }

  /** The nearest of {@link origins}: maps with the same origin show the same. */
  get origin(): ForkableMap<K, V> {
    for (const origin of this.origins()) return origin
    return this
  }

  /** Increases with every change to this map, but not with changes to a map that it was forked from. */
  get version(): number {
    return this.#version
  }

  #differs(): boolean {
    return (
      this.#base === undefined ||
      this.#baseHidden ||
      this.#shown !== undefined ||
      this.#entries.size > 0 ||
      this.#deleted.size > 0
    )
  }

  get(key: K): V | undefined {
    const own = this.#entries.get(key)
    if (own !== undefined) return own
    if (this.#base === undefined || this.#baseHidden || this.#deleted.has(key)) return undefined
    const value = this.#base.get(key)
    return value === undefined || this.#shown === undefined ? value : this.#shown(value)
  }

  has(key: K): boolean {
    return this.get(key) !== undefined
  }

  set(key: K, value: V): void {
    this.#version += 1
    this.#entries.set(key, value)
    this.#deleted.delete(key)
  }

  delete(key: K): void {
    this.#version += 1
    this.#entries.delete(key)
    if (this.#base !== undefined) this.#deleted.add(key)
  }

  clear(): void {
    this.#version += 1
    this.#entries.clear()
    this.#deleted.clear()
    this.#baseHidden = true
  }

  /** Returns all values. Forks do not preserve the order of insertion, so callers sort where order matters. */
  values(): IteratorObject<V, undefined> {
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
    return this.#differs() ? undefined : this.#base
  }

  *#mergedValues(): Generator<V, undefined> {
    for (const [, value] of this.#mergedEntries()) yield value
  }

  *#mergedEntries(): IterableIterator<[K, V]> {
    for (const entry of this.#base?.entries() ?? []) {
      if (this.#deleted.has(entry[0]) || this.#entries.has(entry[0])) continue
      yield this.#shown === undefined ? entry : [entry[0], this.#shown(entry[1])]
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

/** Remembers what was made of each value. The same value gives the same object again, by which callers recognize what has not changed. */
function once<V>(make: (value: V) => V): (value: V) => V {
  const made = new Map<V, V>()
  return (value) => {
    const known = made.get(value) ?? make(value)
    made.set(value, known)
    return known
  }
}
