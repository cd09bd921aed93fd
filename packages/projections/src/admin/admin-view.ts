import type { AdminView } from '@outlast/contract/live/wire'
import type { QueryExecutorProvider } from 'kysely'
import { adminEntries } from '../people/entries.ts'
import { userInfos } from '../people/users.ts'
import { openPicks } from '../picks/pick-counts.ts'

/** Reads topic `admin`. */
export async function adminView(db: QueryExecutorProvider): Promise<AdminView> {
  return { users: await userInfos(db), entries: await adminEntries(db), picked: await openPicks(db) }
}
