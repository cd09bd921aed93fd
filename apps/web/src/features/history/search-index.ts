import type { SeasonEntry } from '@outlast/contract/live'

const searchTexts = new WeakMap<readonly SeasonEntry[], readonly string[]>()

/** Normalizes text for a search that ignores case and accents. */
function normalize(text: string): string {
  const lower = text.toLowerCase()
  // Most names are ASCII. Removing accents is slow with ten thousand entries, so it runs only where needed.
  return /^[ -~]*$/.test(lower) ? lower : lower.normalize('NFKD').replace(/\p{M}/gu, '')
}

/**
 * Returns the ids of the entries whose name or user contains the search text; null for an empty search. The normalized texts are
 * cached per list of entries, which stays the same object when a score changes.
 */
export function matchingIds(entries: readonly SeasonEntry[], search: string): ReadonlySet<number> | null {
  const term = normalize(search.trim())
  if (term === '') return null
  const texts = textsOf(entries)
  return new Set(entries.filter((_, i) => texts[i]?.includes(term)).map((entry) => entry.id))
}

function textsOf(entries: readonly SeasonEntry[]): readonly string[] {
  const cached = searchTexts.get(entries)
  if (cached !== undefined) return cached
  // The line break prevents a match across the two fields.
  const texts = entries.map((entry) => `${normalize(entry.name)}\n${normalize(entry.user_name)}`)
  searchTexts.set(entries, texts)
  return texts
}
