function define(target: object, name: string, value: unknown): void {
  if (!(name in target)) Object.defineProperty(target, name, { value, configurable: true, writable: true })
}

function at<T>(this: ArrayLike<T>, index: number): T | undefined {
  const position = Math.trunc(index) || 0
  return this[position < 0 ? this.length + position : position]
}

function findLastIndex<T>(this: readonly T[], matches: (value: T, index: number, list: readonly T[]) => unknown): number {
  for (let index = this.length - 1; index >= 0; index -= 1) if (matches(this[index] as T, index, this)) return index
  return -1
}

function findLast<T>(this: readonly T[], matches: (value: T, index: number, list: readonly T[]) => unknown): T | undefined {
  return this[findLastIndex.call(this, matches as (value: unknown) => unknown)]
}

function toSorted<T>(this: readonly T[], compare?: (a: T, b: T) => number): T[] {
  return [...this].sort(compare)
}

function toReversed<T>(this: readonly T[]): T[] {
  return [...this].reverse()
}

function toSpliced<T>(this: readonly T[], start: number, deleted: number, ...added: T[]): T[] {
  const copy = [...this]
  copy.splice(start, deleted, ...added)
  return copy
}

function withElement<T>(this: readonly T[], index: number, value: T): T[] {
  const copy = [...this]
  copy[index < 0 ? this.length + index : index] = value
  return copy
}

function groupBy<T, K>(items: Iterable<T>, keyOf: (item: T, index: number) => K): Map<K, T[]> {
  const groups = new Map<K, T[]>()
  let index = 0
  for (const item of items) {
    const key = keyOf(item, index)
    const group = groups.get(key)
    if (group === undefined) groups.set(key, [item])
    else group.push(item)
    index += 1
  }
  return groups
}

/**
 * Adds the functions of the language that the app uses and that browsers got after November 2021, so that the clubhouse screen runs on
 * televisions (docs/tv.md). Other browsers do not load this module.
 */
export function addMissingFunctions(): void {
  for (const [name, value] of Object.entries({
    at,
    findLast,
    findLastIndex,
    toSorted,
    toReversed,
    toSpliced,
    with: withElement,
  })) {
    define(Array.prototype, name, value)
  }
  define(String.prototype, 'at', at)
  define(Map, 'groupBy', groupBy)
  define(Object, 'hasOwn', (target: object, key: PropertyKey): boolean => Object.prototype.hasOwnProperty.call(target, key))
}
