import { type PoolState, renewableSeason } from '@outlast/domain'
import { handlers } from '../http/handler.ts'
import { rowOf, type WithOwner } from './entries.ts'

/** Admins start the next season; members and admins renew entries for it. */
export const seasonRoutes = (withOwner: WithOwner) =>
  handlers({
    startSeason: async ({ body }, { submit }) => ({
      status: 201,
      body: await submit(
        'StartSeason',
        { seasonYear: body.season_year },
        {
          toResponse: ({ pool }) => ({ season_year: body.season_year, renewable_entries: countRenewable(pool) }),
        },
      ),
    }),
    renewEntry: async ({ params, ifMatch }, { submit }) => {
      const data = { entryId: params.id, byAdmin: false, ifVersion: ifMatch }
      const row = await submit('RenewEntry', data, { toResponse: ({ pool }) => rowOf(pool, params.id) })
      return { status: 200, body: row, version: row.version }
    },
    adminRenewEntry: async ({ params, ifMatch }, { submit }) => {
      const data = { entryId: params.id, byAdmin: true, ifVersion: ifMatch }
      const row = await submit('RenewEntry', data, { toResponse: ({ pool }) => rowOf(pool, params.id) })
      return { status: 200, body: await withOwner(row), version: row.version }
    },
  })

function countRenewable(pool: PoolState): number {
  let count = 0
  for (const entry of pool.entries.values()) if (renewableSeason(pool, entry) !== undefined) count += 1
  return count
}
