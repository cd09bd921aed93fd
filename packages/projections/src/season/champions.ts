import type { Champion } from '@outlast/contract'
import { compareEntries } from '@outlast/contract/live/order'
import { mainContest, seasonOutcome, seasonResults } from '@outlast/domain'
import type { Source } from '../source.ts'
import { entriesWith } from './season-view.ts'
import { playerOf } from '../people/directory.ts'

/** Returns the champions of a season by name. The list is empty while it runs. */
export function championsOf({ pool, people }: Source, seasonYear: number): readonly Champion[] {
  const outcome = seasonOutcome(pool, seasonResults(pool, mainContest(seasonYear)))
  if (outcome.status === 'running') return []
  return [...entriesWith(pool, outcome.champions)]
    .sort(compareEntries)
    .map((entry) => ({ entry_id: entry.id, entry_name: entry.name, user_name: playerOf(people, entry) }))
}
