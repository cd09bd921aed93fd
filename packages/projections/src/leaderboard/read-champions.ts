import { compareEntries } from '@outlast/contract/live/order'
import type { Champion } from '@outlast/contract'
import type { QueryExecutorProvider } from 'kysely'
import { query } from '../tables/query.ts'

/** Returns the champions of a season by name. The list is empty while it runs. */
export async function readChampions(db: QueryExecutorProvider, seasonYear: number): Promise<readonly Champion[]> {
  const rows = await query(db)
    .selectFrom('projections.leaderboard')
    .select(['entry_id as id', 'entry_name as name', 'user_name'])
    .where('season_year', '=', seasonYear)
    .where('is_champion', '=', true)
    .execute()
  return rows.sort(compareEntries).map(({ id, name, user_name }) => ({ entry_id: id, entry_name: name, user_name }))
}
