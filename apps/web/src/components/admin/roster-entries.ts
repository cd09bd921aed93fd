import type { AdminEntry } from '@outlast/contract'
import { type AdminView, type SeasonView, standingsOf } from '@outlast/contract/live'

type LiveEntry = AdminView['entries'][number]

/** What was made of each entry, so that one which did not change stays the same object, and its row is not drawn again. */
const joined = new WeakMap<LiveEntry, AdminEntry>()

/** Entries as the API lists them: who is out follows from the season. */
export function toAdminEntries(entries: readonly LiveEntry[], season: SeasonView | null): readonly AdminEntry[] {
  const standings = season === null ? undefined : standingsOf(season)
  return entries.map((entry) => {
    const standing = standings?.get(entry.id)
    const week = standing?.status === 'out' ? standing.eliminatedWeek : null
    const known = joined.get(entry)
    if (known !== undefined && known.eliminated_week === week) return known
    const made = { ...entry, is_eliminated: week !== null, eliminated_week: week }
    joined.set(entry, made)
    return made
  })
}
