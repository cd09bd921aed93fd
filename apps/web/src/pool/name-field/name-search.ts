import { naturalOrder } from '../../lib/natural-order.ts'

/** A person or an entry, and what a search finds it by. */
export interface FoundName {
  readonly id: number
  readonly name: string
  readonly user_name: string
}

/**
 * Returns the first names that contain every word of the text in themselves or in their member's, in natural order. Names that
 * begin with the text come first. Without a text the result is empty.
 */
export function findNames<N extends FoundName>(names: readonly N[], text: string, limit: number): readonly N[] {
  const words = text.trim().toLowerCase().split(/\s+/).filter(Boolean)
  if (words.length === 0) return []
  const matches = names.filter((one) => words.every((word) => textOf(one).includes(word)))
  const begins = ({ name, user_name }: FoundName): boolean =>
    [name, user_name].some((part) => part.toLowerCase().startsWith(words.join(' ')))
  const sorted = naturalOrder(matches, textOf)
  return [...sorted.filter(begins), ...sorted.filter((one) => !begins(one))].slice(0, limit)
}

const textOf = ({ name, user_name }: FoundName): string => `${name} ${user_name}`.toLowerCase()
