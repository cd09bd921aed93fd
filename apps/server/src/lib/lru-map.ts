/** A map that forgets what was used longest ago once it holds more than `max` entries. */
export class LruMap<K, V> {
  readonly #max: number
  readonly #rows = new Map<K, V>()

  constructor(max: number) {
    this.#max = max
  }

  get size(): number {
    return this.#rows.size
  }

  get(key: K): V | undefined {
    const value = this.#rows.get(key)
    if (value === undefined) return undefined
    // A Map keeps the order of insertion: putting it back makes it the youngest.
    this.#rows.delete(key)
    this.#rows.set(key, value)
    return value
  }

  delete(key: K): void {
    this.#rows.delete(key)
  }

  clear(): void {
    this.#rows.clear()
  }

  set(key: K, value: V): void {
    this.#rows.delete(key)
    this.#rows.set(key, value)
    if (this.#rows.size <= this.#max) return
    const oldest = this.#rows.keys().next()
    if (oldest.done !== true) this.#rows.delete(oldest.value)
  }
}
