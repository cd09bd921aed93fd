import type { AdminEntry } from '@outlast/contract'
import { type AdminView, type PoolView, type SeasonView } from '@outlast/contract/live'
import { renewSeasonOf, standingsOf, takesPartIn } from '@outlast/views'
import { currentBuyback } from '@outlast/contract/buyback'
import { eliminationOf } from '@outlast/contract/elimination'

type LiveEntry = AdminView['entries'][number]

/** Remembers the result for each entry, so that an unchanged entry keeps its identity and its row does not render again. */
const cache = new WeakMap<LiveEntry, AdminEntry>()

const FIELDS = ['eliminated_week', 'lives_left', 'takes_part', 'renew_season'] as const

/** Adds to the live entries their standing, which follows from the season, and in which seasons they take part. */
export function toAdminEntries(
  entries: readonly LiveEntry[],
  season: SeasonView | null,
  starts: PoolView['season_starts'],
): readonly AdminEntry[] {
  const standings = season === null ? undefined : standingsOf(season)
  return entries.map((entry) => {
    const fields = {
      ...eliminationOf(standings?.get(entry.id)),
      takes_part: season === null || takesPartIn(entry, starts, season),
      renew_season: renewSeasonOf(entry, starts, season?.season_year ?? null),
    }
    const cached = cache.get(entry)
    if (cached !== undefined && FIELDS.every((field) => cached[field] === fields[field])) return cached
    const { buybacks, created_position: _created, renewals: _renewals, ...row } = entry
    const adminEntry = { ...row, ...fields, buyback: currentBuyback(buybacks, season?.season_year) }
    cache.set(entry, adminEntry)
    return adminEntry
  })
}
