import { entryLabel } from '@outlast/contract/entry-label'
import type { SeasonView } from '@outlast/contract/live'

const labels = new WeakMap<SeasonView, ReadonlyMap<number, string>>()

/** Returns the entries of a season by id, each named with its person: several may have the same name. */
export function labelsOf(season: SeasonView): ReadonlyMap<number, string> {
  const known = labels.get(season) ?? new Map(season.entries.map((entry) => [entry.id, entryLabel(entry)]))
  labels.set(season, known)
  return known
}
