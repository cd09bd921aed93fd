import type { AdminEntry } from '@outlast/contract'
import { type AdminView, type SeasonView, standingsOf } from '@outlast/contract/live'

type LiveEntry = AdminView['entries'][number]

/** Remembers the result for each entry, so that an unchanged entry keeps its identity and its row does not render again. */
const cache = new WeakMap<LiveEntry, AdminEntry>()

/** Adds to the live entries when they were eliminated, which follows from the season. */
export function toAdminEntries(entries: readonly LiveEntry[], season: SeasonView | null): readonly AdminEntry[] {
  const standings = season === null ? undefined : standingsOf(season)
  return entries.map((entry) => {
    const standing = standings?.get(entry.id)
    const week = standing?.status === 'out' ? standing.eliminatedWeek : null
    const cached = cache.get(entry)
    if (cached !== undefined && cached.eliminated_week === week) return cached
    const adminEntry = { ...entry, is_eliminated: week !== null, eliminated_week: week }
    cache.set(entry, adminEntry)
    return adminEntry
  })
}
