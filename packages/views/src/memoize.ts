/**
 * Returns `derive` with a cache per object, because views are never modified.
 * @param derive never returns undefined
 */
/* @__NO_SIDE_EFFECTS__ */
export function memoize<K extends object, V>(derive: (key: K) => V): (key: K) => V {
  const cache = new WeakMap<K, V>()
  return (key) => {
    const known = cache.get(key)
    if (known !== undefined) return known
    const derived = derive(key)
    cache.set(key, derived)
    return derived
  }
}
