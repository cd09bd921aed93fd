import type { SeasonEntry } from '@outlast/contract/live'

const indexes = new WeakMap<readonly SeasonEntry[], readonly string[]>()

/** Text as it is compared in a search: without regard to case and accents. */
export function folded(text: string): string {
  const lower = text.toLowerCase()
  // Most names are plain: taking accents apart is the dear part, with ten thousand of them.
  return /^[ -~]*$/.test(lower) ? lower : lower.normalize('NFKD').replace(/\p{M}/gu, '')
}

/**
 * The ids of the entries whose name or user contains what is searched for; null when nothing is. The texts are made once per list
 * of entries, which a score leaves as it is.
 */
export function matching(entries: readonly SeasonEntry[], search: string): ReadonlySet<number> | null {
  const wanted = folded(search.trim())
  if (wanted === '') return null
  const texts = textsOf(entries)
  return new Set(entries.filter((_, i) => texts[i]?.includes(wanted)).map((entry) => entry.id))
}

function textsOf(entries: readonly SeasonEntry[]): readonly string[] {
  const known = indexes.get(entries)
  if (known !== undefined) return known
  // Nobody types a line end: what is searched for is found in the one or the other.
  const texts = entries.map((entry) => `${folded(entry.name)}\n${folded(entry.user_name)}`)
  indexes.set(entries, texts)
  return texts
}
