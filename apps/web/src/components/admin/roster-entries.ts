import type { AdminEntry } from '@outlast/contract'
import { type AdminView, type SeasonView, standingsOf } from '@outlast/contract/live'
import { currentBuyback } from '@outlast/contract/buyback'
import { eliminationOf } from '@outlast/contract/elimination'

type LiveEntry = AdminView['entries'][number]

/** Remembers the result for each entry, so that an unchanged entry keeps its identity and its row does not render again. */
const cache = new WeakMap<LiveEntry, AdminEntry>()

/** Adds to the live entries their standing, which follows from the season. */
export function toAdminEntries(entries: readonly LiveEntry[], season: SeasonView | null): readonly AdminEntry[] {
  const standings = season === null ? undefined : standingsOf(season)
  return entries.map((entry) => {
    const fields = eliminationOf(standings?.get(entry.id))
    const cached = cache.get(entry)
    if (cached?.eliminated_week === fields.eliminated_week && cached.lives_left === fields.lives_left) return cached
    const { buybacks, ...row } = entry
    const adminEntry = { ...row, ...fields, buyback: currentBuyback(buybacks, season?.season_year) }
    cache.set(entry, adminEntry)
    return adminEntry
  })
}
