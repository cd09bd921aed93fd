import type { EntryStanding, SeasonOutcome, SeasonResults } from './standing.ts'
import { lastWeek, tieBreaker } from './standing.ts'

// Places are derived from standings, like the title, and never stored (docs/rules.md §14.7).

/** The entries that have a place together: as many places as there are entries, from this one on. */
export interface SharedPlace<E extends EntryStanding = EntryStanding> {
  readonly place: number
  readonly entries: readonly E[]
}

/**
 * Derives who has the first places of a decided season: the champions, then those that fell later before those that fell earlier. Entries that
 * fell in the same week are told apart by the season's tiebreaks.
 * @param entries the entries that take part
 * @param places how many places are asked for; the last one may be shared by more
 */
export function derivePlaces<E extends EntryStanding>(
  entries: readonly E[],
  outcome: SeasonOutcome,
  season: Pick<SeasonResults, 'tiebreak' | 'weeks'>,
  places: number,
): readonly SharedPlace<E>[] {
  if (outcome.status === 'running') return []
  const isChampion = new Set(outcome.champions)
  const found: SharedPlace<E>[] = [{ place: 1, entries: entries.filter(({ entryId }) => isChampion.has(entryId)) }]
  const tell = tieBreaker(season)
  let left = entries.filter(({ entryId }) => !isChampion.has(entryId))
  let place = isChampion.size + 1
  while (left.length > 0 && place <= places) {
    const latest = left.reduce((last, { standing }) => Math.max(last, lastWeek(standing)), 0)
    const fallen = left.filter(({ standing }) => lastWeek(standing) === latest)
    const best = new Set(tell(fallen, latest))
    found.push({ place, entries: fallen.filter((entry) => best.has(entry)) })
    left = left.filter((entry) => !best.has(entry))
    place += best.size
  }
  return found
}
