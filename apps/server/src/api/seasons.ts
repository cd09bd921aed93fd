import { type PoolState, renewableSeason } from '@outlast/domain'
import { commandCall } from '../http/command-call.ts'
import { handlers } from '../http/handler.ts'
import { rowOf, type WithOwner } from './entries.ts'

/** Admins start the next season; members and admins renew entries for it. */
export const seasonRoutes = (withOwner: WithOwner) =>
  handlers({
    startSeason: commandCall('startSeason', {
      toCommand: ({ body }) => ({ type: 'StartSeason', data: { seasonYear: body.season_year } }),
      toResponse: ({ pool }, { body }) => ({ season_year: body.season_year, renewable_entries: countRenewable(pool) }),
      answer: (body) => ({ status: 201, body }),
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
