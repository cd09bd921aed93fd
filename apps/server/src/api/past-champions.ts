import type { PastSeason } from '@outlast/contract'
import type { PoolState } from '@outlast/domain'
import type { Kysely } from 'kysely'
import type { Tables } from '../database/tables.ts'
import { handlers } from '../http/handler.ts'
import { digestOf } from '../messages/summary-store.ts'

/** Admins enter who won seasons before this pool. */
export const pastChampionsRoutes = handlers({
  setPastChampions: async ({ params: { season_year }, body: { names } }, { submit }) => {
    const digest = names.length === 0 ? null : digestOf(JSON.stringify(names))
    await submit(
      'SetPastChampions',
      { seasonYear: season_year, digest },
      { toResponse: () => null, effects: (tx) => writeNames(tx, season_year, names) },
    )
    return { status: 200, body: { season_year, names } }
  },
})

/** Reads the seasons before this pool, newest first. A season that was played here by now follows from its weeks instead. */
export async function readPastSeasons(db: Kysely<Tables>, pool: PoolState): Promise<PastSeason[]> {
  const played = new Set([...pool.rounds.values()].map(({ seasonYear }) => seasonYear))
  const rows = await db.selectFrom('past_champions').selectAll().orderBy('season_year', 'desc').execute()
  return rows.filter((row) => !played.has(row.season_year)).map((row) => ({ ...row, names: [...row.names] }))
}

async function writeNames(tx: Kysely<Tables>, season_year: number, names: readonly string[]): Promise<void> {
  await tx.deleteFrom('past_champions').where('season_year', '=', season_year).execute()
  if (names.length > 0) await tx.insertInto('past_champions').values({ season_year, names }).execute()
}
