/** Random choices that a seed determines. */
export class Random {
  #state: number

  constructor(seed: number) {
    this.#state = seed | 0
  }

  /** Returns a number from 0 to below 1 (mulberry32). */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }

  /** Returns choices of their own for a name, without taking one of these. */
  branch(name: string): Random {
    const codes = Array.from(name, (letter) => letter.charCodeAt(0))
    return new Random(codes.reduce((hash, code) => Math.imul(hash ^ code, 0x01000193), this.#state))
  }

  /** Returns a whole number from `min` to `max`. */
  between(min: number, max: number): number {
    return min + Math.floor(this.next() * (max - min + 1))
  }

  /** Returns a whole number from 0 to below a limit. */
  below(limit: number): number {
    return this.between(0, limit - 1)
  }

  chance(probability: number): boolean {
    return this.next() < probability
  }

  /** Throws if there is nothing to choose from. */
  of<T>(items: readonly T[]): T {
    if (items.length === 0) throw new RangeError('nothing to choose from')
    return items[Math.floor(this.next() * items.length)] as T
  }

  maybeOf<T>(items: readonly T[]): T | undefined {
    return items[Math.floor(this.next() * items.length)]
  }

  /** Returns some of the items in a random order. */
  some<T>(items: readonly T[], probability = 0.5): readonly T[] {
    return this.shuffled(items).filter(() => this.chance(probability))
  }

  shuffled<T>(items: readonly T[]): readonly T[] {
    return items
      .map((item) => ({ item, at: this.next() }))
      .sort((a, b) => a.at - b.at)
      .map(({ item }) => item)
  }

  /** Returns one of the items, each as often as its weight says. */
  weighted<T>(items: readonly (readonly [weight: number, item: T])[]): T {
    let left = this.next() * items.reduce((sum, [weight]) => sum + weight, 0)
    for (const [weight, item] of items) {
      left -= weight
      if (left < 0) return item
    }
    throw new RangeError('nothing to choose from')
  }
}
