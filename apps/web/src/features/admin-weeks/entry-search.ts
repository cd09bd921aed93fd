import { naturalOrder } from '../../lib/natural-order.ts'

/** What a search finds an entry by. */
export interface FoundEntry {
  readonly id: number
  readonly name: string
  readonly user_name: string
}

/**
 * Returns the first entries that contain every word of the text in their name or in their member's, in natural order. Names that
 * begin with the text come first. Without a text the result is empty.
 */
export function findEntries<E extends FoundEntry>(entries: readonly E[], text: string, limit: number): readonly E[] {
  const words = text.trim().toLowerCase().split(/\s+/).filter(Boolean)
  if (words.length === 0) return []
  const matches = entries.filter((entry) => words.every((word) => textOf(entry).includes(word)))
  const begins = ({ name, user_name }: FoundEntry): boolean =>
    [name, user_name].some((part) => part.toLowerCase().startsWith(words.join(' ')))
  const sorted = naturalOrder(matches, textOf)
  return [...sorted.filter(begins), ...sorted.filter((entry) => !begins(entry))].slice(0, limit)
}

const textOf = ({ name, user_name }: FoundEntry): string => `${name} ${user_name}`.toLowerCase()
