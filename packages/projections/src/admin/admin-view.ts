import { type SetupInfo, toSetup } from '@outlast/contract/rest/club'
import type { AdminView } from '@outlast/contract/live/wire'
import type { QueryExecutorProvider } from 'kysely'
import { adminEntries } from '../people/entries.ts'
import { userInfos } from '../people/users.ts'
import { openPicks } from '../picks/pick-counts.ts'
import { query } from '../tables/query.ts'

/** Reads topic `admin`. */
export async function adminView(db: QueryExecutorProvider): Promise<AdminView> {
  const [users, entries] = [await userInfos(db), await adminEntries(db)]
  return { users, entries, setup: await poolSetup(db), picked: await openPicks(db) }
}

/** Reads how far the pool's setup is. */
export async function poolSetup(db: QueryExecutorProvider): Promise<SetupInfo> {
  const { setup } = await query(db).selectFrom('projections.pool').select('setup').executeTakeFirstOrThrow()
  return toSetup(setup)
}
