import { entryName } from '@outlast/contract/rest/entries'
import { normalizeEntryName } from '@outlast/domain'

const name = entryName('An entry has no name')
/** What an entry is called if its member's name cannot be the name of an entry. */
const FALLBACK = 'Entry'

/**
 * Gives names to entries that came without one: the member's first name, with a number where an entry of the pool has that name:
 * "Priya", "Priya 2".
 */
export class DefaultEntryNames {
  readonly #taken: Set<string>

  /** @param names the names of the entries in the pool */
  constructor(names: Iterable<string> = []) {
    this.#taken = new Set([...names].map(normalizeEntryName))
  }

  /** Marks a name as taken. */
  take(taken: string): void {
    this.#taken.add(normalizeEntryName(taken))
  }

  /** Returns names for as many entries of a member, and marks them as taken. */
  next(firstName: string, count: number): readonly string[] {
    return Array.from({ length: count }, () => this.#nextName(firstName))
  }

  #nextName(firstName: string): string {
    for (let number = 1; ; number += 1) {
      const suffix = number === 1 ? '' : ` ${number}`
      const checked = name.safeParse(`${firstName}${suffix}`)
      const candidate = checked.success ? checked.data : `${FALLBACK} ${number}`
      if (this.#taken.has(normalizeEntryName(candidate))) continue
      this.take(candidate)
      return candidate
    }
  }
}
