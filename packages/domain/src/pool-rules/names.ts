/** The name in the API: `maxAutoPicks` as `max_auto_picks`. */
export const snakeCase = (name: string): string => name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

const camelCase = (name: string): string => name.replaceAll(/_[a-z]/g, (part) => part.slice(1).toUpperCase())

/** Names the fields of a value, and of the objects in it, as the API does. */
export const toSnakeKeys = (value: unknown): unknown => renameKeys(value, snakeCase)

/** Names the fields of a value, and of the objects in it, as the domain does. */
export const toCamelKeys = (value: unknown): unknown => renameKeys(value, camelCase)

function renameKeys(value: unknown, rename: (key: string) => string): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [rename(key), renameKeys(inner, rename)]))
}
